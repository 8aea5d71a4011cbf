"""What only dosufuwa has in its links and texts: black cells, which are in no room."""

from __future__ import annotations

from typing import Any

from pencilp.encodings.borders import RoomIds
from pencilp.encodings.link import Border, Gaps
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle


class Board(LinkPart):
    """The walls as in Border, with one on every side of a black cell; then the black cells as in Gaps."""

    def __init__(self, rooms: str, black: str) -> None:
        self.rooms, self.black = rooms, black
        self.walls, self.cells = Border(rooms), Gaps(black, "x")

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        self.walls.decode(body, draft)
        self.cells.decode(body, draft)
        rooms, black = draft.get(self.rooms), draft.get(self.black)
        draft.set(self.rooms, [None if sign else room for room, sign in zip(rooms, black, strict=True)])

    def encode(self, draft: PartialPuzzle) -> str:
        black, rooms = draft.get(self.black), draft.get(self.rooms)
        # every black cell is a room of its own while the walls are written
        apart: list[Any] = [("black", c) if sign else rooms[c] for c, sign in enumerate(black)]
        draft.set(self.rooms, apart)
        walls = self.walls.encode(draft)
        draft.set(self.rooms, rooms)
        return walls + self.cells.encode(draft)


class Rooms(RoomIds):
    """Room numbers, and a ``#`` in black cells."""

    def __init__(self, layer: str, black: str) -> None:
        super().__init__(layer)
        self.black = black

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        super().read(lines, draft)
        draft.set(self.black, ["x" if room is None else None for room in draft.get(self.layer)])

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        rooms = draft.get(self.layer)
        order = {room: str(k) for k, room in enumerate(dict.fromkeys(room for room in rooms if room is not None))}
        tokens = [order.get(room, "#") for room in rooms]
        return [str(len(order)), *(" ".join(tokens[i : i + draft.width]) for i in range(0, len(tokens), draft.width))]
