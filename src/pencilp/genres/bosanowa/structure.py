"""Numbers that are the sum of their differences to others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import Constraint, Counted, Implies, Value
from pencilp.model.structures import Structure, StructureRule
from pencilp.model.variables import Int, Lit, Var, total
from pencilp.reformulate.fast import has_fast_form

if TYPE_CHECKING:
    from pencilp.model.model import Model


@has_fast_form("pencilp.genres.bosanowa.fast:rewrite")
class Differences(Structure):
    """The differences between ``numbers`` (each 1 or more).

    ``near`` are, for each, those that it has a difference to: if one is near another, that one is near it, too.
    """

    def __init__(self, m: Model, numbers: Sequence[Int], near: Sequence[Sequence[int]]) -> None:
        super().__init__(m)
        self.numbers, self.near = numbers, near
        self._made: dict[tuple[int, int], Int] = {}

    def between(self, i: int, j: int) -> Int:
        """The difference of two numbers: one of x - y and y - x, and not negative."""
        pair = min(i, j), max(i, j)
        if pair not in self._made:
            x, y = (self.numbers[k] for k in pair)
            apart = self.m.integer("difference", 0, max(x.high - y.low, y.high - x.low, 0))
            larger = self.m.binary("larger")
            self.m.ties += [Implies((larger,), apart == x - y), Implies((~larger,), apart == y - x)]
            self._made[pair] = apart
        return self._made[pair]


class SumsDifferences(StructureRule):
    """Number ``i`` is the sum of its differences to those near it.

    Decomposition: a linear equation over the differences. Each is defined as the one of x - y and y - x that is not
    negative.
    """

    __slots__ = ("i",)
    of: Differences

    def __init__(self, of: Differences, i: int) -> None:
        super().__init__(of)
        self.i = i

    def _sum(self, value: Value) -> int:
        x = value(self.of.numbers[self.i])
        return sum(abs(x - value(self.of.numbers[j])) for j in self.of.near[self.i])

    def holds(self, value: Value) -> bool:
        return bool(self._sum(value) == value(self.of.numbers[self.i]))

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        return f"they add up to {self._sum(value)} instead of {value(self.of.numbers[self.i])}"

    def variables(self) -> Iterable[Var]:
        return [self.of.numbers[j] for j in (self.i, *self.of.near[self.i])]

    def decomposed(self) -> Sequence[Constraint | Lit]:
        differences = [self.of.between(self.i, j) for j in self.of.near[self.i]]
        x = self.of.numbers[self.i]
        # each difference is x at most, which a solver does not see at once
        nearer = [d <= x + 0 for d in differences] if len(differences) > 1 else []
        return [total(differences) == x, *nearer]
