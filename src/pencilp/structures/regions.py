"""Regions of a board: the groups of cells between borders, and the rules that puzzles have about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import Clause
from pencilp.model.structures import RuleFamily
from pencilp.model.variables import Lit
from pencilp.structures.groups import Groups

if TYPE_CHECKING:
    from pencilp.model.model import Model
    from pencilp.structures.shapes import Region, Shapes, Turn


class Regions(Groups):
    """The regions of a board. Nodes are its cells, edges the pairs of neighbours, open if there is no border.

    ``borders`` has a literal for each link, ``links`` the two cells of each; ``positions`` are the (row, column) of the
    cells of a square board (for rectangles), None on others; ``names`` are those of the cells. ``corners`` has for each
    corner that is surrounded by cells the links between these.
    """

    def __init__(
        self,
        m: Model,
        borders: Sequence[Lit],
        links: Sequence[tuple[int, int]],
        names: Sequence[str],
        corners: Sequence[Sequence[int]],
        positions: Sequence[tuple[int, int]] | None = None,
    ) -> None:
        super().__init__(m, len(names), [(a, b, ~x) for (a, b), x in zip(links, borders, strict=True)])
        self.borders, self.links, self.names = borders, links, names
        self.rounds, self.positions = corners, positions
        self._is_region: dict[Region, Lit] = {}
        self._kinds: dict[tuple[int, int], dict[Any, Lit]] = {}
        self._moved_up: dict[tuple[int, Turn], dict[tuple[int, int], Lit]] = {}

    def reset(self) -> None:
        super().reset()
        self._is_region, self._kinds, self._moved_up = {}, {}, {}

    def is_region(self, cells: Region) -> Lit:
        """Return the literal that ``cells`` are a region.

        Borders separate them from all other cells, and they are connected without crossing a border.
        """
        if cells not in self._is_region:
            m, number = self.m, {c: i for i, c in enumerate(cells)}
            out = [self.borders[e] for c in cells for n, e in self.around[c] if n not in number]
            links = [
                (number[c], number[n], ~self.borders[e]) for c in cells for n, e in self.around[c] if c < n in number
            ]
            if len(links) < len(cells):
                joined = [x for _, _, x in links]
            else:
                joined = m.flood([m.true] * len(cells), links, (0,))
            self._is_region[cells] = m.all_of([*out, *joined])
        return self._is_region[cells]

    def kinds(self, shapes: Shapes, cell: int) -> dict[Any, Lit]:
        """Return for each kind of the ``shapes`` at a cell the literal that its region has this kind."""
        result = self._kinds.get((id(shapes), cell))
        if result is None:
            by_kind = shapes.kinds_at(cell)
            result = {kind: self.m.any_of([self.is_region(p) for p in places]) for kind, places in by_kind.items()}
            self._kinds[id(shapes), cell] = result
        return result

    def moved_up(self, node: int, places: Sequence[tuple[int, int]], turn: Turn) -> dict[tuple[int, int], Lit]:
        """Return the literals of the places of the region of ``node``, turned and moved to the first row and column.

        ``places`` are the (row, column) of the cells.
        """
        if (node, turn) not in self._moved_up:
            a, b, d, e = turn
            cells = ((*places[j], x) for j, x in self.reached(node).items())
            self._moved_up[node, turn] = _moved_up(self.m, {(a * r + b * c, d * r + e * c): x for r, c, x in cells})
        return self._moved_up[node, turn]


def _moved_up(m: Model, lits: Mapping[tuple[int, int], Lit]) -> dict[tuple[int, int], Lit]:
    """Return ``lits`` of some places, moved so that the true ones reach the first row and the first column."""
    for axis in (0, 1):
        lines: dict[int, list[Lit]] = {}
        for place, x in lits.items():
            lines.setdefault(place[axis], []).append(x)
        held = {n: m.any_of(lines[n]) for n in sorted(lines)}
        first = {n: m.all_of([x, *(~y for k, y in held.items() if k < n)]) for n, x in held.items()}
        parts: dict[tuple[int, int], list[Lit]] = {}
        for (row, col), x in lits.items():
            for n, begins in first.items():
                if n <= (row, col)[axis]:
                    place = (row - n, col) if axis == 0 else (row, col - n)
                    parts.setdefault(place, []).append(m.all_of((begins, x)))
        lits = {place: m.any_of(alternatives) for place, alternatives in parts.items()}
    return dict(lits)


class Rectangles(RuleFamily):
    """Every region is a rectangle: at no corner does it hold three of the four cells.

    ``corners`` are (links, links, place): the two links between a cell and its neighbours at a corner, and the links
    beyond them. The first two are not both open if none of the others is.
    """

    __slots__ = ("corners",)
    of: Regions

    def __init__(self, of: Regions, corners: Sequence[tuple[Sequence[int], Sequence[int], Sequence[int]]]) -> None:
        self.of, self.corners = of, corners

    @property
    def at(self) -> list[Sequence[int]]:  # type: ignore[override]
        """The cells at each corner."""
        return [place for _, _, place in self.corners]

    @property
    def parts(self) -> list[Clause]:  # type: ignore[override]
        """One rule for each corner."""
        x = self.of.borders
        return [Clause((*[x[e] for e in joined], *[~x[e] for e in beyond])) for joined, beyond, _ in self.corners]
