"""What only makaro has in its links and texts: black cells are in no room, and codes count from 0."""

from __future__ import annotations

from typing import Any

from pencilp.encodings.borders import RoomIds
from pencilp.encodings.link import Border, read_places, write_places
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle


def parted(rooms: str, black: str, draft: PartialPuzzle) -> None:
    """Take the black cells out of the rooms."""
    values = draft.get(rooms)
    draft.set(rooms, [None if sign else room for room, sign in zip(values, draft.get(black), strict=True)])


class Board(LinkPart):
    """The walls as in Border, with one on every side of a black cell; then the cells: ``0`` to ``9`` are the numbers 1 to 10,
    ``-`` and two digits greater ones, ``a`` to ``e`` black cells, ``g`` to ``z`` skip 1 to 20 cells.

    ``signs`` are the values of the layer ``black`` for ``a`` to ``e``.
    """

    def __init__(self, rooms: str, black: str, given: str, signs: str) -> None:
        self.rooms, self.black, self.given, self.signs = rooms, black, given, signs
        self.walls = Border(rooms)

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        self.walls.decode(body, draft)
        black, given = draft.get(self.black), draft.get(self.given)

        def one(at: int) -> int:
            ch = body.peek()
            if ch and ch in "abcde":
                body.take()
                black[at] = self.signs["abcde".index(ch)]
            elif ch == "-":
                body.take()
                given[at] = body.number(2, 10) + 1
            else:
                given[at] = body.number(1, 10) + 1
            return 1

        read_places(body, len(draft.area), "g", one)
        parted(self.rooms, self.black, draft)

    def encode(self, draft: PartialPuzzle) -> str:
        black, given, rooms = draft.get(self.black), draft.get(self.given), draft.get(self.rooms)
        # every black cell is a room of its own while the walls are written
        apart: list[Any] = [("black", c) if sign else rooms[c] for c, sign in enumerate(black)]
        draft.set(self.rooms, apart)
        body = self.walls.encode(draft)
        draft.set(self.rooms, rooms)
        codes: list[Any] = [
            sign or (n if isinstance(n, int) and n < 101 else None) for sign, n in zip(black, given, strict=True)
        ]

        def one(at: int) -> tuple[str, int]:
            code = codes[at]
            if isinstance(code, str):
                return "abcde"[self.signs.index(code)], 1
            return str(code - 1) if code <= 10 else f"-{code - 1}", 1

        return body + write_places(codes, "g", 20, one)


class Rooms(RoomIds):
    """Room numbers, and a dot in black cells; a number there means nothing."""

    def __init__(self, layer: str, black: str) -> None:
        super().__init__(layer)
        self.black = black

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        super().read(lines, draft)
        parted(self.layer, self.black, draft)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        rooms = draft.get(self.layer)
        first = 0 if dialect.counted_rooms else 1
        order = {room: k for k, room in enumerate(dict.fromkeys(r for r in rooms if r is not None), first)}
        tokens = ["." if room is None else str(order[room]) for room in rooms]
        rows = [" ".join(tokens[at : at + draft.width]) for at in range(0, len(tokens), draft.width)]
        return [str(len(order)), *rows] if dialect.counted_rooms else rows
