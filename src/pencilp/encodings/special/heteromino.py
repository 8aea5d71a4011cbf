"""What only heteromino has in its links."""

from __future__ import annotations

from pencilp.encodings.link import read_places, write_places
from pencilp.encodings.partial_puzzle import Body, LinkPart, PartialPuzzle


class Holes(LinkPart):
    """Cells that do not exist: ``7`` one of them, ``a`` to ``z`` skip 1 to 26 cells. Other digits mean nothing."""

    holes = True

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        def one(at: int) -> int:
            if body.number(1, 10) == 7:
                draft.holes.add(draft.area[at])
            return 1

        read_places(body, len(draft.area), "a", one)

    def encode(self, draft: PartialPuzzle) -> str:
        return write_places([c in draft.holes or None for c in draft.area], "a", 26, lambda at: ("7", 1))
