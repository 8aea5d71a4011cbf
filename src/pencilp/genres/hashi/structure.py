"""Bridges: straight lines from one island to the next, with none, one or several between the same two."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from pencilp.model.constraints import And, Clause, Constraint, Counted, Linear, Value
from pencilp.model.structures import RuleFamily, StructureRule
from pencilp.model.variables import Int, Lit, Var
from pencilp.reformulate.fast import has_fast_form
from pencilp.structures.groups import Groups

if TYPE_CHECKING:
    from pencilp.model.model import Model


class Span(NamedTuple):
    """A place for bridges from an island to the next one in a direction: the two islands, the cells between, the
    links."""

    ends: tuple[int, int]
    over: tuple[int, ...]
    links: tuple[int, ...]


@has_fast_form("pencilp.genres.hashi.fast:rewrite")
class Bridges(Groups):
    """The bridges on a board. Nodes are its cells, edges its pairs of neighbours, open where there is a bridge.

    ``bridges`` has per link how many there are, ``islands`` are the cells with one; ``board`` is the lattice:
    see pencilp.board.lattice.
    """

    def __init__(self, m: Model, board: Any, bridges: Sequence[Int], islands: Collection[int]) -> None:
        super().__init__(m, len(board), [(a, b, None) for a, b in board.links])
        self.board, self.bridges, self.islands = board, bridges, sorted(islands)
        self.water = sorted({*range(self.count)}.difference(islands))
        """The cells without an island."""

    def opening(self, edge: int) -> Lit:
        lit: Lit = self.bridges[edge] >= 1
        return lit

    def is_open(self, edge: int, value: Value) -> bool:
        return bool(value(self.bridges[edge]) >= 1)

    def touched(self) -> list[Var]:
        return [*self.bridges]

    def at(self, cell: int) -> list[Int]:
        """The numbers of bridges on the links of a cell."""
        return [self.bridges[e] for _, e in self.around[cell]]

    def axes(self, cell: int) -> list[list[Int]]:
        """The same for each straight line through the cell, of one link or two."""
        board, around = self.board, dict(self.around[cell])
        result = []
        for d in board.link_directions:
            pair = [around[n] for n in (board.step[cell][d], board.step[cell][board.opposite(d)]) if n in around]
            if pair:
                result.append([self.bridges[e] for e in pair])
        return result

    def spans(self) -> list[Span]:
        """Return the places for bridges."""
        board, islands = self.board, set(self.islands)
        result = []
        for a in self.islands:
            for d in board.link_directions:
                ray = board.rays[a][d]
                length = next((k for k, c in enumerate(ray) if c in islands), None)
                if length is not None:
                    over = tuple(ray[:length])
                    links = tuple([board.link_to[c][d] for c in (a, *over)])
                    result.append(Span((a, ray[length]), over, links))
        return result


class GoStraightOn(RuleFamily):
    """At every cell without an island a bridge goes straight on.

    For the two numbers x and y on a line through the cell, x >= k exactly where y >= k; x = 0 where there is no y.
    """

    __slots__ = ()
    of: Bridges

    def __init__(self, of: Bridges) -> None:
        self.of, self.at = of, of.water

    @property
    def parts(self) -> list[And]:  # type: ignore[override]
        """The rules about the single cells."""
        result = []
        for cell in self.at:
            clauses = []
            for x, *others in self.of.axes(cell):
                for k in range(1, x.high + 1):
                    if not others:
                        clauses.append(Clause((~(x >= k),)))
                    for y in others:
                        clauses += [Clause((~(x >= k), y >= k)), Clause((x >= k, ~(y >= k)))]
            result.append(And(clauses))
        return result

    def faults(self, value: Value, at: Any) -> list[Any]:
        return [
            cell
            for cell in self.at
            if any(value(x) != (value(others[0]) if others else 0) for x, *others in self.of.axes(cell))
        ]

    def holds(self, value: Value) -> bool:
        return not self.faults(value, None)

    def variable_groups(self) -> Iterable[Iterable[Var]]:
        return map(self.of.at, self.at)


class Uncrossed(RuleFamily):
    """No two bridges cross at a cell without an island: of two lines through it only one has bridges."""

    __slots__ = ()
    of: Bridges

    def __init__(self, of: Bridges) -> None:
        lines = len(of.board.link_directions)
        self.of = of
        self.at = [c for c in of.water if len(of.around[c]) > lines or len(of.axes(c)) > 1]

    @property
    def parts(self) -> list[And]:  # type: ignore[override]
        """The rules about the single cells."""
        return [
            And(
                [
                    Clause((~(x >= 1), ~(y >= 1)))
                    for one, other in combinations(self.of.axes(cell), 2)
                    for x in one
                    for y in other
                ]
            )
            for cell in self.at
        ]

    def faults(self, value: Value, at: Any) -> list[Any]:
        return [cell for cell in self.at if sum(any(map(value, axis)) for axis in self.of.axes(cell)) > 1]

    def holds(self, value: Value) -> bool:
        return not self.faults(value, None)

    def variable_groups(self) -> Iterable[Iterable[Var]]:
        return map(self.of.at, self.at)


class EndAt(StructureRule):
    """``count`` bridges end at the island in ``cell``: the sum over its links."""

    __slots__ = ("cell", "count")
    of: Bridges

    def __init__(self, of: Bridges, cell: int, count: int) -> None:
        super().__init__(of)
        self.cell, self.count = cell, count

    def holds(self, value: Value) -> bool:
        return bool(sum(map(value, self.of.at(self.cell))) == self.count)

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        return f"{sum(map(value, self.of.at(self.cell)))} instead of {self.count}"

    def variables(self) -> Iterable[Var]:
        return self.of.at(self.cell)

    def decomposed(self) -> Sequence[Constraint]:
        return [Linear([(1, x) for x in self.of.at(self.cell)], self.count, self.count)]


class AnyBridge(StructureRule):
    """There is a bridge."""

    __slots__ = ()
    of: Bridges

    def holds(self, value: Value) -> bool:
        return any(map(value, self.of.bridges))

    def variables(self) -> Iterable[Var]:
        return self.of.bridges

    def decomposed(self) -> Sequence[Constraint]:
        return [Clause([x >= 1 for x in self.of.bridges])]


class AllJoined(StructureRule):
    """The bridges join all islands.

    Decomposition: r_i, that bridges lead from the first island to cell i; r_i for all islands i.
    """

    __slots__ = ()
    of: Bridges

    def holds(self, value: Value) -> bool:
        return not self.faults(value, None)

    def faults(self, value: Value, at: Any) -> list[Any]:
        """All islands but those of the largest group."""
        groups = [[c for c in group if c in self.of.islands] for group in self.of.all_groups(value)]
        groups = sorted(filter(None, groups), key=len)
        return [tuple(sorted(c for group in groups[:-1] for c in group))] if len(groups) > 1 else []

    def variables(self) -> Iterable[Var]:
        return self.of.bridges

    def variable_groups(self) -> Iterable[Iterable[Var]]:
        return map(self.of.at, range(self.of.count))

    def decomposed(self) -> Sequence[Lit]:
        first, *others = self.of.islands or (0,)
        reached = self.of.reached(first)
        return [reached.get(i, self.of.m.false) for i in others]
