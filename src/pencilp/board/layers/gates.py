"""Gates across cells, and a start with their number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pencilp.board.lattice import Lattice
from pencilp.board.layers.grids import Grid
from pencilp.board.layers.layer import Layer
from pencilp.board.layers.places import CELLS
from pencilp.board.layers.symbols import Symbol

if TYPE_CHECKING:
    from pencilp.board.layers.glyphs import Glyph

START = "o"
ALONG = {"ew": 3, "ns": 0}
"""The direction of the cell before, for each kind of gate."""


class GateSign(Symbol):
    """A symbol. ``o`` is the start, a circle with the number of gates.

    A gate is a run of cells with ``ew`` along a row, or with ``ns`` along a column (on square boards).
    """

    counter = START
    runs = ALONG

    def counted_glyph(self, count: int, lattice: Lattice) -> Glyph | None:
        from pencilp.board.layers.glyphs import Circle, Glyph, Text

        if not count:
            return self.glyph(START, lattice)
        return Glyph([Circle(0.4, level="rounds"), Text(str(count), size=0.55)], str(count))


class Gates(Layer[Grid]):
    """Gates, a start, and other symbols in cells: ``tokens`` maps each token to its meaning."""

    def __init__(self, tokens: Mapping[str, str], text: str = "") -> None:
        super().__init__(CELLS, GateSign(tokens, look="gate"), text)
