"""The rule that two sections of a loop have different sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilp.errors import counted as in_words
from pencilp.model.constraints import Clause, Constraint, Counted, Value
from pencilp.structures.groups import GroupRule, Groups


class SizesDiffer(GroupRule):
    """The groups of ``node`` and ``other`` do not have equally many nodes.

    Decomposition: r_j and s_j, that node j is in the one or the other group; for each n the sum of r_j or that of s_j
    is not n.
    """

    __slots__ = ("other",)

    def __init__(self, of: Groups, node: int, other: int) -> None:
        super().__init__(of, node)
        self.other = other

    def holds(self, value: Value) -> bool:
        return len(self.of.group(self.node, value)) != len(self.of.group(self.other, value))

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        return f"both have {in_words(len(self.of.group(self.node, value)), 'cell')}"

    def decomposed(self) -> Sequence[Constraint]:
        m = self.of.m
        sizes = [tuple(self.of.reached(node).values()) for node in (self.node, self.other)]
        return [
            Clause([x for lits in sizes for x in (~m.count_of(n, lits), m.count_of(n + 1, lits))])
            for n in range(min(map(len, sizes)) + 1)
        ]
