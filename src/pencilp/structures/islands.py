"""Islands: groups of unshaded cells, separated by the sea of shaded cells.

Also groups of cells of one colour, and the rule that groups are rectangles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pencilp.model.constraints import Clause
from pencilp.model.structures import CachedRules, RuleFamily
from pencilp.model.variables import Lit
from pencilp.structures.groups import Groups

if TYPE_CHECKING:
    from pencilp.model.model import Model


class Islands(Groups):
    """The islands of a board. Nodes are its cells, active if they are not ``sea``; edges are pairs of neighbours.

    ``positions`` are the (row, column) of the cells of a square board, None on others; ``names`` are those of the
    cells.
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


class OneColour(Groups):
    """The groups of cells that are all ``shaded`` (a literal for each cell) or all unshaded.

    ``links``, ``names`` and ``positions`` as in Islands. Edges are open between cells of the same colour.
    """

    def __init__(
        self,
        m: Model,
        shaded: Sequence[Lit],
        links: Sequence[tuple[int, int]],
        names: Sequence[str],
        positions: Sequence[tuple[int, int]] | None = None,
    ) -> None:
        super().__init__(m, len(shaded), [(a, b, ~m.differ(shaded[a], shaded[b])) for a, b in links])
        self.shaded, self.names, self.positions = shaded, names, positions


def corners(ring: Sequence[Sequence[int]]) -> list[tuple[int, int, int, int]]:
    """Return the corners of cells that have a neighbour on both sides of the corner.

    Each is a tuple of the cell, one neighbour, the cell across the corner or -1, and the other neighbour. ``ring`` has
    for each cell those around it, clockwise from the one above, -1 for none.
    """
    return [
        (cell, a, across, b)
        for cell, around in enumerate(ring)
        for a, across, b in zip(around[::2], around[1::2], (*around[2::2], around[0]), strict=True)
        if a >= 0 and b >= 0
    ]


class EachRectangle(RuleFamily):
    """Every group of cells whose ``lits`` are true is a rectangle: never are just three cells at a corner true.

    ``lits`` has a literal for each cell. The groups are the islands of ``of``, or its groups of one colour. ``ring`` is
    that of ``corners``.
    """

    __slots__ = ("_parts", "lits", "ring")
    is_basic = True
    of: Islands | OneColour

    def __init__(self, of: Islands | OneColour, lits: Sequence[Lit], ring: Sequence[Sequence[int]]) -> None:
        self.of, self.lits, self.ring = of, lits, ring
        self._parts: list[Clause] | None = None
        self.at = [(cell, a, b) for cell, a, _, b in corners(ring)]

    @property
    def parts(self) -> list[Clause]:  # type: ignore[override]
        """One clause for each corner."""
        if self._parts is None:
            lits, opposite = self.lits, [~x for x in self.lits]
            self._parts = [
                Clause((opposite[cell], opposite[a], opposite[b], *([lits[across]] if across >= 0 else ())))
                for cell, a, across, b in corners(self.ring)
            ]
        return self._parts

    def decomposed_together(self) -> CachedRules | None:
        cache = self.of.cache
        if cache is None:
            return None
        return self.of.m.cached(cache, ("rectangles",), self.lits, lambda: CachedRules(self.parts, self.at, cache))
