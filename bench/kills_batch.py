"""Kills runs and workers of ``pencilp batch`` at random moments, and checks that no record is lost and none is there twice.

    python bench/kills_batch.py --kills 100

A run over made puzzles is killed with SIGKILL, or one of its workers is, again and again; then the same command goes on.
A run that was left in peace ends with the file of records, which must have each puzzle once. Then the next file begins.
"""

from __future__ import annotations

import argparse
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
    return [each for each in found if b"keeper.py" not in Path(f"/proc/{each}/cmdline").read_bytes()]


def alive(pids: set[int]) -> set[int]:
    """Return the processes that still run."""
    return {pid for pid in pids if os.path.exists(f"/proc/{pid}/stat") and not is_zombie(pid)}


def is_zombie(pid: int) -> bool:
    """Return whether a process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def main() -> int:
    """Kill until there were enough kills, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100, help="the number of kills (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the moments (default 1)")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    counts: Counter[str] = Counter()
    left: Counter[str] = Counter()
    latest = 0.0
    while counts["run"] + counts["worker"] < options.kills:
        with tempfile.TemporaryDirectory() as folder:
            source, out = Path(folder, "Norinori.jsonl"), Path(folder, "out.jsonl")
            names = write_puzzles(source, rng)
            command = [sys.executable, "-m", "pencilp", "batch", str(source), "-o", str(out), "--jobs", "2", "--quiet"]
            kills = rng.randint(1, MAX_KILLS)
            while True:
                process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
                known: set[int] = set()
                while kills and process.poll() is None:
                    time.sleep(rng.uniform(0, MAX_WAIT_SECONDS))
                    try:
                        workers = children(process.pid)
                    except OSError:
                        continue  # a process ended meanwhile
                    known |= {*workers}
                    if process.poll() is not None:
                        break
                    kills -= 1
                    if workers and rng.random() < 0.5:
                        counts["worker"] += 1
                        os.kill(rng.choice(workers), signal.SIGKILL)
                    else:
                        counts["run"] += 1
                        process.kill()
                        process.wait()
                        begin = time.monotonic()
                        while alive(known) and time.monotonic() < begin + 10:
                            time.sleep(0.01)
                        latest = max(latest, time.monotonic() - begin)
                        left["processes"] += len(alive(known))
                _, said = process.communicate()
                if process.returncode in (0, 1):
                    break
                if process.returncode != -signal.SIGKILL:
                    print(f"exit code {process.returncode}: {said}")
                    counts["wrong exit"] += 1
                    break
            records = Counter(json.loads(line)["id"] for line in out.read_text(encoding="utf-8").splitlines())
            statuses = Counter(json.loads(line)["status"] for line in out.read_text(encoding="utf-8").splitlines())
            counts["files"] += 1
            counts["lost"] += len({*names} - {*records})
            counts["twice"] += sum(number - 1 for number in records.values())
            counts["failed"] += statuses["failed"]
    print(
        f"{counts['files']} files of {PUZZLES} puzzles; killed: {counts['run']} runs, {counts['worker']} workers; "
        f"lost {counts['lost']}, twice {counts['twice']}, failed {counts['failed']}, wrong exits {counts['wrong exit']}; "
        f"processes left after ten seconds: {left['processes']}, the last one ended after {latest:.2f} s"
    )
    return int(any(counts[what] for what in ("lost", "twice", "failed", "wrong exit")) or left["processes"] > 0)


if __name__ == "__main__":
    sys.exit(main())
