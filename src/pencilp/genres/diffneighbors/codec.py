"""Parts of texts that only diffneighbors has."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.encodings.cells import Cells
from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle


class OneEach(Cells):
    """The numbers of an answer that are the same all over a room: each stands in the room's first cell only."""

    def __init__(self, layer: str, rooms: str) -> None:
        super().__init__(layer)
        self.rooms = rooms

    def put(
        self, tokens: Sequence[str], lines: LineReader, draft: PartialPuzzle, width: int, first: int, left: int = 0
    ) -> None:
        super().put(tokens, lines, draft, width, first, left)
        numbers, rooms = draft.get(self.names[0]), draft.get(self.rooms)
        given = {room: n for room, n in zip(rooms, numbers, strict=True) if n is not None}
        draft.set(self.names[0], [given.get(room) for room in rooms])

    def tokens(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        rooms = draft.get(self.rooms)
        every = enumerate(super().tokens(draft, dialect))
        return [token if rooms.index(rooms[i]) == i else dialect.empty for i, token in every]
