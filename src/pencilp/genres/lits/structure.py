"""Pieces: in each of several groups of cells the true ones have one of some shapes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING

from pencilp.model.constraints import Clause, Connected, Constraint, Value, any_of, exactly
from pencilp.model.structures import Structure, StructureRule
from pencilp.model.variables import Lit
from pencilp.reformulate.fast import has_fast_form

if TYPE_CHECKING:
    from pencilp.model.model import Model


@has_fast_form("pencilp.genres.lits.fast:rewrite")
class Pieces(Structure):
    """A piece in each of ``groups`` of cells. Groups share no cells.

    ``places`` has for each group and shape the cells of every piece of this shape in it; all pieces have as many cells.
    ``lits`` has a literal per cell, ``links`` are the pairs of neighbours in different groups.
    """

    def __init__(
        self,
        m: Model,
        groups: Sequence[Sequence[int]],
        places: Sequence[Mapping[str, Sequence[tuple[int, ...]]]],
        lits: Sequence[Lit],
        links: Iterable[tuple[int, int]],
    ) -> None:
        super().__init__(m)
        self.groups, self.places, self.lits = groups, places, lits
        self.size = next((len(cells) for by_shape in places for some in by_shape.values() for cells in some), 0)
        self.contacts: dict[tuple[int, int], list[tuple[int, int]]] = {}
        """The links between two groups, by the numbers of these."""
        group_of = {c: i for i, cells in enumerate(groups) for c in cells}
        for a, b in links:
            if a in group_of and b in group_of:
                i, j = sorted((group_of[a], group_of[b]))
                self.contacts.setdefault((i, j), []).append((a, b))
        self._pieces: dict[int, dict[str, list[Lit]]] = {}
        self._lacks: dict[int, dict[str, Lit]] = {}
        self._touch: dict[tuple[int, int], Lit] = {}

    def reset(self) -> None:
        self._pieces, self._lacks, self._touch = {}, {}, {}

    def pieces(self, group: int) -> dict[str, list[Lit]]:
        """Per shape, for each of its places in ``group`` the literal that all cells there are true."""
        if group not in self._pieces:
            self._pieces[group] = {
                name: [self.m.all_of([self.lits[c] for c in cells]) for cells in some]
                for name, some in self.places[group].items()
            }
        return self._pieces[group]

    def lacks(self, group: int) -> dict[str, Lit]:
        """Per shape that has a place in ``group`` the literal that it does not hold a piece of it."""
        if group not in self._lacks:
            self._lacks[group] = {name: ~self.m.any_of(some) for name, some in self.pieces(group).items() if some}
        return self._lacks[group]

    def touch(self, i: int, j: int) -> Lit:
        """The literal that true cells of groups ``i`` and ``j`` share an edge."""
        if (i, j) not in self._touch:
            contacts = [self.m.all_of((self.lits[a], self.lits[b])) for a, b in self.contacts[i, j]]
            self._touch[i, j] = self.m.any_of(contacts)
        return self._touch[i, j]

    def shape(self, group: int, value: Value) -> str | None:
        """The shape of the true cells of ``group`` in a finished answer; None where they are no piece."""
        true = {c for c in self.groups[group] if value(self.lits[c])}
        return next((name for name, some in self.places[group].items() if any(true == set(p) for p in some)), None)


class OnePiece(StructureRule):
    """The true cells of ``group`` are one piece.

    Decomposition: they are as many as a piece has, and all cells of some piece are true.
    """

    __slots__ = ("group",)
    of: Pieces

    def __init__(self, of: Pieces, group: int) -> None:
        super().__init__(of)
        self.group = group

    def holds(self, value: Value) -> bool:
        return self.of.shape(self.group, value) is not None

    def variables(self) -> list[Lit]:
        return [self.of.lits[c] for c in self.of.groups[self.group]]

    def decomposed(self) -> Sequence[Constraint]:
        pieces = [lit for some in self.of.pieces(self.group).values() for lit in some]
        return [exactly(self.of.size, self.variables()), any_of(pieces)]


class Unequal(StructureRule):
    """The pieces of two groups, ``i`` and ``j``, have different shapes if they touch.

    Decomposition: they do not touch, or a group has more true cells than a piece, or one of them does not hold a piece of
    the shape; for every shape.
    """

    __slots__ = ("i", "j")
    of: Pieces

    def __init__(self, of: Pieces, i: int, j: int) -> None:
        super().__init__(of)
        self.i, self.j = i, j

    def holds(self, value: Value) -> bool:
        lits, shape = self.of.lits, self.of.shape(self.i, value)
        touching = any(value(lits[a]) and value(lits[b]) for a, b in self.of.contacts[self.i, self.j])
        return not touching or shape is None or shape != self.of.shape(self.j, value)

    def variables(self) -> list[Lit]:
        return [self.of.lits[c] for k in (self.i, self.j) for c in self.of.groups[k]]

    def clashing(self, true: Set[int]) -> Sequence[Sequence[int]]:
        if self.holds(lambda lit: lit.n in true):
            return ()
        return [[c for c in self.of.groups[k] if self.of.lits[c].n in true] for k in (self.i, self.j)]

    def of_pieces(self) -> list[Clause]:
        """The same where both groups surely hold one piece each."""
        apart, one, other = ~self.of.touch(self.i, self.j), self.of.lacks(self.i), self.of.lacks(self.j)
        return [Clause((apart, lit, other[name])) for name, lit in one.items() if name in other]

    def decomposed(self) -> Sequence[Constraint]:
        of = self.of
        more = [of.m.count_of(of.size + 1, [of.lits[c] for c in of.groups[k]]) for k in (self.i, self.j)]
        return [Clause((*clause, *more)) for clause in self.of_pieces()]


def whole(pieces: Pieces, constraint: object) -> bool:
    """Return whether ``constraint`` says that all true cells of the groups are connected by edges."""
    if not isinstance(constraint, Connected) or len(constraint.nodes) != len(pieces.lits):
        return False
    inside = {c for cells in pieces.groups for c in cells}
    links = {(min(i, j), max(i, j)) for i, j, e in constraint.edges if e is None}
    crossing = {(min(a, b), max(a, b)) for some in pieces.contacts.values() for a, b in some}
    return (
        len(inside) == len(pieces.lits)
        and all(x.n == y.n for x, y in zip(constraint.nodes, pieces.lits, strict=True))
        and crossing <= links
    )
