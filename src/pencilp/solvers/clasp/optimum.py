"""The objective over several searches: whatever one of them has proved of the least cost holds in the next."""

from __future__ import annotations

from pencilp.errors import SolverError
from pencilp.model import Solution


class Optimum:
    """What is known of the least cost, which clasp minimises.

    At first nothing. Then ``cost`` is that of the best solution so far, the ``incumbent``; in the end, ``proved``, the least
    of all. If the best solutions are not ``wanted``, any will do: all have the cost 0.
    """

    __slots__ = ("cost", "incumbent", "proved", "wanted")

    def __init__(self, *, wanted: bool) -> None:
        self.wanted = wanted
        self.cost: int | None = None if wanted else 0
        self.incumbent: Solution | None = None
        self.proved = not wanted

    @property
    def mode(self) -> bytes:
        """Return clasp's option ``opt-mode`` for the next search: it shows no solution that is worse than what is known."""
        if not self.wanted:
            return b"ignore"
        if self.cost is None:
            return b"optN"
        return b"%s,%d" % (b"enum" if self.proved else b"optN", self.cost)

    def improves(self, cost: int) -> bool:
        """Return whether a solution of this ``cost`` is better than all before."""
        return self.cost is None or cost < self.cost

    def keep(self, cost: int, solution: Solution) -> None:
        """Keep a solution that improves, which may not be the best."""
        self.cost, self.incumbent = cost, solution

    def prove(self, cost: int) -> None:
        """Record that ``cost`` is the least one. Raise SolverError if that contradicts what is known."""
        if self.cost is not None and (cost != self.cost if self.proved else cost > self.cost):
            raise SolverError(
                f"clasp: a solution of cost {cost} is shown as one of the best, whose cost is {self.cost}"
            )
        self.cost, self.proved = cost, True
        self.incumbent = None

    def ended(self) -> None:
        """Raise SolverError if a search that has looked at all solutions has not shown the best one."""
        if self.incumbent is not None:
            raise SolverError(f"clasp: the search ended without the best solution; its cost is {self.cost} or less")
