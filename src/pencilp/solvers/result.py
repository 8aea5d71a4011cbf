"""What every solver returns."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pencilp.errors import counted

if TYPE_CHECKING:
    from pencilp.model import Solution


GRACE = 0.2
"""Seconds that a solver may take beyond the time limit that it was told before it is ended: it looks at its clock now and
then, and has to hand over what it found."""


class Ending(NamedTuple):
    """How a search ended: ``solver`` who found the last answer or the proof, ``complete`` whether all answers were found.

    ``first`` is when the first one was there (``time.perf_counter()``), where the solver tells. ``incumbent`` is a
    solution that is no answer: the best so far of a search that ended before it knew the best. ``figures`` is what the solver
    tells of its work, as far as it does: ``rows`` and ``columns`` of the program that it was given, the ``root`` bound of the
    objective, and how many ``nodes`` it has searched. ``undetermined`` are continuous columns that can have other values where
    the whole numbers can not.
    """

    solver: str
    complete: bool
    first: float | None = None
    incumbent: Any = None
    figures: dict[str, float] | None = None
    undetermined: Sequence[str] = ()


def status_of(found: int, complete: bool) -> str:
    """Return the status of a search with so many answers, which are all that there are if it is ``complete``.

    See ``Result``.
    """
    if found > 1:
        return "multiple"
    if not complete:
        return "unknown"
    return "unique" if found else "none"


def finished(found: int, count: int, complete: bool) -> bool:
    """Return whether a search for up to ``count`` answers (0: all) has done what it was asked for."""
    return complete or 0 < count <= found


class Result:
    """The outcome of a search.

    ``status`` is "unique" (one answer, proved to be the only one), "multiple" (at least two), "none" (proved) or
    "unknown" (the limit was reached first, or only one answer was asked for). ``solutions`` are the answers found, each
    different from the others on the answer layers; with an objective only the best ones. ``complete``: these are all
    that there are. ``solver`` says who found them; ``first`` when it had the first one (``time.perf_counter()``), where it
    tells. ``incumbent`` is the best solution so far, where the search ended before it knew the best. ``objective`` is the
    value of the model's objective in the solutions, if ``Model.solve`` found them.
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
        """See the class."""
        return status_of(len(self.solutions), self.complete)

    @property
    def solution(self) -> Solution | None:
        """The first solution, or None."""
        return self.solutions[0] if self.solutions else None

    def __repr__(self) -> str:
        found = counted(len(self.solutions), "solution")
        return f"<Result {self.status}: {found} by {self.solver}>"


def collected(found: Generator[Any, None, Ending]) -> Result:
    """Return all that a generator of answers has, as a ``Result``."""
    solutions: list[Any] = []
    try:
        while True:
            solutions.append(next(found))
    except StopIteration as stop:
        ending: Ending = stop.value
        return Result(ending.solver, solutions, ending.complete, ending.first, ending.incumbent)


def none_in_time(solver: str) -> Generator[Any, None, Ending]:
    """No answers, and they are not all."""
    yield from ()
    return Ending(solver, complete=False)
