"""Compares pools of processes for ``pencilp batch``: the rate, and the end of a worker and of the whole run by SIGKILL.

    pip install loky pebble
    python bench/pools.py ../shared/corpus/Norinori.jsonl ../shared/corpus/Kurodoko.jsonl

Every pool does the same chunks of the same puzzles with the same function. The rounds take turns, and the best counts.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from pencilp.batches import engines
from pencilp.batches.keys import Keyed
from pencilp.batches.tasks import Settings
from pencilp.formats.sources import Sources

SETTINGS = Settings(texts=False)
CHUNK = 8
"""The puzzles of a chunk."""


def items(files: list[str]) -> list[Keyed]:
    """Return the puzzles of files."""
    return [Keyed(f"{n:016x}", each) for n, each in enumerate(Sources(files))]


def chunks(found: list[Keyed]) -> Iterator[list[Keyed]]:
    """Yield chunks of puzzles."""
    rest = iter(found)
    while chunk := list(itertools.islice(rest, CHUNK)):
        yield chunk


def do(chunk: list[Keyed]) -> list[dict[str, object]]:
    """Do a chunk in a worker."""
    return [engines.record_of(item, SETTINGS) for item in chunk]


def ours(found: list[Keyed], jobs: int) -> Iterable[list[dict[str, object]]]:
    """One executor of one process for each job, as pencilp does it."""
    return engines.Pool(SETTINGS, jobs).run(found)


def one_executor(found: list[Keyed], jobs: int) -> Iterable[list[dict[str, object]]]:
    """One executor of concurrent.futures."""
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        for future in concurrent.futures.as_completed([pool.submit(do, chunk) for chunk in chunks(found)]):
            yield future.result()


def by_loky(found: list[Keyed], jobs: int) -> Iterable[list[dict[str, object]]]:
    """An executor of loky."""
    import loky

    with loky.ProcessPoolExecutor(jobs) as pool:
        for future in loky.as_completed([pool.submit(do, chunk) for chunk in chunks(found)]):
            yield future.result()


def by_pebble(found: list[Keyed], jobs: int) -> Iterable[list[dict[str, object]]]:
    """A pool of pebble."""
    import pebble

    with pebble.ProcessPool(jobs) as pool:
        futures = [pool.schedule(do, args=[chunk]) for chunk in chunks(found)]
        for future in concurrent.futures.as_completed(futures):
            yield future.result()


POOLS: dict[str, Callable[[list[Keyed], int], Iterable[list[dict[str, object]]]]] = {
    "pencilp": ours, "concurrent.futures": one_executor, "loky": by_loky, "pebble": by_pebble,
}  # fmt: skip


def processes_of(mark: str) -> list[int]:
    """Return the processes that have a mark in their environment."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if f"POOL_MARK={mark}".encode() in (place / "environ").read_bytes():
                found.append(int(place.name))
        except OSError:
            continue  # it has ended, or is another user's
    return found


def workers_of(pid: int) -> list[int]:
    """Return the processes that a process has started, without helpers."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(child) for child in task.read_text().split()]
    commands = {child: Path(f"/proc/{child}/cmdline").read_text() for child in found}
    return [child for child, command in commands.items() if "keeper" not in command and "tracker" not in command]


def after_a_kill(name: str, files: list[str], victim: str) -> str:
    """Return what follows the SIGKILL of a worker or of the parent a second after the workers have begun."""
    mark = f"{os.getpid()}-{name}-{victim}"
    command = [sys.executable, __file__, *files, "--only", name]
    process = subprocess.Popen(
        command, env={**os.environ, "POOL_MARK": mark}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    workers: list[int] = []
    while not workers and process.poll() is None:
        time.sleep(0.05)
        workers = workers_of(process.pid)
    time.sleep(1)
    if victim == "parent":
        process.kill()
        process.wait()
        time.sleep(3)
        left = processes_of(mark)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        return f"{len(left)} processes 3 s later"
    workers = workers_of(process.pid) or workers
    os.kill(workers[-1], signal.SIGKILL)
    try:
        said, _ = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        return "hangs for a minute"
    return said.strip() or f"ends with exit code {process.returncode}"


def main() -> None:
    """Print a line for each pool."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="files with puzzles")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (default 3)")
    parser.add_argument(
        "--only", choices=POOLS, help="do the puzzles once with this pool, and print how many were done"
    )
    options = parser.parse_args()
    found = items(options.files)
    if options.only:
        print(f"{sum(len(records) for records in POOLS[options.only](found, options.jobs))} of {len(found)} done")
        return
    best = dict.fromkeys(POOLS, float("inf"))
    for _ in range(options.rounds):
        for name, pool in POOLS.items():
            start = time.perf_counter()
            number = sum(len(records) for records in pool(found, options.jobs))
            assert number == len(found)
            best[name] = min(best[name], time.perf_counter() - start)
    for name, seconds in best.items():
        worker, parent = (after_a_kill(name, options.files, victim) for victim in ("worker", "parent"))
        print(
            f"{name:20}{len(found) / seconds:8.1f} puzzles a second; worker killed: {worker}; parent killed: {parent}"
        )


if __name__ == "__main__":
    main()
