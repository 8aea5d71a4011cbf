"""Engines: objects that take chunks of keyed puzzles and yield their records.

An engine has a method ``run(items)``, a generator of lists of records. It takes items only as fast as it does them. A
puzzle whose record it has not yielded is not done; the caller does it in the next run. Closing the generator ends the
work at once. So a run can be moved to another engine without a change to the file of records.

``run_chunks`` is the loop of the engines that do chunks elsewhere: ``Pool`` here, and ``cluster.Cluster``. ``Pool`` has
one ``concurrent.futures.ProcessPoolExecutor`` of a single process for each job. If a process dies, only its chunk is in
doubt, and we know which chunk that is; in one executor of several processes all of them end.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import connection
from queue import SimpleQueue
from typing import Any

from pencilp.batches.keys import Keyed
from pencilp.batches.tasks import Settings, failed_record, record_of
from pencilp.errors import PencilpError, SolverError
from pencilp.genres import own
from pencilp.solvers import processes

Record = dict[str, Any]
Records = Generator[list[Record], None, None]

CHUNK_SECONDS = 0.25
"""Seconds after which a process returns the records that it has, and leaves the rest of its chunk."""
MAX_CHUNK_PUZZLES = 32
"""The greatest number of puzzles that a process takes at once."""
MAX_STARTS = 3
"""If as many processes in a row die before they have begun, the run ends."""
REAPED_SECONDS = 5.0
"""How long the exit code of an ended process is waited for."""
MAX_IN_DOUBT = 64
"""If as many puzzles are in doubt, they are tried again before new ones are taken."""


class Engine(ABC):
    """Anything that does the puzzles of a batch."""

    @abstractmethod
    def run(self, items: Iterable[Keyed]) -> Records:
        """Yield the records of ``items`` in lists, in any order."""

    def remark(self) -> str:
        """Return what the user should know about the engine now, "" if there is nothing."""
        return ""

    def close(self) -> None:  # noqa: B027 (most engines hold nothing before they run)
        """Free what the engine holds, even if it did not run. The end of ``run`` does the same."""


class InProcess(Engine):
    """An engine that does one puzzle after another in this process."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def run(self, items: Iterable[Keyed]) -> Records:
        """Yield the record of each item."""
        for item in items:
            yield [record_of(item, self._settings)]


class WorkerDied(Exception):
    """A process or a worker died before it had returned the records of its chunk. The text says how."""


class Workers(ABC):
    """Whatever does the chunks of a run at the same time, each as a job."""

    max_chunk_puzzles = MAX_CHUNK_PUZZLES

    @abstractmethod
    def slots(self) -> int:
        """Return how many jobs may be under way now."""

    @abstractmethod
    def begin(self, chunk: list[Keyed]) -> Hashable:
        """Begin a chunk, and return its job."""

    @abstractmethod
    def wait(self) -> Sequence[Hashable]:
        """Wait until jobs end or ``wake`` is called, and return the jobs that have ended."""

    @abstractmethod
    def wake(self) -> None:
        """End the wait, from any thread."""

    @abstractmethod
    def result(self, job: Any) -> list[Record]:
        """Return the records of the first puzzles of the chunk of a job. Raise WorkerDied."""

    @abstractmethod
    def end(self) -> None:
        """End all jobs at once."""


def run_chunks(items: Iterable[Keyed], workers: Workers, settings: Settings, *, waits: bool) -> Records:
    """Yield the records of chunks as they are done, and end the workers.

    A puzzle whose worker died is in doubt: it is tried once more while nothing else runs. If its worker dies again, the
    puzzle has failed. ``waits``: the items may come from a pipe; a thread waits for them, so that records are not held
    back.
    """
    source = _Arriving(items, workers.wake, workers.max_chunk_puzzles * workers.slots()) if waits else items
    chunks = _Chunks(source, workers.max_chunk_puzzles)
    busy: dict[Hashable, list[Keyed]] = {}
    doubt: deque[Keyed] = deque()
    """The puzzles of workers that died."""
    alone = False
    """Whether the only job is a puzzle that was in doubt."""
    try:
        while True:
            while not alone and len(busy) < workers.slots() and len(doubt) < MAX_IN_DOUBT and (chunk := chunks.take()):
                busy[workers.begin(chunk)] = chunk
            if not busy and doubt:
                chunk = [doubt.popleft()]
                busy[workers.begin(chunk)] = chunk
                alone = True
            if not busy and chunks.ended:
                return
            for job in workers.wait():
                chunk = busy.pop(job)
                try:
                    records = workers.result(job)
                except WorkerDied as death:
                    if alone:
                        yield [failed_record(chunk[0], settings, f"the process died twice ({death})")]
                    else:
                        doubt.extend(chunk)
                else:
                    chunks.put_back(chunk, len(records))
                    yield records
                alone = False
    finally:
        if isinstance(source, _Arriving):
            source.stop()
        workers.end()


