"""What only minarism has in its links and texts."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.board.layers import UNKNOWN
from pencilp.encodings.borders import LinkMarks
from pencilp.encodings.link import read_places, write_places
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle, TextPart, written

BESIDE, ABOVE = "<>", "^v"
"""The signs between two columns and between two rows: one that points to the upper or left cell first."""


class Marks(LinkPart, TextPart):
    """Signs and numbers between cells. In links ``g`` and ``h`` are the signs, ``0`` to ``f`` numbers, ``-`` and two digits
    greater ones, ``.`` one untold, ``i`` to ``z`` skip 1 to 18 places. In texts ``a`` and ``b`` are the signs, ``0`` is nothing.
    """

    def __init__(self, layer: str) -> None:
        self.layer = layer
        self.upright, self.level = (
            LinkMarks(layer, {"0": None, ".": UNKNOWN, "a": signs[0], "b": signs[1]}) for signs in (BESIDE, ABOVE)
        )

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def _signs(self, at: int, draft: PartialPuzzle) -> Sequence[str]:
        return BESIDE if at < draft.rows * (draft.cols - 1) else ABOVE

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        values = draft.get(self.layer)

        def one(at: int) -> int:
            ch = body.peek()
            if ch and ch in "gh.-":
                body.take()
            if ch and ch in "gh":
                values[at] = self._signs(at, draft)["gh".index(ch)]
            else:
                values[at] = UNKNOWN if ch == "." else body.number(2 if ch == "-" else 1, 16)
            return 1

        read_places(body, len(values), "i", one)

    def encode(self, draft: PartialPuzzle) -> str:
        values = [None if isinstance(v, int) and v > 255 else v for v in draft.get(self.layer)]

        def one(at: int) -> tuple[str, int]:
            value = values[at]
            if isinstance(value, int):
                return written(value, 16) if value < 16 else f"-{written(value, 16)}", 1
            return "." if value == UNKNOWN else "gh"[self._signs(at, draft).index(value)], 1

        return write_places(values, "i", 18, one)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        self.upright.put(lines, draft, upright=True)
        self.level.put(lines, draft, upright=False)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return self.upright.told(draft, dialect)[: draft.rows] + self.level.told(draft, dialect)[draft.rows :]
