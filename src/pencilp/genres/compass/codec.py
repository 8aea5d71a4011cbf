"""What only compass has in its links and texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.layers import UNKNOWN
from pencilp.encodings.link import UNTOLD, read_one_number16, read_places, write_one_number16, write_places
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle, TextPart

IN_LINKS, IN_TEXTS = (0, 3, 1, 2), (2, 3, 1, 0)
"""Where the numbers of links (up, down, left, right) and of texts (right, down, left, up) stand in our reading order."""
NO_NUMBER = "-1"


class Compasses(LinkPart, TextPart):
    """Compasses with four numbers. In links four times Number16, ``g`` to ``z`` skip 1 to 20 cells; in texts ``1,-1,2,2``, -1
    untold.
    """

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        values = draft.get(self.layer)

        def one(at: int) -> int:
            codes = [read_one_number16(body) for _ in IN_LINKS]
            values[draft.area[at]] = _ours([UNKNOWN if code == UNTOLD else code for code in codes], IN_LINKS)
            return 1

        read_places(body, len(draft.area), "g", one)

    def encode(self, draft: PartialPuzzle) -> str:
        values = [draft.get(self.layer)[c] for c in draft.area]

        def one(at: int) -> tuple[str, int]:
            return "".join(
                write_one_number16(UNTOLD if values[at][k] == UNKNOWN else values[at][k]) for k in IN_LINKS
            ), 1

        return write_places(values, "g", 20, one)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        values = draft.get(self.layer)
        for r in range(draft.height):
            for c, token in enumerate(lines.row(draft.width)):
                if token != lines.dialect.empty:
                    numbers = [UNKNOWN if part == NO_NUMBER else digits(part) for part in token.split(",")]
                    if len(numbers) != len(IN_TEXTS) or None in numbers:
                        raise lines.error(f"{token!r} cannot stand here", c)
                    values[draft.area[r * draft.width + c]] = _ours(numbers, IN_TEXTS)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        values = [draft.get(self.layer)[c] for c in draft.area]
        tokens = [
            dialect.empty
            if value is None
            else ",".join(NO_NUMBER if value[k] == UNKNOWN else str(value[k]) for k in IN_TEXTS)
            for value in values
        ]
        return [" ".join(tokens[i : i + draft.width]) for i in range(0, len(tokens), draft.width)]


def _ours(numbers: Sequence[Any], order: Sequence[int]) -> tuple[Any, ...]:
    """Four numbers, whose places are ``order``, in our order."""
    return tuple([numbers[order.index(k)] for k in range(len(order))])
