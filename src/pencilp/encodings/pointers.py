"""Numbers and arrows in the cells of one layer."""

from __future__ import annotations

from pencilp.board.layers import UNKNOWN
from pencilp.encodings.cells import After, Cells
from pencilp.encodings.codes import Blanks, Numeral, Sign, Signs
from pencilp.encodings.link import Both, Grid

ARROWS = "nswe"
"""The arrows in the order of pzprjs's directions from 1 on."""


class NumbersAndArrows(Both):
    """Numbers, known or unknown, and arrows (a layer of NumbersOrSymbols). In links ``0`` to ``f`` are numbers, ``-``
    and two digits greater ones, and ``.`` is an unknown one; ``g`` to ``j`` are arrows, and ``k`` to ``z`` skip 1 to 16
    cells. In texts a number follows an ``o``, ``1`` to ``4`` are arrows, and the token ``unknown`` is an unknown number.
    """

    def __init__(self, layer: str, *, unknown: str = "o") -> None:
        tokens = {unknown: UNKNOWN} | {str(code): arrow for code, arrow in enumerate(ARROWS, 1)}
        super().__init__(
            Grid(layer, Numeral(16), Numeral(16, 2, "-"), Sign(".", UNKNOWN), Signs("ghij", ARROWS), Blanks("k")),
            Cells((layer, After("o", tokens))),
        )
