"""Rows and columns that are all filled differently."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import Clause, Constraint, Value
from pencilp.model.structures import RuleFamily, Structure, StructureRule
from pencilp.model.variables import Lit
from pencilp.reformulate.fast import has_fast_form

if TYPE_CHECKING:
    from pencilp.model.model import Model


@has_fast_form("pencilp.genres.binairo.fast:rewrite")
class FilledLines(Structure):
    """``lines`` of places. ``lits`` has a literal for each place."""

    def __init__(self, m: Model, lits: Sequence[Lit], lines: Sequence[Sequence[int]]) -> None:
        super().__init__(m)
        self.lits, self.lines = lits, lines

    def touched(self) -> list[Lit]:
        """Return all literals of the lines."""
        return [self.lits[c] for line in self.lines for c in line]

    def alike(self, value: Value) -> list[tuple[Sequence[int], Sequence[int]]]:
        """Return pairs of equal lines: the first with each later one that equals it."""
        first: dict[tuple[int, ...], Sequence[int]] = {}
        filled = [(tuple([value(self.lits[c]) for c in line]), line) for line in self.lines]
        return [(earlier, line) for key, line in filled if (earlier := first.setdefault(key, line)) is not line]


class TwoLinesDiffer(StructureRule):
    """The lines ``one`` and ``other`` differ.

    Decomposition: their literals differ at some place.
    """

    __slots__ = ("one", "other")
    of: FilledLines

    def __init__(self, of: FilledLines, one: Sequence[int], other: Sequence[int]) -> None:
        super().__init__(of)
        self.one, self.other = one, other

    def holds(self, value: Value) -> bool:
        lits = self.of.lits
        return any(value(lits[a]) != value(lits[b]) for a, b in zip(self.one, self.other, strict=True))

    def variables(self) -> Iterable[Lit]:
        return [self.of.lits[c] for c in (*self.one, *self.other)]

    def decomposed(self) -> Sequence[Constraint]:
        m, lits = self.of.m, self.of.lits
        return [Clause([m.differ(lits[a], lits[b]) for a, b in zip(self.one, self.other, strict=True)])]


class AllLinesDiffer(RuleFamily):
    """No two lines are equal. Lines of different lengths never are."""

    __slots__ = ()
    of: FilledLines

    def __init__(self, of: FilledLines) -> None:
        self.of = of

    @property
    def _pairs(self) -> list[tuple[Sequence[int], Sequence[int]]]:
        return [(one, other) for one, other in combinations(self.of.lines, 2) if len(one) == len(other)]

    @property
    def parts(self) -> list[TwoLinesDiffer]:  # type: ignore[override]
        """One rule for each pair of lines."""
        return [TwoLinesDiffer(self.of, one, other) for one, other in self._pairs]

    @property
    def at(self) -> list[tuple[int, ...]]:  # type: ignore[override]
        """The cells of both lines of each pair."""
        return [(*one, *other) for one, other in self._pairs]

    def faults(self, value: Value, at: Any) -> list[Any]:
        return [(*one, *other) for one, other in self.of.alike(value)]

    def holds(self, value: Value) -> bool:
        return not self.of.alike(value)

    def variable_groups(self) -> Iterable[Iterable[Lit]]:
        return (self.of.touched(),)
