"""What only walllogic has in its links."""

from __future__ import annotations

from pencilp.encodings.link import CodePart, Codes, read_codes, read_number16, write_codes, write_number16
from pencilp.encodings.partial_puzzle import Body

BLACK = 256
"""The code of a black cell, through which no arrow goes: it is none of the board's."""


class Clues(CodePart):
    """Numbers of up to two digits as Number16; ``+`` is a cell that does not exist."""

    most = BLACK - 1

    def __init__(self, layer: str) -> None:
        super().__init__(layer, hole=BLACK)

    def read(self, body: Body, count: int) -> Codes:
        def one(body: Body) -> int:
            if body.peek() == "+":
                body.take()
                return BLACK
            (code,) = read_number16(body, 1)
            return code or 0

        return read_codes(body, count, "g", one)

    def write(self, codes: Codes) -> str:
        return write_codes(codes, "g", 20, lambda code: "+" if code == BLACK else write_number16([code]))
