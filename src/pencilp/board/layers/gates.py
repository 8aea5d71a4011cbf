"""Gates across cells, and a start with their number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

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

    def glyphs(self, items: Iterable[tuple[Any, Any]], lattice: Lattice) -> Iterator[tuple[Any, Any, Glyph]]:
        from pencilp.board.layers.glyphs import Circle, Glyph, Text

        found = list(items)
        sign = dict(found)
        gates = sum(sign.get(lattice.step[c][ALONG[s]]) != s for c, s in found if s in ALONG)
        for cell, value, glyph in super().glyphs(found, lattice):
            counted = value == START and gates
            yield (
                cell,
                value,
                Glyph([Circle(0.4, level="rounds"), Text(str(gates), size=0.55)], str(gates)) if counted else glyph,
            )


class Gates(Layer[Grid]):
    """Gates, a start, and other symbols in cells: ``tokens`` maps each token to its meaning."""

    def __init__(self, tokens: Mapping[str, str], text: str = "") -> None:
        super().__init__(CELLS, GateSign(tokens, look="gate"), text)
