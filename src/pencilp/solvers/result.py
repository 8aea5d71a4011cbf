"""What every solver returns."""

from __future__ import annotations

from pencilp.model import Solution


class Result:
    """The outcome of a search.

    ``status`` is "unique" (one answer, proved to be the only one), "multiple" (at least two), "none" (proved) or
    "unknown" (the limit was reached first, or only one answer was asked for). ``solutions`` are the answers found, each
    different from the others on the answer layers; with an objective only the best ones. ``solver`` says who found them;
    ``first`` when it had the first one (``time.perf_counter()``), where it tells.
    """

    __slots__ = ("complete", "first", "solutions", "solver")

    def __init__(self, solver: str, solutions: list[Solution], complete: bool, first: float | None = None) -> None:
        self.solver, self.solutions, self.complete, self.first = solver, solutions, complete, first

    @property
    def status(self) -> str:
        """See the class."""
        if len(self.solutions) > 1:
            return "multiple"
        if not self.complete:
            return "unknown"
        return "unique" if self.solutions else "none"

    @property
    def solution(self) -> Solution | None:
        """The first solution, or None."""
        return self.solutions[0] if self.solutions else None

    def __repr__(self) -> str:
        found = f"{len(self.solutions)} solution{'s' * (len(self.solutions) != 1)}"
        return f"<Result {self.status}: {found} by {self.solver}>"
