"""Paths: lines from cell to cell, each between two ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import Clause, Constraint, Count, Value
from pencilp.model.structures import RuleFamily
from pencilp.model.variables import Lit
from pencilp.structures.groups import GroupRule, Groups

if TYPE_CHECKING:
    from pencilp.model.model import Model, Rule


class Paths(Groups):
    """The lines on a board. Nodes are its cells, edges its pairs of neighbours, open if ``line`` is true.

    ``line`` has a literal for each link. ``board`` is the lattice: see pencilp.board.lattice.
    """

    def __init__(self, m: Model, board: Any, line: Sequence[Lit]) -> None:
        self.board, self.line, self.links = board, line, board.links
        super().__init__(m, len(board), [(a, b, x) for (a, b), x in zip(board.links, line, strict=True)])
        self._connected_to: dict[frozenset[int], Sequence[Lit]] = {}

    def reset(self) -> None:
        super().reset()
        self._connected_to.clear()

    def lines_at(self, cell: int) -> list[Lit]:
        """Return the literals of the lines at a cell."""
        return [self.line[e] for _, e in self.around[cell]]

    def counts(self) -> list[tuple[int, Count, Rule]]:
        """Return the rules of the model that count the lines at one cell, as (cell, count, rule)."""
        cell_of = {frozenset(x.n for x in lines): c for c in range(self.count) if (lines := self.lines_at(c))}
        result = []
        for rule in self.m.rules:
            count = rule[0]
            if isinstance(count, Count):
                cell = cell_of.get(frozenset(x.n for x in count.lits), -1)
                if cell >= 0 and len(count.lits) == len(self.around[cell]):
                    result.append((cell, count, rule))
        return result

    def connected_to(self, ends: frozenset[int]) -> Sequence[Lit]:
        """Return for each cell the literal, defined by the lines, that they connect it to one of ``ends``."""
        if ends not in self._connected_to:
            self._connected_to[ends] = self.m.flood([self.m.true] * self.count, self.edges, sorted(ends))
        return self._connected_to[ends]


class InOneGroup(GroupRule):
    """``node`` and ``other`` are in the same group.

    Decomposition: r_other, that it is in the group of the node.
    """

    __slots__ = ("other",)

    def __init__(self, of: Groups, node: int, other: int) -> None:
        super().__init__(of, node)
        self.other = other

    def holds(self, value: Value) -> bool:
        return self.other in self.of.group(self.node, value)

    def decomposed(self) -> Sequence[Constraint | Lit]:
        return [self.of.reached(self.node).get(self.other, self.of.m.false)]


class AllLeadTo(RuleFamily):
    """Every line leads to one of ``ends``.

    Decomposition: l_i, that lines connect cell i to an end; e >> l_i for the lines e at cell i.
    """

    __slots__ = ("ends",)
    of: Paths

    def __init__(self, of: Paths, ends: Collection[int]) -> None:
        self.of, self.ends = of, frozenset(ends)
        self.at = [c for c in range(of.count) if c not in self.ends]

    @property
    def parts(self) -> list[LeadsToEnd]:  # type: ignore[override]
        """One rule for each cell."""
        return [LeadsToEnd(self.of, cell, self.ends) for cell in self.at]

    def faults(self, value: Value, at: Any) -> list[Any]:
        return [tuple(g) for g in self.of.all_groups(value) if len(g) > 1 and self.ends.isdisjoint(g)]

    def holds(self, value: Value) -> bool:
        return not self.faults(value, None)

    def variable_groups(self) -> Iterable[Iterable[Lit]]:
        return (self.of.line,)


class LeadsToEnd(GroupRule):
    """The lines at ``node`` lead to one of ``ends``."""

    __slots__ = ("ends",)
    of: Paths

    def __init__(self, of: Paths, node: int, ends: frozenset[int]) -> None:
        super().__init__(of, node)
        self.ends = ends

    def holds(self, value: Value) -> bool:
        group = self.of.group(self.node, value)
        return len(group) < 2 or not self.ends.isdisjoint(group)

    def decomposed(self) -> Sequence[Constraint]:
        led = self.of.connected_to(self.ends)[self.node]
        return [Clause((~x, led)) for x in self.of.lines_at(self.node)]
