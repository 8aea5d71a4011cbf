"""The result of a solver."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pencilp.errors import counted

if TYPE_CHECKING:
    from pencilp.model import Solution


GRACE_SECONDS = 0.2
"""Seconds that a solver may run beyond its time limit before it is killed: it checks the time only now and then, and
must hand over its results."""


class Ending(NamedTuple):
    """How a search ended: ``solver`` found the last answer or the proof; ``complete`` says if all answers were found.

    ``first`` is the time of the first answer (``time.perf_counter()``), if the solver reports it. ``incumbent`` is the
    best solution of a search that ended before it was proved the best; it is no answer. ``figures`` are statistics, as
    far as the solver reports them: ``rows`` and ``columns`` of the program that it was given, the ``root`` bound of the
    objective, and the number of ``nodes`` searched. ``undetermined`` are the continuous columns that can change while
    all whole numbers stay the same.
    """

    solver: str
    complete: bool
    first: float | None = None
    incumbent: Any = None
    figures: dict[str, float] | None = None
    undetermined: Sequence[str] = ()


def status_of(found: int, complete: bool) -> str:
    """Return the status of a search that found ``found`` answers; ``complete``: there are no others.

    See ``Result``.
    """
    if found > 1:
        return "multiple"
    if not complete:
        return "unknown"
    return "unique" if found else "none"


def finished(found: int, count: int, complete: bool) -> bool:
    """Return whether a search for up to ``count`` answers (0: all) has found them or proved that no more exist."""
    return complete or 0 < count <= found


class Result:
    """The outcome of a search.

    ``status`` is "unique" (one answer, proved to be the only one), "multiple" (at least two), "none" (proved) or
    "unknown" (the limit was reached first, or only one answer was asked for). ``solutions`` are the answers found. Any
    two differ on the answer layers; with an objective they are the best ones. ``complete``: there are no others.
    ``solver`` is the name of the solver that found them, ``first`` the time of the first one (``time.perf_counter()``),
    if it is reported. ``incumbent`` is the best solution so far of a search that ended before it was proved the best.
    ``objective`` is the value of the model's objective in the solutions, if ``Model.solve`` found them.
    """

    __slots__ = ("complete", "first", "incumbent", "objective", "solutions", "solver")

    def __init__(
        self,
        solver: str,
        solutions: list[Solution],
        complete: bool,
        first: float | None = None,
        incumbent: Solution | None = None,
    ) -> None:
        self.solver, self.solutions, self.complete, self.first = solver, solutions, complete, first
        self.incumbent = incumbent
        self.objective: float | None = None

    @property
    def status(self) -> str:
        """The status: "unique", "multiple", "none" or "unknown"."""
        return status_of(len(self.solutions), self.complete)

    @property
    def solution(self) -> Solution | None:
        """The first solution, or None."""
        return self.solutions[0] if self.solutions else None

    def __repr__(self) -> str:
        found = counted(len(self.solutions), "solution")
        return f"<Result {self.status}: {found} by {self.solver}>"


def collect_result(found: Generator[Any, None, Ending]) -> Result:
    """Return all answers of a generator as a ``Result``."""
    solutions: list[Any] = []
    try:
        while True:
            solutions.append(next(found))
    except StopIteration as stop:
        ending: Ending = stop.value
        return Result(ending.solver, solutions, ending.complete, ending.first, ending.incumbent)


def no_answers_in_time(solver: str) -> Generator[Any, None, Ending]:
    """Yield no answer, and end as an incomplete search."""
    yield from ()
    return Ending(solver, complete=False)
