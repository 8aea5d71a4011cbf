"""Lines of literals: no two may be alike, none may hold a long run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import Clause, Constraint, Value
from pencilp.model.structures import NotAllFamily, RuleFamily, Structure, StructureRule
from pencilp.model.variables import Lit

if TYPE_CHECKING:
    from pencilp.model.model import Model


class Lines(Structure):
    """``lines`` of places, each of which has a literal in ``lits``."""

    def __init__(self, m: Model, lits: Sequence[Lit], lines: Sequence[Sequence[int]]) -> None:
        super().__init__(m)
        self.lits, self.lines = lits, lines

    def touched(self) -> list[Lit]:
        """Return all literals of the lines."""
        return [self.lits[c] for line in self.lines for c in line]

    def alike(self, value: Value) -> list[tuple[Sequence[int], Sequence[int]]]:
        """Pairs of lines that are filled alike: the first of its kind with each other one."""
        first: dict[tuple[int, ...], Sequence[int]] = {}
        filled = [(tuple([value(self.lits[c]) for c in line]), line) for line in self.lines]
        return [(found, line) for key, line in filled if (found := first.setdefault(key, line)) is not line]


class Unlike(StructureRule):
    """Two lines, ``one`` and ``other``, are not filled alike.

    Decomposition: they differ in some place.
    """

    __slots__ = ("one", "other")
    of: Lines

    def __init__(self, of: Lines, one: Sequence[int], other: Sequence[int]) -> None:
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


class NoneAlike(RuleFamily):
    """No two of the lines are filled alike; lines of different lengths never are."""

    __slots__ = ()
    of: Lines

    def __init__(self, of: Lines) -> None:
        self.of = of

    @property
    def _pairs(self) -> list[tuple[Sequence[int], Sequence[int]]]:
        return [(one, other) for one, other in combinations(self.of.lines, 2) if len(one) == len(other)]

    @property
    def parts(self) -> list[Unlike]:  # type: ignore[override]
        """The rules about two lines each."""
        return [Unlike(self.of, one, other) for one, other in self._pairs]

    @property
    def at(self) -> list[tuple[int, ...]]:  # type: ignore[override]
        """The cells of both."""
        return [(*one, *other) for one, other in self._pairs]

    def faults(self, value: Value, at: Any) -> list[Any]:
        return [(*one, *other) for one, other in self.of.alike(value)]

    def holds(self, value: Value) -> bool:
        return not self.of.alike(value)

    def near(self) -> Iterable[Iterable[Lit]]:
        return (self.of.touched(),)


class Stretches(Structure):
    """Cells that stand in a row on ``board``, in every direction."""

    def __init__(self, m: Model, board: Any) -> None:
        super().__init__(m)
        self.board = board

    @classmethod
    def of(cls, m: Model, board: Any) -> Stretches:
        """Return the stretches of ``board`` in ``m``; made when they are first asked for."""
        return next((s for s in m.structures if isinstance(s, Stretches) and s.board is board), None) or cls(m, board)


class NoRun(NotAllFamily):
    """Nowhere are the literals of ``length`` cells in a row all true.

    ``lits`` has one for each cell, ``at`` are all ``length`` cells in a row that there are, along one ``axis`` or along all.
    """

    __slots__ = ("axis", "length")
    of: Stretches

    def __init__(
        self, of: Stretches, lits: Sequence[Lit], length: int, at: Sequence[Sequence[int]], axis: int | None = None
    ) -> None:
        super().__init__(of.board, lits, at, of)
        self.length, self.axis = length, axis

    @property
    def key(self) -> tuple[Any, ...]:
        return type(self), self.length, self.axis
