"""What only toichika has in its links."""

from __future__ import annotations

from pencilp.encodings.link import UNTOLD, CodePart, Codes, blanks
from pencilp.encodings.partial_puzzle import DIGITS, Body
from pencilp.errors import InputError


class ArrowCodes(CodePart):
    """Codes 1 to 4 in cells; ``.`` untold; ``5`` to ``z`` skip 1 to 31 cells."""

    most = 4

    def read(self, body: Body, count: int) -> Codes:
        codes: Codes = []
        while len(codes) < count:
            place = body.place()
            if body.peek() == ".":
                body.take()
                codes.append(UNTOLD)
                continue
            number = body.number(1, 36)
            codes += [number] if number < 5 else [None] * (number - 4)
            if number == 0 or len(codes) > count:
                raise InputError(
                    "the link says more than the board has places for" if number else "0 is no arrow", place
                )
        return codes

    def write(self, codes: Codes) -> str:
        out = []
        at = 0
        while at < len(codes):
            if skip := blanks(codes, at, 31):
                out.append(DIGITS[4 + skip])
                at += skip
            else:
                out.append("." if codes[at] == UNTOLD else str(codes[at]))
                at += 1
        return "".join(out)
