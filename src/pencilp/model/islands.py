"""Islands: the groups of unshaded cells of a board, parted by the sea of shaded ones."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.model.constraints import Clause
from pencilp.model.groups import Groups
from pencilp.model.plan import Form
from pencilp.model.structures import Kept, Many
from pencilp.model.variables import Lit
from pencilp.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilp.model.model import Model, Rule


class Islands(Groups):
    """The islands of a board. Nodes are its cells, active where they are not ``sea``, edges its pairs of neighbours.

    ``positions`` are the (row, column) of the cells of a square board, None on others; ``names`` are those of the cells.
    """

    def __init__(
        self,
        m: Model,
        sea: Sequence[Lit],
        links: Sequence[tuple[int, int]],
        names: Sequence[str],
        positions: Sequence[tuple[int, int]] | None = None,
    ) -> None:
        super().__init__(m, len(sea), [(a, b, None) for a, b in links], [~x for x in sea])
        self.sea, self.links, self.names, self.positions = sea, links, names, positions

    def quick(self, rules: Sequence[Rule]) -> Form | None:
        from pencilp.model.quick import islands, labels, rectangles

        return islands.form(self, rules) or labels.form(self, rules) or rectangles.form(self, rules)


class EachRectangle(Many):
    """Every island is a rectangle: of four cells around a corner never just three are unshaded.

    ``ring`` has for each cell those around it, clockwise from the one above, -1 where there is none.
    """

    __slots__ = ("_parts", "ring")
    plain = True
    of: Islands

    def __init__(self, of: Islands, ring: Sequence[Sequence[int]]) -> None:
        self.of, self.ring = of, ring
        self._parts: list[Clause] | None = None
        self.at = [(cell, a, b) for cell, a, _, b in self._corners()]

    def _corners(self) -> list[tuple[int, int, int, int]]:
        """A cell, one beside it, the one across the corner or -1, and the other one beside it."""
        return [
            (cell, a, across, b)
            for cell, ring in enumerate(self.ring)
            for a, across, b in zip(ring[::2], ring[1::2], (*ring[2::2], ring[0]), strict=True)
            if a >= 0 and b >= 0
        ]

    @property
    def parts(self) -> list[Clause]:  # type: ignore[override]
        """The clauses about the single corners."""
        if self._parts is None:
            sea = self.of.sea
            self._parts = [
                Clause((sea[cell], sea[a], sea[b], *([~sea[across]] if across >= 0 else ())))
                for cell, a, across, b in self._corners()
            ]
        return self._parts

    def together(self) -> Kept | None:
        kept = self.of.kept
        if kept is None:
            return None
        return self.of.m.alike(kept, ("rectangles",), self.of.sea, lambda: Kept(self.parts, self.at, kept))
