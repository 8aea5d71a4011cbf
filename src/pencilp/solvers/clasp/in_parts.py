"""A long search in parts, each done by a process: cube and conquer.

The search first runs alone: short searches pay nothing. Then the answers are divided into parts (``parts.Part``), which
processes search one after another. A part that lasts too long is cut again. When all parts are done, all answers are
known. Only the parts and their results pass between processes, so the processes could run on other machines.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Generator
from contextlib import suppress
from math import inf, log2
from queue import Empty, SimpleQueue
from typing import Any

from pencilp._util.timeout import TimeLimit, TimeLimitReached, start_thread
from pencilp.errors import InputError, LimitReached, PencilpError, SolverError, counted
from pencilp.model import Model, Solution
from pencilp.solvers import check_jobs
from pencilp.solvers.child import Child
from pencilp.solvers.clasp.parts import Part, Progress, fingerprint
from pencilp.solvers.clasp.parts_file import PartsFile
from pencilp.solvers.clasp.search import NAME, Clasp
from pencilp.solvers.result import Ending, Result, collect_result, finished

ALONE_SECONDS = 1.0
"""Seconds that the search runs alone."""
MIN_PART_SECONDS, MAX_PART_SECONDS = 2.0, 30.0
"""The least and the greatest time in seconds after which a part is cut."""
PART_SHARE = 0.05
"""The share of the time so far that a part may take. So at the end no process is idle for long."""
PARTS_PER_JOB = 2
"""The least number of parts for each process, before any is searched."""
MAX_DEATHS = 2
"""If as many processes die with the same part, the search ends."""
STOP_SECONDS = 5.0
"""Seconds to wait for the threads of processes that were ended."""


class InParts:
    """A model stated to clasp, to be searched in parts by ``jobs`` processes.

    ``file`` is the path of a file of finished parts, with which a search goes on that was stopped. Raise InputError if the
    model has an objective.
    """

    def __init__(self, model: Model, jobs: int, file: str | None = None) -> None:
        if model.objective is not None:
            raise InputError("a search for the best answers is not divided into parts: leave out the number of jobs")
        self._model, self._jobs, self._path = model, jobs, file
        self._variables = model.answer_variables()
        self._alone: Clasp | None = None
        if file is None:
            self._alone = Clasp(model)

    def __call__(self, count: int = 2, time_limit: float | None = None) -> Result:
        """Look for up to ``count`` answers, at most for ``time_limit`` seconds."""
        return collect_result(self.answers(count, time_limit))

    def answers(self, count: int = 2, time_limit: float | None = None) -> Generator[Solution, None, Ending]:
        """Yield up to ``count`` answers as they are found, and return how the search ended.

        Raise SolverError if a part cannot be done, InputError if the count is not from 1 to ``MAX_COUNT_IN_PARTS``, or if the
        file of parts belongs to another search.
        """
        check_jobs(self._jobs, self._path, count=count)
        deadline = inf if time_limit is None else time.perf_counter() + time_limit
        found: set[tuple[int, ...]] = set()
        first = None
        if self._alone is not None:
            alone, self._alone = self._alone, None
            search = alone.answers(count, min(ALONE_SECONDS, deadline - time.perf_counter()))
            try:
                while True:
                    solution = next(search)
                    found.add(self._key(solution))
                    first = first or time.perf_counter()
                    yield solution
            except StopIteration as stop:
                if finished(len(found), count, stop.value.complete) or time.perf_counter() >= deadline:
                    return stop.value  # type: ignore[no-any-return]
            finally:
                search.close()
        try:
            program, mark = TimeLimit(None if deadline == inf else deadline - time.perf_counter()).run(
                self._for_processes
            )
        except TimeLimitReached:
            return Ending(NAME, complete=False, first=first)
        run = _Run(program, mark, self._jobs, count, self._path)
        try:
            for solution in run.answers(deadline):
                key = self._key(solution)
                if key not in found:
                    found.add(key)
                    first = first or time.perf_counter()
                    run.keep(solution)
                    yield solution
                    if len(found) == count:
                        break
        finally:
            run.close()
        name = f"{NAME}, {counted(run.done, 'part')} by {self._jobs} process{'es' * (self._jobs != 1)}"
        return Ending(name, run.complete, first, figures={"parts": run.done})

    def _for_processes(self) -> tuple[bytes, str]:
        """Return the model for other processes, and the fingerprint of its program there."""
        program = pickled(self._model)
        # of a copy, as in the processes: a model that was stated has more variables
        return program, fingerprint(pickle.loads(program))

    def _key(self, solution: Solution) -> tuple[int, ...]:
        return tuple(solution.of(self._variables))


class _Process:
    """A process with the program, and the part that it does, if any."""

    def __init__(self, arguments: tuple[Any, ...], events: SimpleQueue[_Process]) -> None:
        self._child = Child("clasp.parts", NAME)
        self._arguments, self._events = arguments, events
        self._stated = False
        self.fingerprint = ""
        self.part = Part()
        self.result: Progress | BaseException | None = None

    def begin(self, part: Part, seconds: float) -> None:
        """Begin a part. At its end the process is put into the queue of events, with its ``result``."""
        self.part, self.result = part, None
        if not start_thread(self._do, seconds):
            raise SolverError("a search in parts needs threads, which this system does not start")

    def _do(self, seconds: float) -> None:
        try:
            if not self._stated:
                self._child.ask("new", *self._arguments)
                self.fingerprint = self._child.ask("fingerprint")
                self._stated = True
            self.result = self._child.ask("do", self.part, seconds)
        except BaseException as error:  # the thread that waits for the event raises it
            self.result = error
        self._events.put(self)

    def interrupt(self) -> None:
        """End the process. The part that it does ends with an error."""
        self._child.interrupt()

    def close(self) -> None:
        """End the process, which does nothing, and remove its folder."""
        self._child.kill()


class _Run:
    """The parts of a search, and the processes that do them.

    ``done`` is the number of parts that were searched to the end; ``complete`` says whether all were.
    """

    def __init__(self, program: bytes, mark: str, jobs: int, count: int, path: str | None) -> None:
        self._jobs = jobs
        self._arguments = (program, count)
        self._fingerprint = mark
        self._events: SimpleQueue[_Process] = SimpleQueue()
        self._idle: list[_Process] = []
        self._busy: list[_Process] = []
        self._failures: dict[Part, int] = {}
        self._file = None if path is None else PartsFile(path, mark, count)
        self._open: list[tuple[_Process | None, Part]] = [(None, Part())]
        """The parts to be searched, each with the process that cut it; it has learned most about them."""
        self.done = 0
        self.complete = False
        self._start = time.perf_counter()
        if self._file is not None:
            self._open = [(None, part) for part in self._file.left]
            self.done = self._file.done

    def answers(self, deadline: float) -> Generator[Solution, None, None]:
        """Yield the answers of all parts, some of them several times, until all parts are done or the time is over."""
        if self._file is not None:
            yield from self._file.answers[:]
        while self._open or self._busy:
            while self._open and len(self._busy) < self._jobs:
                self._begin()
            try:
                process = self._events.get(timeout=min(3600.0, max(0.0, deadline - time.perf_counter())))
            except Empty:
                if time.perf_counter() >= deadline:
                    return
                continue
            self._busy.remove(process)
            part, result = process.part, process.result
            if not isinstance(result, Progress):
                self._failed(process, result)
                continue
            if process.fingerprint != self._fingerprint:
                raise SolverError(f"{NAME}: a process states another program; please report this puzzle")
            self._failures.pop(part, None)
            self._idle.append(process)
            yield from result.answers
            self._open += [(process, each) for each in result.left]
            if [*result.left] != [part]:
                self.done += not result.left
                if self._file is not None:
                    self._file.replace(part, result.left)
        self.complete = True

    def keep(self, answer: Solution) -> None:
        """Keep an answer in the file of parts, unless it was read from there."""
        if self._file is not None and answer not in self._file.answers:
            self._file.add(answer)

    def _begin(self) -> None:
        """Let an idle process, or a new one, begin a part: the last that it cut, or else the first of all."""
        process = self._idle.pop() if self._idle else _Process(self._arguments, self._events)
        self._busy.append(process)
        own = [i for i, (owner, _) in enumerate(self._open) if owner is process]
        _, part = self._open.pop(own[-1] if own else 0)
        process.begin(part, part_seconds(part, self._jobs, time.perf_counter() - self._start))

    def _failed(self, process: _Process, error: object) -> None:
        """Do the part of a process that failed once more, in a new process. Raise its error after the second time."""
        process.close()
        part = process.part
        self._failures[part] = times = self._failures.get(part, 0) + 1
        if not isinstance(error, SolverError):
            assert isinstance(error, BaseException)
            raise error
        if times >= MAX_DEATHS:
            kind: type[PencilpError] = LimitReached if isinstance(error, LimitReached) else SolverError
            raise kind(f"a part of the search failed {times} times: {error}")
        self._open.insert(0, (None, part))

    def close(self) -> None:
        """End all processes and close the file."""
        for process in self._busy:
            process.interrupt()
        for process in self._idle:
            process.close()
        until = time.perf_counter() + STOP_SECONDS
        with suppress(Empty):
            for _ in self._busy:
                self._events.get(timeout=max(0.0, until - time.perf_counter()))
        if self._file is not None:
            self._file.close()


def part_seconds(part: Part, jobs: int, elapsed: float) -> float:
    """Return how long a part is searched before it is cut, ``elapsed`` seconds after the first cut; 0: not at all."""
    if part.depth < log2(PARTS_PER_JOB * jobs):
        return 0.0
    return min(max(MIN_PART_SECONDS, PART_SHARE * elapsed), MAX_PART_SECONDS)


def pickled(model: Model) -> bytes:
    """Return the model for other processes. Raise SolverError if it holds something that belongs to this process."""
    try:
        return pickle.dumps(model, pickle.HIGHEST_PROTOCOL)
    except (AttributeError, TypeError, pickle.PicklingError) as error:
        raise SolverError(f"this puzzle's rules cannot be sent to other processes: {error}") from None
