"""The rule that the size of a region lies between the two numbers in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pencilp.model.constraints import Clause, Value
from pencilp.reformulate.fast import has_fast_form
from pencilp.structures.groups import GroupRule
from pencilp.structures.regions import Regions


@has_fast_form("pencilp.genres.araf.fast:rewrite")
class SizeBetween(GroupRule):
    """The size of the region of ``node`` is strictly between two numbers: that of ``node``, and that of one other node.

    ``numbers`` maps each node with a number to it, or to None if it is unknown. The rule of a node compares the size
    with the node's own number. It holds anyway if the region does not hold exactly one other node with a number.

    Decomposition: r_j, that node j is in the group; s_k, that the sum of r_j is k or more. For every other node j with
    a number: if r_j and none of the rest, s_{n+1} if j's number is greater than n, not s_n if it is less.
    """

    __slots__ = ("numbers",)

    def __init__(self, of: Regions, node: int, numbers: Mapping[int, int | None]) -> None:
        super().__init__(of, node)
        self.numbers = numbers

    def sides(self, other: int) -> tuple[bool, bool]:
        """Return whether the size may be less, and whether it may be greater, than the number of ``node``.

        ``other`` is the other node with a number.
        """
        own, beyond = self.numbers[self.node], self.numbers[other]
        return own is None or beyond is None or beyond < own, own is None or beyond is None or beyond > own

    def holds(self, value: Value) -> bool:
        own, group = self.numbers[self.node], self.of.group(self.node, value)
        others = [j for j in group if j in self.numbers and j != self.node]
        if own is None or len(others) != 1:
            return True
        less, greater = self.sides(others[0])
        return less if len(group) < own else greater and len(group) > own

    def decomposed(self) -> Sequence[Clause]:
        own, m = self.numbers[self.node], self.of.m
        if own is None:
            return []
        reached = self.of.reached(self.node)
        others = {j: x for j, x in reached.items() if j in self.numbers and j != self.node}
        several = m.count_of(2, others.values())
        least, more = (m.count_of(n, reached.values()) for n in (own, own + 1))
        result = []
        for j, x in others.items():
            less, greater = self.sides(j)
            result.append(Clause((~x, several, *((~least,) if less else ()), *((more,) if greater else ()))))
        return result
