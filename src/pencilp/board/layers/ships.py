"""Cells of ships, drawn as ends and middles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers.layer import AnswerLayer, Literals
from pencilp.board.layers.places import CELLS
from pencilp.board.layers.shading import Shade

if TYPE_CHECKING:
    from pencilp.board.layers.glyphs import Glyph


class ShipCell(Shade):
    """A cell of a ship (1) or of the sea (0). Its neighbours determine which part of a ship it is."""

    kind = "ship"
    places = ("cells",)
    apart = False
    joined = True

    @property
    def narrow(self) -> bool:
        return False

    def joined_glyph(self, value: Any, directions: Sequence[int], lattice: Lattice) -> Glyph:
        from pencilp.board.layers.looks import ship

        # the end of a ship points away from the rest
        ways = [lattice.direction_names[d] for d in directions]
        part = "o" if not ways else ENDS.get(ways[0], "m") if len(ways) == 1 else "m"
        return ship(part, lattice)


ENDS = {"n": "s", "s": "n", "e": "w", "w": "e"}
"""The end of a ship, by the direction of the rest."""


class Ships(AnswerLayer[Literals]):
    """Cells of ships (1) and of the sea (0)."""

    value: ShipCell

    def __init__(self, text: str = "") -> None:
        super().__init__(CELLS, ShipCell(), text)
