"""What only burokku has in its texts."""

from __future__ import annotations

from pencilp._util.parse_number import digits
from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle, TextPart
from pencilp.errors import InputError

HEAD = "[lines]"


class Lines(TextPart):
    """Printed borders below a line with their name, which are there where some are printed: a number for each cell, 1 for a
    border on its right side, 2 for one below it, 3 for both.
    """

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        if not lines or lines.peek().strip() != HEAD:
            return
        lines.take()
        frame, walls = draft.frame, [0] * len(draft.frame.links)
        for row in range(draft.height):
            first = lines.first + lines.at
            for col, token in enumerate(lines.row(draft.width)):
                number = 0 if token == lines.dialect.empty else digits(token)
                if number is None or number > 3:
                    raise InputError(f"{token!r} is not a number from 1 to 3", f"line {first} value {col + 1}")
                for bit, way in ((1, 1), (2, 2)):
                    link = frame.link_to[row * draft.width + col][way]
                    if number & bit and link < 0:
                        raise InputError("there is no cell beside this side", f"line {first} value {col + 1}")
                    if number & bit:
                        walls[link] = 1
        draft.set(self.layer, walls)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        walls = draft.get(self.layer)
        if not any(walls):
            return []
        numbers = [
            sum(bit for bit, way in ((1, 1), (2, 2)) if links[way] >= 0 and walls[links[way]])
            for links in draft.frame.link_to
        ]
        tokens = [str(number or dialect.empty) for number in numbers]
        return [HEAD, *(" ".join(tokens[i : i + draft.width]) for i in range(0, len(tokens), draft.width))]
