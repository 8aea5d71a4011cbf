"""Numbers and arrows in the cells of one layer, as several genres have them in links and texts."""

from __future__ import annotations

from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.layers import UNKNOWN
from pencilp.encodings.link import read_places, write_places
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle, TextPart, written

ARROWS = "nswe"
"""The arrows in the order of pzprjs's directions from 1 on."""


class NumbersAndArrows(LinkPart, TextPart):
    """Numbers, told or not, and arrows (a layer of Mixed). In links ``0`` to ``f`` are numbers, ``-`` and two digits greater
    ones, ``.`` one that is not told; ``g`` to ``j`` are arrows, ``k`` to ``z`` skip 1 to 16 cells. In texts a number stands
    behind an ``o``, ``1`` to ``4`` are arrows, and ``unknown`` is a number that is not told.
    """

    def __init__(self, layer: str, *, unknown: str = "o") -> None:
        self.layer, self.unknown = layer, unknown

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        values = draft.get(self.layer)

        def one(at: int) -> int:
            ch = body.peek()
            if ch and ch in "ghij.-":
                body.take()
            if ch and ch in "ghij":
                values[draft.area[at]] = ARROWS["ghij".index(ch)]
            else:
                values[draft.area[at]] = UNKNOWN if ch == "." else body.number(2 if ch == "-" else 1, 16)
            return 1

        read_places(body, len(draft.area), "k", one)

    def encode(self, draft: PartialPuzzle) -> str:
        values = [draft.get(self.layer)[c] for c in draft.area]
        fitting = [None if isinstance(v, int) and v > 255 else v for v in values]

        def one(at: int) -> tuple[str, int]:
            value = fitting[at]
            if isinstance(value, int):
                return written(value, 16) if value < 16 else f"-{written(value, 16)}", 1
            return "." if value == UNKNOWN else "ghij"[ARROWS.index(str(value))], 1

        return write_places(fitting, "k", 16, one)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        values = draft.get(self.layer)
        for r in range(draft.height):
            for c, token in enumerate(lines.row(draft.width)):
                value: Any = None
                if token in tuple("1234"):
                    value = ARROWS[int(token) - 1]
                elif token == self.unknown:
                    value = UNKNOWN
                elif token != lines.dialect.empty:
                    value = digits(token[1:]) if token[0] == "o" else None
                    if value is None:
                        raise lines.error(f"{token!r} cannot stand here", c)
                values[draft.area[r * draft.width + c]] = value

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        values = [draft.get(self.layer)[c] for c in draft.area]
        tokens = [
            dialect.empty if v is None
            else self.unknown if v == UNKNOWN
            else f"o{v}" if isinstance(v, int)
            else str(ARROWS.index(v) + 1)
            for v in values
        ]  # fmt: skip
        return [" ".join(tokens[i : i + draft.width]) for i in range(0, len(tokens), draft.width)]
