"""What only aquarium has in its links: a slash between the walls and the numbers outside."""

from __future__ import annotations

from pencilp.encodings.link import OutsideNumber16
from pencilp.encodings.partial_puzzle import Body, PartialPuzzle
from pencilp.errors import InputError


class Counts(OutsideNumber16):
    """The numbers outside behind a slash."""

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        place = body.place()
        if body.take() != "/":
            raise InputError("a slash must stand before the numbers outside", place)
        super().decode(body, draft)

    def encode(self, draft: PartialPuzzle) -> str:
        return "/" + super().encode(draft)
