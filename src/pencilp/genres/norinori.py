from typing import Any

from pencilp.board.layers import Rooms, Shading
from pencilp.encodings import Border, Cells, Ignored, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly, total
from pencilp.rules.shading import in_pairs


class Norinori(Genre):
    """Shade two cells of every room, so that every shaded cell touches exactly one other shaded cell by an edge."""

    name = "norinori"
    title = "Norinori"
    title_ja = "のりのり"
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    shaded = Shading("the shaded cells")

    link = [Border("rooms")]
    pzpr = [RoomIds("rooms", walled=1), Cells("shaded")]
    dataset = [Ignored("-"), RoomIds("rooms"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        for room in self.rooms:
            m.require("a room holds two shaded cells", exactly(2, self.shaded[room]), at=room)
        in_pairs(m, self.board, self.shaded, "a shaded cell touches exactly one other")

    def published(self, m: Model) -> dict[str, Any]:
        # the frame around the board has variables too, all 0, so that every cell has all its neighbours
        frame = [(r, c) for r in range(-1, self.board.rows + 1) for c in range(-1, self.board.cols + 1)]
        keys = [f"{r + 1},{c + 1}" for r, c in frame]
        b = dict(zip(frame, m.binaries("b", len(frame), lambda: keys), strict=True))
        for place, key in zip(frame, keys, strict=True):
            if place not in self.board.cell_at:
                m.require("nothing outside the board is shaded", b[place].equals(0), name=f"Cwall({key})")
        shaded = [b[place] for place in self.board.positions]
        for n, room in self.rooms.numbered:
            seats = [shaded[cell] for cell in room]
            m.require("a room holds two shaded cells", exactly(2, seats), at=room, name=f"C2seat({n})")
        around = [[b[r + dr, c + dc] for dr, dc in self.board.vectors] for r, c in self.board.positions]
        where = [f"({r + 1},{c + 1})" for r, c in self.board.positions]
        for cell, near in enumerate(around):
            some = shaded[cell] <= total(near)
            m.require("a shaded cell touches another", some, at=cell, name=f"Cpair1{where[cell]}")
        for cell, near in enumerate(around):
            few = (len(near) - 1) * shaded[cell] <= len(near) - total(near)
            m.require("a shaded cell touches only one other", few, at=cell, name=f"Cpair2{where[cell]}")
        m.minimize(total(shaded), "MMM")
        return {"shaded": shaded}