class Pool(Engine):
    """An engine of ``jobs`` processes. No process outlives this one, even if this one is killed.

    ``waits``: see ``run_chunks``.
    """

    def __init__(self, settings: Settings, jobs: int, *, waits: bool = False) -> None:
        self._settings, self._jobs, self._waits = settings, jobs, waits

    def run(self, items: Iterable[Keyed]) -> Records:
        """Yield the records of chunks as they are done."""
        # all processes start before the thread that reads: a fork of a busy thread's locks never gets them
        workers = _Processes(self._settings, self._jobs, started=self._jobs * self._waits)
        return run_chunks(items, workers, self._settings, waits=self._waits)


class _Processes(Workers):
    """The processes of a pool; ``started`` of them start at once."""

    def __init__(self, settings: Settings, jobs: int, started: int) -> None:
        self._settings, self._jobs = settings, jobs
        self._events: SimpleQueue[Future[bytes] | None] = SimpleQueue()
        """The jobs that have ended, and None for each call of ``wake``."""
        self._busy: dict[Future[bytes], WorkerProcess] = {}
        self._dead: list[WorkerProcess] = []
        self._idle = [WorkerProcess(setup_of(settings)) for _ in range(started)]

    def slots(self) -> int:
        return self._jobs

    def begin(self, chunk: list[Keyed]) -> Hashable:
        worker = self._idle.pop() if self._idle else WorkerProcess(setup_of(self._settings))
        job = worker.begin(pickle.dumps((chunk, CHUNK_SECONDS)))
        self._busy[job] = worker
        job.add_done_callback(self._events.put)
        return job

    def wait(self) -> list[Hashable]:
        ended = self._events.get()
        return [] if ended is None else [ended]

    def wake(self) -> None:
        self._events.put(None)

    def result(self, job: Future[bytes]) -> list[Record]:
        worker = self._busy.pop(job)
        try:
            content = job.result()
        except BrokenProcessPool:
            self._dead.append(worker)
            raise WorkerDied(worker.end()) from None
        self._idle.append(worker)
        records: list[Record] = pickle.loads(content)
        return records

    def end(self) -> None:
        alive = [*self._idle, *self._busy.values()]
        for worker in alive:
            worker.end()
        # while another process has the ends of a pipe open, an executor may wait for it
        for worker in [*self._dead, *alive]:
            worker.close()


class _Chunks:
    """The chunks of a run: first what was put back, then new items. ``ended``: there are no more of both.

    A chunk has as many puzzles as a worker did of the last chunk, or twice as many if it did all of them.
    """

    def __init__(self, items: Iterable[Keyed] | _Arriving, most: int) -> None:
        self._items = items if isinstance(items, _Arriving) else iter(items)
        self._back: deque[Keyed] = deque()
        self._size, self._most, self._last = 1, most, False

    @property
    def ended(self) -> bool:
        """Whether no chunk is left."""
        return not self._back and (self._items.ended if isinstance(self._items, _Arriving) else self._last)

    def take(self) -> list[Keyed]:
        """Return the next chunk; an empty one if there is none now."""
        if self._back:
            return [self._back.popleft() for _ in range(min(self._size, len(self._back)))]
        if isinstance(self._items, _Arriving):
            return self._items.take(self._size)
        chunk = list(islice(self._items, self._size))
        self._last = not chunk
        return chunk

    def put_back(self, chunk: Sequence[Keyed], done: int) -> None:
        """Take back what a worker has left of a chunk after the first ``done`` puzzles."""
        self._back.extend(chunk[done:])
        if done < len(chunk):
            self._size = max(1, done)
        else:
            self._size = min(self._most, max(self._size, 2 * done))


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


