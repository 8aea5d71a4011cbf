"""The puzzles of a generator, made by several processes at the same time, in the order of one process."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from queue import SimpleQueue
from typing import Any

from pencilp.batches.engines import WorkerProcess, setup_of
from pencilp.batches.tasks import Settings
from pencilp.board.puzzle import Puzzle
from pencilp.cli import watchdog
from pencilp.errors import SolverError
from pencilp.generation.generator import Generator


class Processes:
    """An iterator of ``count`` puzzles of a generator, made by ``jobs`` processes, which end with the iteration.

    ``why`` says why it ended too early.
    """

    def __init__(self, puzzles: Generator, count: int, jobs: int, memory_limit: int | None) -> None:
        self.why = ""
        self._content = pickle.dumps(puzzles)
        self._setup = setup_of(Settings(memory_limit=memory_limit))
        self._count, self._jobs = count, min(jobs, count)

    def __iter__(self) -> Iterator[Puzzle]:
        workers: list[WorkerProcess] = []
        busy: dict[Future[bytes], tuple[int, WorkerProcess]] = {}
        ended: SimpleQueue[Future[bytes]] = SimpleQueue()  # a signal ends the wait for it
        made: dict[int, tuple[Puzzle | None, str]] = {}
        begun = 0

        def begin(worker: WorkerProcess) -> None:
            nonlocal begun
            if begun < self._count:
                future = worker.call(_made, pickle.dumps((self._content, begun)))
                busy[future] = begun, worker
                begun += 1
                future.add_done_callback(ended.put)

        try:
            for _ in range(self._jobs):
                workers.append(WorkerProcess(self._setup))
                begin(workers[-1])
            for number in range(self._count):
                while number not in made:
                    future = ended.get()
                    at, worker = busy.pop(future)
                    made[at] = _result(future, worker)
                    begin(worker)
                puzzle, self.why = made.pop(number)
                if puzzle is None:
                    return
                yield puzzle
        except KeyboardInterrupt:
            watchdog.begin_report()  # to end the processes may take some time
            raise
        finally:
            for worker in workers:
                worker.end()
            for worker in workers:
                worker.close()


def _result(future: Future[bytes], worker: WorkerProcess) -> tuple[Puzzle | None, str]:
    try:
        found: tuple[Puzzle | None, str] = pickle.loads(future.result())
    except BrokenProcessPool:
        raise SolverError(f"a process that makes puzzles ended ({worker.end()})") from None
    return found


def _made(content: bytes) -> bytes:
    """Return, pickled, the puzzle of a pickled generator with a number, and why there is none; it runs in a process."""
    generator, number = pickle.loads(content)
    made: tuple[Any, str] = pickle.loads(generator).made(number)
    return pickle.dumps(made)
