"""Kills runs and workers of ``pencilp batch`` at random moments, and checks that no record is lost and none is there twice.

    python bench/kills_batch.py --kills 100
    python bench/kills_batch.py --kills 100 --cluster    # on a Dask cluster: its scheduler, hosts and workers, too

A run over made puzzles is killed with SIGKILL, or one of its workers is, again and again; then the same command goes on.
A run that was left in peace ends with the file of records, which must have each puzzle once. Then the next file begins.
A cluster has two hosts with a worker each; a scheduler or a host that was killed is started again.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

PUZZLES = 400
"""The puzzles of a file."""
MAX_WAIT_SECONDS = 2.5
"""The longest wait before a kill."""
MAX_KILLS = 6
"""The most kills for one file."""


def write_puzzles(path: Path, rng: random.Random) -> list[str]:
    """Write a file of the dataset with puzzles of different sizes, and return their names."""
    with path.open("w", encoding="utf-8") as file:
        for n in range(PUZZLES):
            pairs = rng.randint(1, 40)
            rows = " ".join(f"{k} {k}" for k in range(1, pairs + 1))
            problem = f"1 {2 * pairs}\n{' '.join('-' * (2 * pairs))}\n{rows}"
            file.write(json.dumps({"id": str(n), "problem": problem}) + "\n")
    return [str(n) for n in range(PUZZLES)]


def children(pid: int) -> list[int]:
    """Return the processes that a process has started and that run Python of ours, without its keeper."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(each) for each in task.read_text().split()]
    helpers = (b"keeper.py", b"resource_tracker")
    return [each for each in found if not any(h in Path(f"/proc/{each}/cmdline").read_bytes() for h in helpers)]


class Cluster:
    """A scheduler and two hosts in ``folder``, started by Dask's commands; ``file`` is the scheduler file."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self._log = (folder / "dask.log").open("ab")
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.hosts: list[subprocess.Popen[bytes]] = []

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, "--scheduler-file", str(self.file)]
        return subprocess.Popen(command, stdout=self._log, stderr=self._log, start_new_session=True)

    def mend(self) -> None:
        """Start what does not run."""
        if self.scheduler is None or self.scheduler.poll() is not None:
            self.end()
            self.file.unlink(missing_ok=True)
            self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
            while not self.file.exists():
                time.sleep(0.1)
        self.hosts = [host for host in self.hosts if host.poll() is None]
        while len(self.hosts) < 2:
            self.hosts.append(self._start("worker", "--no-dashboard", "--nthreads", "1"))

    def victims(self) -> dict[str, list[int]]:
        """Return the processes that can be killed, by kind. A host is killed with all that it has started."""
        assert self.scheduler is not None
        workers = [worker for host in self.hosts for worker in children(host.pid)]
        return {
            "scheduler": [self.scheduler.pid],
            "host": [-host.pid for host in self.hosts],
            "worker": workers,
            "process": [each for worker in workers for each in children(worker)],
        }

    def end(self) -> None:
        """Kill all of it."""
        for process in filter(None, (self.scheduler, *self.hosts)):
            with contextlib.suppress(ProcessLookupError):  # it has ended
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def alive(pids: set[int]) -> set[int]:
    """Return the processes that still run."""
    return {pid for pid in pids if os.path.exists(f"/proc/{pid}/stat") and not is_zombie(pid)}


def is_zombie(pid: int) -> bool:
    """Return whether a process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def kill(pid: int) -> None:
    """Kill a process; a negative number kills its group."""
    if pid < 0:
        os.killpg(-pid, signal.SIGKILL)
    else:
        os.kill(pid, signal.SIGKILL)


def main() -> int:
    """Kill until there were enough kills, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100, help="the number of kills (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the moments (default 1)")
    parser.add_argument("--cluster", action="store_true", help="use a Dask cluster instead of a pool")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    killed: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    left = 0
    latest = 0.0
    while killed.total() < options.kills:
        with tempfile.TemporaryDirectory() as folder:
            source, out = Path(folder, "Norinori.jsonl"), Path(folder, "out.jsonl")
            names = write_puzzles(source, rng)
            cluster = Cluster(Path(folder)) if options.cluster else None
            where = ["--cluster", str(cluster.file)] if cluster else ["--jobs", "2"]
            command = [sys.executable, "-m", "pencilp", "batch", str(source), "-o", str(out), "--quiet", *where]
            kills = rng.randint(1, MAX_KILLS)
            while True:
                if cluster:
                    cluster.mend()
                process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
                known: set[int] = set()
                size = out.stat().st_size if out.exists() else 0
                while cluster and kills and process.poll() is None and not (out.exists() and out.stat().st_size > size):
                    time.sleep(0.01)  # before the first record there is nothing to lose
                while kills and process.poll() is None:
                    time.sleep(rng.uniform(0, MAX_WAIT_SECONDS))
                    try:
                        workers = children(process.pid)
                        victims = cluster.victims() if cluster else {"worker": workers}
                    except OSError:
                        continue  # a process ended meanwhile
                    known |= {*workers}
                    if process.poll() is not None:
                        break
                    kind = rng.choice([*victims, "run"])
                    try:
                        if kind != "run" and victims[kind]:
                            kill(rng.choice(victims[kind]))
                    except ProcessLookupError:
                        continue
                    kills -= 1
                    if kind != "run" and victims[kind]:
                        killed[kind] += 1
                        if cluster and kind == "host":
                            cluster.mend()
                    else:
                        killed["run"] += 1
                        process.kill()
                        process.wait()
                        begin = time.monotonic()
                        while alive(known) and time.monotonic() < begin + 10:
                            time.sleep(0.01)
                        latest = max(latest, time.monotonic() - begin)
                        left += len(alive(known))
                _, said = process.communicate()
                if process.returncode in (0, 1):
                    break
                ended = "the scheduler at" in said and process.returncode == 3
                if process.returncode != -signal.SIGKILL and not ended:
                    print(f"exit code {process.returncode}: {said}")
                    counts["wrong exit"] += 1
                    break
            if cluster:
                cluster.end()
            records = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
            done = Counter(record["id"] for record in records)
            counts["files"] += 1
            counts["lost"] += len({*names} - {*done})
            counts["twice"] += sum(number - 1 for number in done.values())
            counts["failed"] += sum(record["status"] == "failed" for record in records)
            print(f"{killed.total()} kills", file=sys.stderr, flush=True)
    each = ", ".join(f"{number} of a {kind}" for kind, number in killed.items())
    print(
        f"{counts['files']} files of {PUZZLES} puzzles; {killed.total()} kills: {each}; "
        f"lost {counts['lost']}, twice {counts['twice']}, failed {counts['failed']}, wrong exits {counts['wrong exit']}; "
        f"processes left after ten seconds: {left}, the last one ended after {latest:.2f} s"
    )
    return int(any(counts[what] for what in ("lost", "twice", "failed", "wrong exit")) or left > 0)


if __name__ == "__main__":
    sys.exit(main())
