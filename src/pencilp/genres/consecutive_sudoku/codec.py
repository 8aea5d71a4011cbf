"""Consecutive Sudoku: a number in each cell tells which of its sides have a dot."""

from __future__ import annotations

from pencilp._util.parse_number import digits
from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle, TextPart
from pencilp.errors import InputError

SIDES = (8, 1, 2, 4)
"""What each direction of a cell (n, e, s, w) adds to its number."""


class Sides(TextPart):
    """For each cell the sum of 1 for a mark on its right side, 2 on the lower one, 4 on the left one, 8 on the upper one.

    ``layer`` lies on the links and has one ``mark``.
    """

    def __init__(self, layer: str, mark: str) -> None:
        self.layer, self.mark = layer, mark

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        frame, first = draft.frame, lines.first + lines.at
        told = [0] * len(frame.links)
        for row in range(draft.height):
            for col, token in enumerate(lines.row(draft.width)):
                number = digits(token)
                if number is None or number > 15:
                    raise InputError(f"{token!r} is not a number from 0 to 15", f"line {first + row} value {col + 1}")
                for e, bit in zip(frame.link_to[row * draft.width + col], SIDES, strict=True):
                    if number & bit:
                        if e < 0:
                            raise InputError("there is no cell beside this side", f"line {first + row} value {col + 1}")
                        told[e] += 1
        for e, times in enumerate(told):
            if times == 1:
                a, b = (frame.names[c] for c in frame.links[e])
                raise InputError(f"only one of {a} and {b} tells of a mark between them")
        draft.set(self.layer, [self.mark if times else None for times in told])

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        marks = draft.get(self.layer)
        numbers = [
            sum(bit for e, bit in zip(edges, SIDES, strict=True) if e >= 0 and marks[e])
            for edges in draft.frame.link_to
        ]
        return [" ".join(map(str, numbers[i : i + draft.width])) for i in range(0, len(numbers), draft.width)]
