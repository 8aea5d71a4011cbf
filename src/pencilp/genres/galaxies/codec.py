"""Parts of links or texts that only galaxies has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilp.encodings.dots import DotGrid
from pencilp.encodings.partial_puzzle import PartialPuzzle
from pencilp.errors import InputError


class Dots(DotGrid):
    """Dots on cells, links and corners, as in Spiral Galaxies, each white or black.

    The layer lies on cells: a dot is written in the upper left of the cells it touches, by the place it has there.
    ``white`` and ``black`` are the layer's four values each for the middle of the cell, its right edge, its lower edge
    and its lower right corner.
    """

    def __init__(self, layer: str, white: Sequence[Any], black: Sequence[Any]) -> None:
        super().__init__(layer, "", marks=())
        self.layer = layer
        self.colors = (white, black)

    def dots(self, draft: PartialPuzzle) -> list[int]:
        values = draft.get(self.layer)
        meaning = {value: (place, color) for color in (0, 1) for place, value in enumerate(self.colors[color])}
        result = []
        for row in range(2 * draft.rows - 1):
            for col in range(2 * draft.cols - 1):
                found = meaning.get(values[row // 2 * draft.cols + col // 2])
                result.append(found[1] + 1 if found and found[0] == row % 2 * 2 + col % 2 else 0)
        return result

    def put(self, dots: Sequence[int | None], draft: PartialPuzzle) -> None:
        values, wide = draft.get(self.layer), 2 * draft.cols - 1
        for at, dot in enumerate(dots):
            if dot:
                (row, down), (col, right) = (divmod(k, 2) for k in divmod(at, wide))
                cell = row * draft.cols + col
                if values[cell] is not None:
                    raise InputError(f"{draft.frame.names[cell]}: two dots touch this cell at its right and below")
                values[cell] = self.colors[dot - 1][2 * down + right]
