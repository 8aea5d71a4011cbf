"""What only nurimaze has in its links."""

from __future__ import annotations

from pencilp.encodings.link import blanks
from pencilp.encodings.partial_puzzle import DIGITS, Body, LinkPart, PartialPuzzle
from pencilp.errors import InputError

SKIPPED = 31


class Signs(LinkPart):
    """A sign in some cells, from ``1`` on; ``5`` to ``z`` skip 1 to 31 cells."""

    def __init__(self, layer: str, signs: str) -> None:
        self.layer, self.signs = layer, signs

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        values = draft.get(self.layer)
        at = 0
        while at < len(values):
            place = body.place()
            code = body.number(1, 36)
            if 1 <= code <= len(self.signs):
                values[at] = self.signs[code - 1]
                at += 1
            elif code == 0 or (at := at + code - len(self.signs)) > len(values):
                raise InputError("a sign, or as many cells as the board has, should stand here", place)

    def encode(self, draft: PartialPuzzle) -> str:
        values = draft.get(self.layer)
        out = []
        at = 0
        while at < len(values):
            skipped = blanks(values, at, SKIPPED)
            out.append(DIGITS[skipped + len(self.signs)] if skipped else DIGITS[1 + self.signs.index(values[at])])
            at += skipped or 1
        return "".join(out)
