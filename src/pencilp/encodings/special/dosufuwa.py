"""What only dosufuwa has in its links and texts: black cells, which are in no room."""

from __future__ import annotations

from typing import Any

from pencilp.encodings.lines import RoomIds
from pencilp.encodings.link import Border
from pencilp.encodings.partial_puzzle import DIGITS, Body, Dialect, LineReader, LinkPart, PartialPuzzle
from pencilp.errors import InputError


class Board(LinkPart):
    """The walls as in Border, with one on every side of a black cell; then the black cells: how many others lie between each and
    the one before, a digit of base 36; ``.`` skips 36 cells.
    """

    def __init__(self, rooms: str, black: str) -> None:
        self.rooms, self.black = rooms, black
        self.walls = Border(rooms)

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        self.walls.decode(body, draft)
        black, at = draft.get(self.black), -1
        while body:
            place = body.place()
            if body.peek() == ".":
                body.take()
                at += 36
                continue
            at += 1 + body.number(1, 36)
            if at >= len(black):
                raise InputError("the link says more than the board has places for", place)
            black[at] = "x"
        rooms = draft.get(self.rooms)
        draft.set(self.rooms, [None if sign else room for room, sign in zip(rooms, black, strict=True)])

    def encode(self, draft: PartialPuzzle) -> str:
        black, rooms = draft.get(self.black), draft.get(self.rooms)
        # every black cell is a room of its own while the walls are written
        apart: list[Any] = [("black", c) if sign else rooms[c] for c, sign in enumerate(black)]
        draft.set(self.rooms, apart)
        out = [self.walls.encode(draft)]
        draft.set(self.rooms, rooms)
        blank = 0
        for sign in black:
            if sign:
                out.append("." * (blank // 36) + DIGITS[blank % 36])
            blank = 0 if sign else blank + 1
        return "".join(out)


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
