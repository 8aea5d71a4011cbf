from pencilp.encodings import Border, Cells, Holes, Number16, Walls
from pencilp.genres.suguru import Suguru
from pencilp.model import Model
from pencilp.structures.walk import EachFollowed, Walk


class MeanderingNumbers(Suguru):
    """Fill every cell with a number, so that every room holds the numbers from 1 to its size once each, and each of them shares
    an edge with the next one of its room. Equal numbers do not touch, not even at a corner.
    """

    name = "meander"
    title = "Meandering Numbers"
    title_ja = "にょろにょろナンバー"

    link = [Border("rooms"), Number16("given"), Holes()]
    pzpr = [Walls("rooms"), Cells("given"), Cells("number", given="given")]

    def rules(self, m: Model) -> None:
        super().rules(m)
        rooms, near = self.rooms, self.board.near
        around = [[n for n in near[cell] if rooms.of[n] == room] for cell, room in enumerate(rooms.of)]
        walk = Walk(m, self.number, around, rooms.groups)
        m.require("the next numbers of the room, up and down, are in adjacent cells", EachFollowed(walk))