class WorkerProcess:
    """A process that does one chunk at a time. ``setup`` is what ``setup_of`` returns.

    ``start_method`` is one of ``multiprocessing`` (default: the usual one), ``max_bytes`` a limit of its memory if the
    settings have none (Linux only). Raise SolverError if it cannot be started, or cannot load the file of a genre.
    """

    def __init__(self, setup: bytes, *, start_method: str | None = None, max_bytes: int | None = None) -> None:
        context = multiprocessing.get_context(start_method)
        for _ in range(MAX_STARTS):
            self._executor = ProcessPoolExecutor(1, context, initializer=_begin, initargs=(setup, max_bytes))
            try:
                pid, error = self._executor.submit(_begun).result()
            except BrokenProcessPool:
                self.close()
                continue
            processes.register(f"process {pid}")
            found = [child for child in multiprocessing.active_children() if child.pid == pid]
            if found and not error:
                self._process = found[0]
                return
            processes.unregister(f"process {pid}")
            self.close()
            if error:
                raise SolverError(f"a worker process cannot begin: {error}")
        raise SolverError("the worker processes end before they have begun")

    def begin(self, chunk: bytes) -> Future[bytes]:
        """Begin a pickled list of items with the seconds after which to return. The result is a pickled list of records.

        If the process died while it was idle, the result is that it died.
        """
        return self.call(_work, chunk)

    def call(self, work: Callable[[bytes], bytes], content: bytes) -> Future[bytes]:
        """Begin a function with its argument; see ``begin``."""
        try:
            return self._executor.submit(work, content)
        except BrokenProcessPool as error:
            broken: Future[bytes] = Future()
            broken.set_exception(error)
            return broken

    def end(self) -> str:
        """End the process, whatever it does, and return its end in words."""
        self._process.kill()
        self._process.join()
        processes.unregister(f"process {self._process.pid}")
        until = time.monotonic() + REAPED_SECONDS
        # if the executor's thread waited for the process at the same time, only that thread learns the code, a moment later
        while (code := self._process.exitcode) is None and time.monotonic() < until:
            time.sleep(0.001)
        if code is None:
            return "an unknown exit code"
        if code < 0:
            return f"signal {signal.Signals(-code).name}"
        return f"exit code {code}"

    def close(self) -> None:
        """Wait for the threads of the executor, whose process has ended: at its exit Python would wake them."""
        self._executor.shutdown(cancel_futures=True)


def setup_of(settings: Settings) -> bytes:
    """Return what a worker process needs before its first puzzle: the settings and the files of a user's own genres.

    Not every system gives these to a new process, and another machine does not have them.
    """
    return pickle.dumps((settings, own.sources()))


# -- in the worker ----------------------------------------------------------------------------------------------------

_settings = Settings()
_error = ""
"""Why this process cannot begin."""


def _begin(setup: bytes, max_bytes: int | None) -> None:
    """Prepare a worker."""
    global _settings, _error
    # the terminal sends Ctrl-C and its end to all processes; the parent ends the workers
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sources: list[tuple[str, bytes]]
    _settings, sources = pickle.loads(setup)
    if _settings.memory_limit is not None:
        max_bytes = _settings.memory_limit * 2**20
    if max_bytes is not None and sys.platform == "linux":
        import resource  # only on Unix

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        if hard != resource.RLIM_INFINITY:
            max_bytes = min(max_bytes, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (max_bytes, hard))
    try:
        for path, source in sources:
            own.load(path, source)
    except PencilpError as error:
        _error = str(error)


def _begun() -> tuple[int, str]:
    """Return the number of this process, and why it cannot begin ("" if it can)."""
    return os.getpid(), _error


def _end_with_parent() -> None:
    """End this process when its parent has ended: a parent that is killed cannot do that."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def _work(content: bytes) -> bytes:
    """Return the records of the first puzzles of a chunk, at least of one."""
    chunk: list[Keyed]
    chunk, seconds = pickle.loads(content)
    end = time.perf_counter() + seconds
    records = []
    for item in chunk:
        records.append(record_of(item, _settings))
        if time.perf_counter() > end:
            break
    return pickle.dumps(records)
