"""Regions with listed shapes: every possible place of a shape is listed with the kind of the shape."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

from pencilp._util.cache import Cache
from pencilp.model.constraints import Clause, Counted, Value
from pencilp.model.structures import RuleFamily, StructureRule
from pencilp.model.variables import Lit
from pencilp.structures.groups import GroupRule, cells_instead

if TYPE_CHECKING:
    from pencilp.structures.regions import Regions

Region = tuple[int, ...]
"""Its cells, in reading order."""
Turn = tuple[int, int, int, int]
"""A rotation or reflection about a cell: row and column (r, c) become (a r + b c, d r + e c)."""


def free_form(
    cells: Iterable[int], places: Sequence[tuple[int, int]], turns: Sequence[Turn]
) -> tuple[tuple[int, int], ...]:
    """Return a normal form of cells, equal for all that are translations of these after one of the ``turns``.

    ``places`` are the (row, column) of all cells of the board.
    """
    forms = []
    positions = [places[c] for c in cells]
    for a, b, d, e in turns:
        turned = sorted([(a * r + b * c, d * r + e * c) for r, c in positions])
        row, col = turned[0] if turned else (0, 0)
        forms.append(tuple([(r - row, c - col) for r, c in turned]))
    return min(forms)


class Shapes:
    """The possible regions: ``kinds`` maps the cells of each possible place of a shape to the kind of the shape."""

    def __init__(self, kinds: Mapping[Region, Hashable]) -> None:
        self.kinds = kinds
        self.number = dict(zip(kinds, range(len(kinds)), strict=True))
        """The index of each place in ``kinds``."""
        self.cache = Cache()
        """A cache for solvers and fast forms."""
        self.at: dict[int, list[Region]] = {}
        """The places that hold each cell."""
        self.over: dict[int, list[int]] = {}
        """The same as indices in ``kinds``."""
        self._kinds_at: dict[int, dict[Any, list[Region]]] = {}
        for i, cells in enumerate(kinds):
            for cell in cells:
                self.at.setdefault(cell, []).append(cells)
                self.over.setdefault(cell, []).append(i)
        self.sizes = {len(cells) for cells in kinds} or {0}

    def kinds_at(self, cell: int) -> dict[Any, list[Region]]:
        """Return the places that hold a cell, by kind."""
        if cell not in self._kinds_at:
            result = self._kinds_at[cell] = {}
            for cells in self.at.get(cell, ()):
                result.setdefault(self.kinds[cells], []).append(cells)
        return self._kinds_at[cell]


class RegionIs(GroupRule):
    """The region of ``node`` is one of ``among``.

    Decomposition: one of these with the node is a region.
    """

    __slots__ = ("among",)
    of: Regions

    def __init__(self, of: Regions, node: int, among: Iterable[Region]) -> None:
        super().__init__(of, node)
        self.among = frozenset(among)

    def holds(self, value: Value) -> bool:
        return tuple(self.of.group(self.node, value)) in self.among

    def decomposed(self) -> Sequence[Clause]:
        return [Clause([self.of.is_region(cells) for cells in sorted(self.among) if self.node in cells])]


class EachIs(RuleFamily):
    """Every region is one of the ``shapes``."""

    __slots__ = ("shapes",)
    of: Regions

    def __init__(self, of: Regions, shapes: Shapes) -> None:
        self.of, self.shapes, self.at = of, shapes, range(of.count)

    @property
    def parts(self) -> list[RegionIs]:  # type: ignore[override]
        """One rule for each cell."""
        return [RegionIs(self.of, node, self.shapes.at.get(node, ())) for node in self.at]

    def faults(self, value: Value, at: Any) -> list[Any]:
        return [tuple(group) for group in self.of.all_groups(value) if tuple(group) not in self.shapes.kinds]

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        sizes = self.shapes.sizes
        return "" if len(at) in sizes else cells_instead(len(at), min(sizes), max(sizes))

    def impossible(self) -> str:
        count, sizes = self.of.count, self.shapes.sizes
        if not self.shapes.kinds:
            return "no region fits on the board"
        sums = {0}
        for left in range(count):
            # the sums that are reached, from the smallest on
            sums |= {left + size for size in sizes} if left in sums else set()
        if count in sums:
            return ""
        return f"{count} cells cannot be divided into regions of {' or '.join(map(str, sorted(sizes)))} cells"

    def holds(self, value: Value) -> bool:
        return not self.faults(value, None)

    def variable_groups(self) -> Any:
        return (self.of.touched(),)


class KindsFit(StructureRule):
    """The kinds of the regions on both sides of the link ``e`` fit together: ``fit(kind, kind)``.

    It holds anyway if both cells are in one region, or if a region has none of the ``shapes``.

    Decomposition: k_i, that the region of a cell of the link has kind i; for all kinds i, j that do not fit: not k_i of
    one cell, or not k_j of the other, or a shape with both cells is a region.
    """

    __slots__ = ("e", "fit", "shapes")
    of: Regions

    def __init__(self, of: Regions, e: int, shapes: Shapes, fit: Callable[[Any, Any], bool]) -> None:
        super().__init__(of)
        self.e, self.shapes, self.fit = e, shapes, fit

    def holds(self, value: Value) -> bool:
        a, b = self.of.links[self.e]
        one = tuple(self.of.group(a, value))
        if b in one:
            return True
        kinds = [self.shapes.kinds.get(cells) for cells in (one, tuple(self.of.group(b, value)))]
        return None in kinds or self.fit(*kinds)

    def faults(self, value: Value, at: Any) -> list[Any]:
        """Return the two regions."""
        cells = {c for end in self.of.links[self.e] for c in self.of.group(end, value)}
        return [] if self.holds(value) else [tuple(sorted(cells))]

    def clashing(self, true: Set[int]) -> Sequence[Sequence[int]]:
        def closed(border: Any) -> bool:
            return -border.n not in true

        return () if self.holds(closed) else [self.of.group(end, closed) for end in self.of.links[self.e]]

    def variables(self) -> Sequence[Lit]:
        return self.of.borders

    def decomposed(self) -> Sequence[Clause]:
        a, b = self.of.links[self.e]
        one, other = (self.of.kinds(self.shapes, cell) for cell in (a, b))
        both = self.of.m.any_of([self.of.is_region(cells) for cells in self.shapes.at.get(a, ()) if b in cells])
        return unfitting(one, other, both, self.fit)


class EachKindsFit(RuleFamily):
    """The kinds of any two adjacent regions fit together."""

    __slots__ = ("fit", "shapes")
    of: Regions

    def __init__(self, of: Regions, shapes: Shapes, fit: Callable[[Any, Any], bool]) -> None:
        self.of, self.shapes, self.fit, self.at = of, shapes, fit, of.links

    @property
    def parts(self) -> list[KindsFit]:  # type: ignore[override]
        """One rule for each link."""
        return [KindsFit(self.of, e, self.shapes, self.fit) for e in range(len(self.at))]

    def faults(self, value: Value, at: Any) -> list[Any]:
        regions = [tuple(group) for group in self.of.all_groups(value)]
        region = {c: cells for cells in regions for c in cells}
        touching = {tuple(sorted((region[a], region[b]))) for a, b in self.of.links}
        kind = self.shapes.kinds.get
        return [
            tuple(sorted((*one, *other)))
            for one, other in sorted(touching)
            if one != other and one in self.shapes.kinds and other in self.shapes.kinds
            if not self.fit(kind(one), kind(other))
        ]

    def holds(self, value: Value) -> bool:
        return not self.faults(value, None)

    def variable_groups(self) -> Any:
        return (self.of.touched(),)


def unfitting(
    one: Mapping[Any, Lit], other: Mapping[Any, Lit], both: Lit, fit: Callable[[Any, Any], bool]
) -> list[Clause]:
    """Return the clauses that two cells are not in two regions whose kinds do not fit.

    ``one`` and ``other`` have the literals of the possible kinds of the regions of the two cells. ``both`` is the
    literal that they are in one region.
    """
    return [
        Clause((~x, ~y, both) if kind == other_kind else (~x, ~y))
        for kind, x in one.items()
        for other_kind, y in other.items()
        if not fit(kind, other_kind)
    ]
