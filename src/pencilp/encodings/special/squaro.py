"""What only squaro has in its texts."""

from __future__ import annotations

from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle, TextPart
from pencilp.numerals import digits

WEIGHTS = (1, 2, 4, 8)
"""Of the corners of a cell at the upper right, lower right, lower left and upper left."""


class Corners(TextPart):
    """The marks at corners (1 or nothing), as a number in each cell: what its corners with a mark weigh together."""

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        marks, frame = draft.get(self.layer), draft.frame
        for row in range(draft.height):
            for col, token in enumerate(lines.row(draft.width)):
                number = digits(token)
                if number is None or number >= 2 * WEIGHTS[-1]:
                    raise lines.error(f"{token!r} are not the marks of four corners", col)
                for corner, weight in zip(frame.cell_corners[row * draft.width + col], WEIGHTS, strict=True):
                    if number & weight:
                        marks[corner] = 1

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        marks, frame, width = draft.get(self.layer), draft.frame, draft.width
        numbers = [
            sum(weight for corner, weight in zip(corners, WEIGHTS, strict=True) if marks[corner])
            for corners in frame.cell_corners
        ]
        return [" ".join(map(str, numbers[i : i + width])) for i in range(0, len(numbers), width)]
