from pencilp.encodings import Border, Cells, Holes, Number16, Walls
from pencilp.genres.suguru import Suguru
from pencilp.model import Model, all_hold, any_of


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
        number, rooms = self.number, self.rooms
        for cell, x in enumerate(number):
            near = [number[n] for n in self.board.near[cell] if rooms.of[n] == rooms.of[cell]]
            # the numbers just before and after it, as far as the room has them
            beside = [
                (x == n) >> any_of([y == k for y in near]) for n in x.values for k in (n - 1, n + 1) if 1 <= k <= x.high
            ]
            m.require("the next numbers of the room, up and down, are in cells beside it", all_hold(beside), at=cell)
