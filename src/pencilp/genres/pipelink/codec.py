"""What only pipelink has in its links or texts."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.encodings.link import UNTOLD, CodePart, Codes, read_places, skip_length, write_places
from pencilp.encodings.partial_puzzle import Body
from pencilp.errors import InputError


class Pipes(CodePart):
    """Given pieces of line: ``a`` to ``g`` a piece, ``0`` to ``9`` one to ten rings in a row, ``.`` untold, ``h`` to ``z`` skip
    1 to 19 cells. ``shapes`` are the layer's values for the seven pieces: a cross, ``ns``, ``ew``, ``ne``, ``nw``, ``sw`` and
    ``se``; ``ring`` the one for rings, which only a variant has: without it they are refused.
    """

    RING = 7

    def __init__(
        self, layer: str, shapes: Sequence[str] = ("nesw", "ns", "ew", "ne", "nw", "sw", "es"), ring: str = ""
    ) -> None:
        super().__init__(layer, {**dict(enumerate(shapes)), **({self.RING: ring} if ring else {})})
        self.rings = bool(ring)

    def read(self, body: Body, count: int) -> Codes:
        codes: Codes = [None] * count

        def one(at: int) -> int:
            if piece := skip_length(body, "a", "g"):
                body.take()
                codes[at] = piece - 1
            elif body.peek() == ".":
                body.take()
                codes[at] = UNTOLD
            else:
                place = body.place()
                rings = body.number(1, 10) + 1
                if not self.rings:
                    raise InputError(
                        "a board with rings is one of Pipelink Returns, a variant that is not supported", place
                    )
                codes[at : at + rings] = [self.RING] * rings
                return rings
            return 1

        read_places(body, count, "h", one)
        return codes

    def write(self, codes: Codes) -> str:
        def one(at: int) -> tuple[str, int]:
            code = codes[at]
            assert code is not None
            if code == self.RING:
                rings = 1
                while rings < 10 and codes[at + rings : at + rings + 1] == [self.RING]:
                    rings += 1
                return str(rings - 1), rings
            return "." if code == UNTOLD else chr(ord("a") + code), 1

        return write_places(codes, "h", 19, one)
