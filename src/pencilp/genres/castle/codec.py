"""What only castle has in its links or texts."""

from __future__ import annotations

from typing import Any

from pencilp.board.layers import UNKNOWN
from pencilp.encodings.link import ArrowNumber16, read_arrow, write_arrow
from pencilp.encodings.partial_puzzle import Body


class CastleNumber16(ArrowNumber16):
    """Numbers with arrows in coloured cells (Arrows with colors): a digit for the colour before each as in ArrowNumber16.

    ``colors`` are the layer's colours for 0 (grey), 1 (white) and 2 (black). A number that is untold and has no arrow is
    read as no number.
    """

    least = 3

    def __init__(self, layer: str, colors: str) -> None:
        super().__init__(layer)
        self.colors = colors

    def one(self, body: Body) -> Any:
        color = self.colors[body.number(1, 3)]
        direction, number = read_arrow(body)
        return (color, direction, None if number == UNKNOWN and direction is None else number)

    def written(self, value: Any) -> str:
        return f"{self.colors.index(value[0])}{write_arrow(*value[1:])}"
