"""The objective over several searches: a bound that one search proves holds in the next."""

from __future__ import annotations

from pencilp.errors import SolverError
from pencilp.model import Solution


class Optimum:
    """The least cost, as far as it is known; clasp minimises it.

    ``cost`` is None at first, then that of the best solution so far, the ``incumbent``; once ``proved``, it is the
    least of all. If the best solutions are not ``wanted``, every solution has the cost 0.
    """

    __slots__ = ("cost", "incumbent", "proved", "wanted")

    def __init__(self, *, wanted: bool) -> None:
        self.wanted = wanted
        self.cost: int | None = None if wanted else 0
        self.incumbent: Solution | None = None
        self.proved = not wanted

    @property
    def mode(self) -> bytes:
        """clasp's option ``opt-mode`` for the next search, which shows no solution worse than the best known one."""
        if not self.wanted:
            return b"ignore"
        if self.cost is None:
            return b"optN"
        return b"%s,%d" % (b"enum" if self.proved else b"optN", self.cost)

    def improves(self, cost: int) -> bool:
        """Return whether ``cost`` is less than that of all solutions so far."""
        return self.cost is None or cost < self.cost

    def keep(self, cost: int, solution: Solution) -> None:
        """Keep a better solution, which may not be the best."""
        self.cost, self.incumbent = cost, solution

    def prove(self, cost: int) -> None:
        """Record that ``cost`` is the least cost. Raise SolverError if that contradicts earlier results."""
        if self.cost is not None and (cost != self.cost if self.proved else cost > self.cost):
            raise SolverError(f"clasp: a solution of cost {cost} was called best, but the best cost is {self.cost}")
        self.cost, self.proved = cost, True
        self.incumbent = None

    def ended(self) -> None:
        """Raise SolverError if a complete search has not shown the best solution."""
        if self.incumbent is not None:
            raise SolverError(f"clasp: the search ended without the best solution; its cost is {self.cost} or less")
