"""Parts of texts that only nanro has."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.board.layers import UNKNOWN
from pencilp.encodings.cells import Cells
from pencilp.encodings.partial_puzzle import LineReader, PartialPuzzle


class Filled(Cells):
    """The numbers of an answer. A given ``?`` is a number too, though none is written over it: that of the ``rooms``'s count."""

    def __init__(self, layer: str, given: str, rooms: str) -> None:
        super().__init__(layer, given=given)
        self.rooms = rooms

    def put(
        self, tokens: Sequence[str], lines: LineReader, draft: PartialPuzzle, width: int, first: int, left: int = 0
    ) -> None:
        super().put(tokens, lines, draft, width, first, left)
        numbers, given, rooms = (draft.get(name) for name in (self.names[0], self.given, self.rooms))
        unknown = [cell for cell, n in enumerate(numbers) if not n and given[cell] == UNKNOWN]
        there = [room for cell, room in enumerate(rooms) if numbers[cell] or cell in unknown]
        for cell in unknown:
            numbers[cell] = there.count(rooms[cell])
