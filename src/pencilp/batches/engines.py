"""Engines: objects that take chunks of keyed puzzles and yield their records.

An engine has a method ``run(items)``, a generator of lists of records. It takes items only as fast as it does them. A
puzzle whose record it has not yielded is not done; the caller does it in the next run. Closing the generator ends the
work at once. So a run can be moved to another engine (a cluster) without a change to the file of records.

``Pool`` has one ``concurrent.futures.ProcessPoolExecutor`` of a single process for each job. If a process dies, only
its chunk is in doubt, and we know which chunk that is; in one executor of several processes all of them end.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import connection
from queue import SimpleQueue
from typing import Any, Protocol

from pencilp.batches.keys import Keyed
from pencilp.batches.tasks import Settings, failed_record, record_of
from pencilp.errors import SolverError
from pencilp.genres import own
from pencilp.solvers import processes

Record = dict[str, Any]
Records = Generator[list[Record], None, None]

CHUNK_SECONDS = 0.25
"""Seconds after which a worker returns the records that it has, and leaves the rest of its chunk."""
MAX_CHUNK_PUZZLES = 32
"""The greatest number of puzzles that a worker takes at once. The first chunks have 1, 2, 4, ... puzzles."""
MAX_STARTS = 3
"""If as many processes in a row die before they have begun, the run ends."""
MAX_IN_DOUBT = 64
"""If as many puzzles are in doubt, they are tried again before new ones are taken."""


class Engine(Protocol):
    """Anything that does the puzzles of a batch."""

    def run(self, items: Iterable[Keyed]) -> Records:
        """Yield the records of ``items`` in lists, in any order."""


class InProcess:
    """An engine that does one puzzle after another in this process."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def run(self, items: Iterable[Keyed]) -> Records:
        """Yield the record of each item."""
        for item in items:
            yield [record_of(item, self._settings)]


class Pool:
    """An engine of ``jobs`` processes.

    A puzzle whose process died is in doubt: it is tried once more while nothing else runs. If its process dies again,
    the puzzle has failed. No process outlives this one, even if this one is killed. ``waits``: the items may come from a
    pipe; a thread waits for them, so that records are not held back.
    """

    def __init__(self, settings: Settings, jobs: int, *, waits: bool = False) -> None:
        self._settings, self._jobs, self._waits = settings, jobs, waits

    def run(self, items: Iterable[Keyed]) -> Records:
        """Yield the records of chunks as they are done."""
        events: SimpleQueue[Future[list[Record]] | None] = SimpleQueue()
        """The chunks that are done, and None for each item that has arrived."""
        # all processes start before the thread that reads: a fork of a busy thread's locks never gets them
        idle = [_Worker(self._settings) for _ in range(self._jobs * self._waits)]
        source = _Arriving(items, lambda: events.put(None), MAX_CHUNK_PUZZLES * self._jobs) if self._waits else items
        chunks = _Chunks(source, self._jobs)
        busy: dict[Future[list[Record]], tuple[_Worker, list[Keyed]]] = {}
        doubt: deque[Keyed] = deque()
        """The puzzles of processes that died."""
        dead: list[_Worker] = []
        """The workers whose processes died."""
        try:
            while True:
                while len(busy) < self._jobs and len(doubt) < MAX_IN_DOUBT and (chunk := chunks.take()):
                    worker = idle.pop() if idle else _Worker(self._settings)
                    future = worker.begin(chunk)
                    busy[future] = worker, chunk
                    future.add_done_callback(events.put)
                if not busy and doubt:
                    yield [self._again(doubt.popleft(), idle, dead)]
                    continue
                if not busy and chunks.ended:
                    return
                done = events.get()
                if done is None:
                    continue
                worker, chunk = busy.pop(done)
                try:
                    records = done.result()
                except BrokenProcessPool:
                    worker.end()
                    dead.append(worker)
                    doubt.extend(chunk)
                    continue
                chunks.put_back(chunk[len(records) :])
                idle.append(worker)
                yield records
        finally:
            if isinstance(source, _Arriving):
                source.stop()
            alive = [*idle, *(worker for worker, _ in busy.values())]
            for worker in alive:
                worker.end()
            # while another process has the ends of a pipe open, an executor may wait for it
            for worker in [*dead, *alive]:
                worker.close()

    def _again(self, item: Keyed, idle: list[_Worker], dead: list[_Worker]) -> Record:
        """Return the record of a puzzle in doubt, which now has the machine for itself."""
        worker = idle.pop() if idle else _Worker(self._settings)
        try:
            (record,) = worker.begin([item]).result()
        except BrokenProcessPool:
            dead.append(worker)
            reason = f"the process died twice ({_ending(worker.end())})"
            return failed_record(item, self._settings, reason)
        except BaseException:
            dead.append(worker)
            worker.end()
            raise
        idle.append(worker)
        return record


