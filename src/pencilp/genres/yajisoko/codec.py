"""Parts of links and texts that only yajisoko has."""

from __future__ import annotations

from typing import Any

from pencilp.board.layers import UNKNOWN
from pencilp.encodings.cells import Cells
from pencilp.encodings.codes import NUMBER16
from pencilp.encodings.partial_puzzle import PZPR_WAYS, Body, LinkPart, PartialPuzzle

NEVER, NOT_STATED = -4, -2
"""The number in texts of a clue that is never true, and of one that is not given."""


class BoxesAndNumbers(LinkPart):
    """Boxes, and numbers with arrows, as Number16: ``.`` a box, otherwise five times the number and two more, and the direction.
    In place of a number and two more 0 is a clue that is never true, and 1 is unknown.
    """

    def __init__(self, boxes: str, numbers: str) -> None:
        self.boxes, self.numbers = boxes, numbers

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        boxes, numbers = draft.get(self.boxes), draft.get(self.numbers)
        codes = NUMBER16.read(body, len(draft.area))
        for cell, code in zip(draft.area, codes, strict=True):
            if code == UNKNOWN:
                boxes[cell] = "o"
            elif code is not None:
                number, way = divmod(code, 5)
                numbers[cell] = clue(way, NEVER if number == 0 else number - 2 if number > 1 else NOT_STATED)

    def encode(self, draft: PartialPuzzle) -> str:
        boxes, numbers = draft.get(self.boxes), draft.get(self.numbers)
        return NUMBER16.write([UNKNOWN if boxes[cell] else code(numbers[cell]) for cell in draft.area])


def clue(way: int, number: int) -> Any:
    """Return the value of a clue, from pzprjs's direction and number."""
    direction = PZPR_WAYS[way]
    if number == NEVER:
        return (UNKNOWN if direction is None else direction, None)
    return (direction, UNKNOWN if number == NOT_STATED else number)


def code(value: Any) -> int | None:
    """Return the code of a clue in links."""
    if value is None:
        return None
    direction, number = value
    way = PZPR_WAYS.index(direction) if direction in PZPR_WAYS else 0
    return 5 * (0 if number is None else 1 if number == UNKNOWN else number + 2) + way


class Board(Cells):
    """``#`` a box, numbers with arrows, ``0,-5`` a cell that does not exist."""

    def __init__(self, boxes: str, numbers: str) -> None:
        special = {f"{way},{number}": clue(way, number) for way in range(5) for number in (NOT_STATED, NEVER)}
        super().__init__((boxes, {"#": "o"}), (numbers, special), hole="0,-5")
