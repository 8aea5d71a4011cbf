"""The rule of a compass: how many cells of its region lie in some part of the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import Constraint, Counted, Implies, Value, between, outside
from pencilp.reformulate.fast import has_fast_form
from pencilp.structures.groups import GroupHolds

if TYPE_CHECKING:
    from pencilp.model.show import Wording


@has_fast_form("pencilp.genres.compass.fast:rewrite")
class GroupCounts(GroupHolds):
    """The group of ``node``, if it is active, holds from ``low`` to ``high`` of many ``marked`` nodes.

    Decomposition: r_j, that node j is in the group; low <= sum of r_j over the marked nodes <= high.
    """

    __slots__ = ()

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        count = len(self.marked.intersection(self.of.group(self.node, value)))
        return outside(f"{count or 'no'} cell{'s' * (count != 1)}", count, self.low, self.high)

    def decomposed(self) -> Sequence[Constraint]:
        reached = self.of.reached(self.node)
        count = between(self.low, self.high, [reached[j] for j in sorted(self.marked) if j in reached])
        return [count] if self.of.nodes is None else [Implies((self.of.nodes[self.node],), count)]

    def text(self, words: Wording) -> str:
        counted, marked = words.cells(self.low, self.high, len(self.marked)), words.value_of(self, "marked")
        return f"the group of {words.value_of(self, 'node')} has {counted} among {marked or 'no cells'}"
