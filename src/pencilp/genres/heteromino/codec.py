"""What only heteromino has in its links."""

from __future__ import annotations

from pencilp.encodings.link import read_codes, write_codes
from pencilp.encodings.partial_puzzle import Body, LinkPart, PartialPuzzle
from pencilp.errors import InputError


class Missing(LinkPart):
    """Cells that do not exist: ``7`` is one; ``a`` to ``z`` skip 1 to 26 cells that do."""

    holes = True

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        place = body.place()
        codes = read_codes(body, len(draft.area), "a", lambda body: body.number(1, 10))
        if not {*codes} <= {7, None}:
            raise InputError("only a 7, a cell that does not exist, can stand here", place)
        draft.holes.update(cell for cell, code in zip(draft.area, codes, strict=True) if code == 7)

    def encode(self, draft: PartialPuzzle) -> str:
        return write_codes([7 if cell in draft.holes else None for cell in draft.area], "a", 26, str)
