"""Walks: whole numbers on the nodes of a graph, with consecutive numbers on neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import Clause, Constraint, Value
from pencilp.model.structures import RuleFamily, Structure, StructureRule
from pencilp.model.variables import Int

if TYPE_CHECKING:
    from pencilp.model.model import Model


class Walk(Structure):
    """A walk over all nodes of a graph, or one over each of ``groups``, which numbers them from 1.

    ``numbers`` has a number for each node, from 1 to the size of its group. ``around`` lists the neighbours of each
    node, all in the same group.
    """

    def __init__(
        self, m: Model, numbers: Sequence[Int], around: Sequence[Sequence[int]], groups: Sequence[Sequence[int]] = ()
    ) -> None:
        super().__init__(m)
        self.numbers, self.around = numbers, around
        self.groups: Sequence[Sequence[int]] = groups or [range(len(numbers))]
        for x in numbers:
            _ = x.eq  # a model must not grow while it is stated


class Followed(StructureRule):
    """The numbers before and after that of ``node``, if they exist, are on its neighbours.

    Decomposition: for each possible number of the node and each of these two, one of the neighbours has it.
    """

    __slots__ = ("node",)
    of: Walk

    def __init__(self, of: Walk, node: int) -> None:
        super().__init__(of)
        self.node = node

    def holds(self, value: Value) -> bool:
        numbers = self.of.numbers
        near = [value(numbers[k]) for k in self.of.around[self.node]]
        n = value(numbers[self.node])
        return all(other in near for other in (n - 1, n + 1) if 1 <= other <= numbers[self.node].high)

    def variables(self) -> list[Int]:
        return [self.of.numbers[k] for k in (self.node, *self.of.around[self.node])]

    def decomposed(self) -> Sequence[Constraint]:
        numbers, near = self.of.numbers, self.of.around[self.node]
        return [
            Clause((~own, *[numbers[k] == other for k in near]))
            for n, own in enumerate(numbers[self.node].eq, 1)
            for other in (n - 1, n + 1)
            if 1 <= other <= numbers[self.node].high
        ]


class EachFollowed(RuleFamily):
    """Consecutive numbers are on neighbours."""

    __slots__ = ()
    of: Walk

    def __init__(self, of: Walk) -> None:
        self.of, self.at = of, range(len(of.numbers))

    @property
    def parts(self) -> list[Followed]:  # type: ignore[override]
        """One rule for each node."""
        return [Followed(self.of, node) for node in self.at]

    def variable_groups(self) -> Iterable[Iterable[Any]]:
        return (self.of.numbers,)
