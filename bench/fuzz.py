"""Attacks pencilp with inputs that are wrong, large, or cut off: ``python bench/fuzz.py --seconds 60``.

    python bench/fuzz.py --seconds 60               # all kinds of attack, from a random seed
    python bench/fuzz.py --count 6000 --seed 1      # 6,000 cases, the same on every machine
    python bench/fuzz.py --count 5000 --kind link   # 5,000 cases of one kind
    python bench/fuzz.py --kind link --seed 4711    # one case again, with the whole traceback

Every case has a seed, from which it can be made again. A traceback, a hang, more than a gigabyte, a wrong round trip, a process
that dies, a message that is no line: each is a failure, printed with its seed. The exit code is 0 if there was none, else 1.
Cases run in worker processes; ``fuzzing/`` has a file for each kind of attack. docs/reliability.md says what is promised.

The kinds take turns by their shares, never by the clock: a faster machine gets further along the same list of cases. ``--count``
leaves out the kinds that depend on the clock (``Kind.timed``), unless ``--kind`` names them.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from fuzzing import KINDS
from fuzzing.judging import MAX_MEMORY, Late, Wrong
from fuzzing.processes import HANG_SECONDS, on_its_own, peak, processor_seconds

MAX_ADDRESSES = 4 * 2**30
"""A worker's addresses in bytes: more than it may use, so that a bomb fails in it and not on the whole machine."""
MAX_SHOWN = 3
"""The number of failures of one cause that are printed whole."""
POLL_SECONDS = 0.05
"""Seconds between two looks at the workers."""


class Failure(NamedTuple):
    """A failure of a case: ``what`` in one line, ``alike``, which failures of the same cause share, and the
    traceback."""

    kind: str
    seed: int
    shown: str
    what: str
    alike: str
    trace: str


# -- one case ---------------------------------------------------------------------------------------------------------


def attack(kind: str, seed: int, folder: Path) -> Failure | None:
    """Run the case of a kind that a seed makes; None when nothing is wrong. A late case is run again."""
    failure = _once(kind, seed, folder)
    if failure is not None and failure.alike.startswith("Late"):
        failure = _once(kind, seed, folder)
    return failure


def _once(kind: str, seed: int, folder: Path) -> Failure | None:
    shown = "(the case could not be made)"
    work = folder / "case"
    before = peak()  # what this process and its children had for something else is no fault of the case
    try:
        work.mkdir()
        case = KINDS[kind].make(Random(f"{kind} {seed}"))
        shown = case.shown
        start = processor_seconds()
        case.run(work)
        if (took := processor_seconds() - start) > KINDS[kind].seconds:
            raise Late(f"{took:.1f} s of processor time")
        if peak() > max(1.1 * before, MAX_MEMORY):
            raise Wrong(f"{peak() / 2**20:.0f} MB")
    except Exception as error:
        what = f"{type(error).__name__}: {' '.join(str(error).split())[:400]}"
        return Failure(kind, seed, shown, what, _alike(error), traceback.format_exc())
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return None


def _alike(error: BaseException) -> str:
    """The type of an error, and where it was raised; of what the judge says the words before what is particular to the case."""
    name = type(error).__name__
    if isinstance(error, Wrong):
        words = " ".join(str(error).split())
        return f"{name}: {re.split('[^a-z ,:]', words)[0][:60]}"
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{name} {Path(last.filename).name}:{last.lineno}"


# -- workers ----------------------------------------------------------------------------------------------------------


