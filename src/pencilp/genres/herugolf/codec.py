"""What only herugolf has in its links."""

from __future__ import annotations

from pencilp.encodings.link import read_places, write_places
from pencilp.encodings.partial_puzzle import Body, LinkPart, PartialPuzzle, written

MOST = 255


class Balls(LinkPart):
    """Balls with their number, ``0`` to ``f`` or ``-`` and two digits; ``h`` a hole; ``i`` to ``z`` skip 1 to 18 cells."""

    def __init__(self, balls: str, holes: str, hole: str) -> None:
        self.names, self.hole = (balls, holes), hole

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        balls, holes = map(draft.get, self.names)

        def one(at: int) -> int:
            if body.peek() == "h":
                body.take()
                holes[at] = self.hole
            elif body.peek() == "-":
                body.take()
                balls[at] = body.number(2, 16)
            else:
                balls[at] = body.number(1, 16)
            return 1

        read_places(body, len(draft.area), "i", one)

    def encode(self, draft: PartialPuzzle) -> str:
        balls, holes = map(draft.get, self.names)
        codes = [
            "h" if hole else None if n is None or n > MOST else written(n, 16) if n < 16 else f"-{written(n, 16)}"
            for hole, n in zip(holes, balls, strict=True)
        ]
        return write_places(codes, "i", 18, lambda at: (codes[at] or "", 1))
