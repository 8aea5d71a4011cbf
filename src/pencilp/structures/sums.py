"""Sums of whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import Constraint, Counted, Value
from pencilp.model.structures import Structure, StructureRule
from pencilp.model.variables import Int, total

if TYPE_CHECKING:
    from pencilp.model.model import Model


class Sums(Structure):
    """All sums of a model. If numbers must also be different, only some combinations make a sum."""

    @classmethod
    def of(cls, m: Model) -> Sums:
        """Return the sums of ``m``, made on first use."""
        return next((s for s in m.structures if isinstance(s, Sums)), None) or cls(m)


class SumIs(StructureRule):
    """``ints`` add up to ``amount``.

    Decomposition: the linear equation.
    """

    __slots__ = ("amount", "ints")

    def __init__(self, of: Sums, ints: Sequence[Int], amount: int) -> None:
        super().__init__(of)
        self.ints, self.amount = ints, amount

    def holds(self, value: Value) -> bool:
        return bool(sum(map(value, self.ints)) == self.amount)

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        return f"they add up to {sum(map(value, self.ints))} instead of {self.amount}"

    def variables(self) -> Sequence[Int]:
        return self.ints

    def decomposed(self) -> Sequence[Constraint]:
        return [total(self.ints) == self.amount]