def _scratch() -> Path:
    """Return a new folder, in memory if the system has such folders. The caller removes it."""
    return Path(tempfile.mkdtemp(prefix="fuzz-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None))


class Worker:
    """A process that runs the cases ``first``, ``first + step``, ... of each kind and sends its failures.

    It ends after ``count`` cases, if that is given. ``before`` has the number that it has run of each kind, if it takes the place
    of another.
    """

    def __init__(
        self, first: int, step: int, kinds: list[str], count: int | None = None, before: Sequence[int] = ()
    ) -> None:
        self.count = count
        context = multiprocessing.get_context("fork")
        self.failures, theirs = context.Pipe(duplex=False)
        self.at = context.Array("d", [first, list(KINDS).index(kinds[0]), time.monotonic()], lock=False)
        """The case that it is at: its seed, the number of its kind, and since when."""
        self.counts = context.Array("q", list(before) or len(KINDS), lock=False)
        """How many cases of each kind were run. Its own, and without a lock: if it is killed it would hold that for ever."""
        self.folder = _scratch()
        self.process = context.Process(target=self._work, args=(first, step, kinds, theirs))
        self.process.start()
        theirs.close()

    def _work(self, first: int, step: int, kinds: list[str], failures: Connection) -> None:
        on_its_own()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_AS, (MAX_ADDRESSES, MAX_ADDRESSES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.chdir(self.folder)
        os.environ["TMPDIR"] = tempfile.tempdir = str(self.folder)
        number = {kind: k for k, kind in enumerate(KINDS)}
        while not self.done():
            # the kind that is furthest behind its share
            kind = min(kinds, key=lambda kind: (self.counts[number[kind]] + 1) / KINDS[kind].share)
            seed = first + step * self.counts[number[kind]]
            self.at[:] = [seed, number[kind], time.monotonic()]
            failure = attack(kind, seed, self.folder)
            if failure is not None:
                failures.send(failure)
            self.counts[number[kind]] += 1
            if peak() > MAX_MEMORY:
                os._exit(0)  # the peak stays; the next worker begins anew

    def done(self) -> bool:
        """Return whether it has run all its cases."""
        return self.count is not None and sum(self.counts) >= self.count

    def next(self, first: int, step: int, kinds: list[str]) -> Worker:
        """The one that goes on where this one has ended."""
        counts = list(self.counts)
        if self.process.exitcode != 0:
            counts[int(self.at[1])] += 1  # it died of this case
        self.end()
        return Worker(first, step, kinds, self.count, counts)

    def end(self) -> None:
        """End the process and all that it has started."""
        if self.process.pid is not None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                self.process.kill()
        self.process.join()
        shutil.rmtree(self.folder, ignore_errors=True)


def attacked(
    first: int, kinds: list[str], jobs: int, seconds: float, count: int | None
) -> tuple[list[Failure], Counter[str]]:
    """Return the failures of cases from the seed ``first`` on, printed as they come, and the number of cases of each kind.

    It ends after ``count`` cases, if that is given, or after ``seconds``.
    """
    found: list[Failure] = []
    seen: Counter[str] = Counter()
    shares = [None if count is None else count // jobs + (j < count % jobs) for j in range(jobs)]
    workers = [Worker(first + j, jobs, kinds, share) for j, share in enumerate(shares)]
    end = time.monotonic() + seconds
    try:
        going = True
        while going:
            # asked before the failures are collected: the last case may have failed
            going = time.monotonic() < end and any(w.process.is_alive() or not w.done() for w in workers)
            for j, worker in enumerate(workers):
                for failure in _failures(worker):
                    found.append(failure)
                    seen[failure.alike] += 1
                    if seen[failure.alike] <= MAX_SHOWN:
                        show(failure)
                if going and not worker.process.is_alive() and not worker.done():
                    workers[j] = worker.next(first + j, jobs, kinds)
            time.sleep(POLL_SECONDS if going else 0)
    finally:
        for worker in workers:
            worker.end()
    counts = [worker.counts for worker in workers]
    return found, Counter({kind: n for kind, *each in zip(KINDS, *counts, strict=True) if (n := sum(each))})


def _failures(worker: Worker) -> list[Failure]:
    """Return the failures that a worker has sent, and that it hangs or has died."""
    alive = worker.process.is_alive()
    failures = []
    try:
        while worker.failures.poll():
            failures.append(worker.failures.recv())
    except EOFError:
        alive = False
    seed, kind, since = int(worker.at[0]), list(KINDS)[int(worker.at[1])], worker.at[2]
    if not alive and worker.process.exitcode != 0:
        what = f"the worker died (exit code {worker.process.exitcode})"
        failures.append(Failure(kind, seed, "", what, what, ""))
    elif alive and not worker.done() and time.monotonic() - since > HANG_SECONDS:
        worker.end()
        failures.append(Failure(kind, seed, "", f"no end after {time.monotonic() - since:.0f} s", f"{kind} hangs", ""))
    return failures


# -- the command ------------------------------------------------------------------------------------------------------


def show(failure: Failure) -> None:
    """Print a failure and how to see it again."""
    print(f"FAILED --kind {failure.kind} --seed {failure.seed}: {failure.what}\n  {failure.shown[:400]}", flush=True)


def main() -> int:
    """Run the attacks that the options ask for; 0 when nothing failed."""
    parser = argparse.ArgumentParser(description="Attacks pencilp with wrong, large and cut off inputs.")
    parser.add_argument("--seconds", type=float, help="run for this long (default 60)")
    parser.add_argument("--count", type=int, help="run this many cases, the same on every machine")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only this kind (may be given again)")
    parser.add_argument("--seed", type=int, help="begin with this seed; with one --kind, run this case alone")
    parser.add_argument("--jobs", type=int, default=1, help="number of workers (default 1)")
    options = parser.parse_args()
    steady = [kind for kind in KINDS if options.count is None or not KINDS[kind].timed]
    kinds = options.kind or steady
    if options.seed is not None and len(kinds) == 1 and options.count is options.seconds is None:
        return again(kinds[0], options.seed)
    first = options.seed if options.seed is not None else int(time.time())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the workers are ended
    print(f"from seed {first} on, python {sys.version.split()[0]}", flush=True)
    start = time.monotonic()
    seconds = options.seconds or (60 if options.count is None else float("inf"))
    failures, counts = attacked(first, kinds, options.jobs, seconds, options.count)
    groups = Counter((failure.kind, failure.alike) for failure in failures)
    seeds = {(failure.kind, failure.alike): failure.seed for failure in reversed(failures)}
    for (kind, alike), n in groups.most_common():
        print(f"{n:6} x {kind}: {alike} (--kind {kind} --seed {seeds[kind, alike]})")
    print(", ".join(f"{kind} {n}" for kind, n in counts.items()))
    print(f"{sum(counts.values())} inputs in {time.monotonic() - start:.0f} s, {len(failures)} failures")
    return 1 if failures else 0


def again(kind: str, seed: int) -> int:
    """Run one case again and say all of it."""
    folder = _scratch()
    try:
        print(KINDS[kind].make(Random(f"{kind} {seed}")).shown)
        failure = attack(kind, seed, folder)
    finally:
        shutil.rmtree(folder)
    print("nothing is wrong" if failure is None else failure.trace)
    return 0 if failure is None else 1


if __name__ == "__main__":
    raise SystemExit(main())
