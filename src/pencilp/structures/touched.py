"""Groups of shaded cells that touch a cell, and a rule that counts their cells."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import Clause, Constraint, Counted, Value, exactly, none_of
from pencilp.model.variables import Lit
from pencilp.structures.groups import GroupRule, Groups, cells_instead

if TYPE_CHECKING:
    from pencilp.model.model import Model


class ShadedGroups(Groups):
    """The groups of shaded cells. Nodes are the cells, active if they are ``shaded``; edges are ``links``."""

    nodes: Sequence[Lit]

    def __init__(self, m: Model, shaded: Sequence[Lit], links: Sequence[tuple[int, int]]) -> None:
        super().__init__(m, len(shaded), [(a, b, None) for a, b in links], shaded)

    def adjacent(self, never: Collection[int] = ()) -> list[list[int]]:
        """Return the neighbours of each node without those that are ``never`` active."""
        return [[n for n, _ in around if n not in never] for around in self.around]


class TouchedSize(GroupRule):
    """The groups that ``node`` touches have ``size`` nodes together.

    Decomposition: f_j, that node j is in one of these groups, for the nodes within ``size`` steps of it; the sum of f_j
    is ``size``; and no active node beyond them is adjacent to a node with f_j. (With it the groups would be too large.)
    """

    __slots__ = ("size",)
    of: ShadedGroups

    def __init__(self, of: ShadedGroups, node: int, size: int) -> None:
        super().__init__(of, node)
        self.size = size

    def holds(self, value: Value) -> bool:
        return self._touched(value) == self.size

    def _touched(self, value: Value) -> int:
        return len({j for n, _ in self.of.around[self.node] for j in self.of.group(n, value)})

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        return cells_instead(self._touched(value), self.size, self.size)

    def decomposed(self) -> Sequence[Constraint]:
        return self.among(self.of.adjacent())

    def among(self, neighbours: Sequence[Sequence[int]]) -> list[Constraint]:
        """Return the decomposition if groups can go from each node only to the nodes that ``neighbours`` lists for it."""
        nodes = self.of.nodes
        ring = list(neighbours[self.node])
        if self.size == 0:
            return [none_of([nodes[n] for n in ring])]
        number = {n: i for i, n in enumerate(ring)}
        sources = range(len(ring))
        for _ in range(self.size - 1):
            if not ring:
                # all cells are reached
                break
            ring = [n for n in dict.fromkeys([n for c in ring for n in neighbours[c]]) if n not in number]
            number.update(zip(ring, range(len(number), len(number) + len(ring)), strict=True))
        edges = [(i, number[n], None) for c, i in number.items() for n in neighbours[c] if n > c and n in number]
        flooded = self.of.m.flood([nodes[c] for c in number], edges, sources)
        beyond = [(c, n) for c in ring for n in neighbours[c] if n not in number]
        return [exactly(self.size, flooded), *(Clause((~flooded[number[c]], ~nodes[n])) for c, n in beyond)]
