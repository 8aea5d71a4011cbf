"""What only numrope has in its links."""

from __future__ import annotations

from pencilp.encodings.link import UNTOLD, CodePart, Codes, blanks
from pencilp.encodings.partial_puzzle import DIGITS, Body
from pencilp.errors import InputError

BARE = 100
"""The code of a shaded cell without a number: it is none of the link's."""
UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_SKIPPED = 17


class Sums(CodePart):
    """Shaded cells: ``0`` to ``9``, ``a`` to ``j`` and ``A`` to ``Z`` are the numbers 0 to 45, ``_`` one that is not told; ``+``
    a cell without a number, which the layer holds as ``bare``. ``.`` is a cell that is not shaded; ``k`` to ``z`` skip 2 to 17.
    """

    most = BARE

    def __init__(self, layer: str, bare: str) -> None:
        super().__init__(layer, {BARE: bare})

    def read(self, body: Body, count: int) -> Codes:
        codes: Codes = []
        while len(codes) < count:
            place = body.place()
            ch = body.peek()
            if ch and ch in "_+." + UPPER:
                body.take()
                codes.append({"_": UNTOLD, "+": BARE, ".": None}[ch] if ch in "_+." else 20 + UPPER.index(ch))
                continue
            number = body.number(1, 36)
            codes += [number] if number < 20 else [None] * (number - 18)
            if len(codes) > count:
                raise InputError("the link says more than the board has places for", place)
        return codes

    def write(self, codes: Codes) -> str:
        out = []
        at = 0
        while at < len(codes):
            skip = blanks(codes, at, MOST_SKIPPED)
            code = codes[at]
            if code is None:
                out.append("." if skip == 1 else DIGITS[18 + skip])
            elif code in (UNTOLD, BARE):
                out.append("_" if code == UNTOLD else "+")
            else:
                out.append(DIGITS[code] if code < 20 else UPPER[code - 20])
            at += max(1, skip)
        return "".join(out)