class _Chunks:
    """The chunks of a run: first what was put back, then new items. ``ended``: there are no more of both."""

    def __init__(self, items: Iterable[Keyed] | _Arriving, jobs: int) -> None:
        self._items = items if isinstance(items, _Arriving) else iter(items)
        self._back: deque[Keyed] = deque()
        self._taken, self._jobs, self._last = 0, jobs, False

    @property
    def ended(self) -> bool:
        """Whether no chunk is left."""
        return not self._back and (self._items.ended if isinstance(self._items, _Arriving) else self._last)

    def take(self) -> list[Keyed]:
        """Return the next chunk; an empty one if there is none now."""
        size = min(MAX_CHUNK_PUZZLES, 2 ** min(self._taken // self._jobs, 10))
        if self._back:
            return [self._back.popleft() for _ in range(min(size, len(self._back)))]
        if isinstance(self._items, _Arriving):
            chunk = self._items.take(size)
        else:
            chunk = list(islice(self._items, size))
            self._last = not chunk
        self._taken += bool(chunk)
        return chunk

    def put_back(self, items: Sequence[Keyed]) -> None:
        """Take back the items that a worker has left."""
        self._back.extend(items)


class _Arriving:
    """Items that a thread reads from a pipe, at most ``most`` of them ahead; it calls ``arrived`` after each."""

    def __init__(self, items: Iterable[Keyed], arrived: Callable[[], object], most: int) -> None:
        self._items, self._arrived = items, arrived
        self._read: deque[Keyed] = deque()
        self._free = threading.Semaphore(most)
        self._stopped = self._all_read = False
        self._error: BaseException | None = None
        # a thread that waits for a pipe must not keep the process from ending
        threading.Thread(target=self._read_all, daemon=True).start()

    def _read_all(self) -> None:
        try:
            for item in self._items:
                self._free.acquire()
                if self._stopped:
                    return
                self._read.append(item)
                self._arrived()
        except BaseException as error:  # raised where the items are used
            self._error = error
        self._all_read = True
        self._arrived()

    @property
    def ended(self) -> bool:
        """Whether all items were read and taken."""
        return self._all_read and not self._read

    def take(self, most: int) -> list[Keyed]:
        """Return the items that have arrived. Raise the error that ended them, after the last."""
        if self._error is not None and not self._read:
            raise self._error
        found = [self._read.popleft() for _ in range(min(most, len(self._read)))]
        if found:
            self._free.release(len(found))
        return found

    def stop(self) -> None:
        """End the thread before its next item."""
        self._stopped = True
        self._free.release()


class _Worker:
    """A process that does one chunk at a time."""

    def __init__(self, settings: Settings) -> None:
        for _ in range(MAX_STARTS):
            self._executor = ProcessPoolExecutor(1, initializer=_begin, initargs=(settings, own.pages()))
            try:
                pid = self._executor.submit(os.getpid).result()
            except BrokenProcessPool:
                self.close()
                continue
            processes.register(f"process {pid}")
            found = [child for child in multiprocessing.active_children() if child.pid == pid]
            if found:
                self._process = found[0]
                return
            processes.unregister(f"process {pid}")
            self.close()
        raise SolverError("the worker processes end before they have begun")

    def begin(self, chunk: list[Keyed]) -> Future[list[Record]]:
        """Begin a chunk. If the process died while it was idle, the result is that it died."""
        try:
            return self._executor.submit(_work, chunk)
        except BrokenProcessPool as error:
            broken: Future[list[Record]] = Future()
            broken.set_exception(error)
            return broken

    def end(self) -> int | None:
        """End the process, whatever it does, and return its exit code."""
        self._process.kill()
        self._process.join()
        processes.unregister(f"process {self._process.pid}")
        return self._process.exitcode

    def close(self) -> None:
        """Wait for the threads of the executor, whose process has ended: at its exit Python would wake them."""
        self._executor.shutdown(cancel_futures=True)


def _ending(code: int | None) -> str:
    """Return the end of a process in words."""
    if code is not None and code < 0:
        return f"signal {signal.Signals(-code).name}"
    return f"exit code {code}"


# -- in the worker ----------------------------------------------------------------------------------------------------

_settings = Settings()


def _begin(settings: Settings, pages: list[str]) -> None:
    """Prepare a worker. ``pages`` are the files of a user's own genres: not every system gives them to a new process."""
    global _settings
    _settings = settings
    # the terminal sends Ctrl-C and its end to all processes; the parent ends the workers
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if settings.memory_limit is not None and sys.platform == "linux":
        import resource  # only on Unix

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (settings.memory_limit * 2**20, hard))
    for page in pages:
        own.load(page)


def _end_with_parent() -> None:
    """End this process when its parent has ended: a parent that is killed cannot do that."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def _work(chunk: list[Keyed]) -> list[Record]:
    """Return the records of the first puzzles of a chunk, at least of one."""
    end = time.perf_counter() + CHUNK_SECONDS
    records = []
    for item in chunk:
        records.append(record_of(item, _settings))
        if time.perf_counter() > end:
            break
    return records
