from pencilp.board.layers import InnerWalls, InRooms, Numbers, Param, Rooms, Shading
from pencilp.encodings import Border, Cells, Flag, RoomIds, RoomNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.counting import counts_in_rooms
from pencilp.rules.lines import no_run_of
from pencilp.rules.shading import connected


class Aqre(Genre):
    """Shade some cells. A number says how many cells of its room are shaded. Nowhere are four cells in a row all
    shaded or all unshaded, and the shaded cells form one group. In a variant, any two cells that a border separates
    differ.
    """

    name = "aqre"
    title = "Aqre"
    title_ja = "Aqre"
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    clues = Numbers("how many cells of the room are shaded", high="cells", on=InRooms("rooms"))
    bordered = Param("1: the variant in which borders separate shaded from unshaded cells", high=1, initial=0)
    walls = InnerWalls("further borders, inside rooms, of the variant")
    shaded = Shading("the shaded cells")

    link = [Flag("b", "bordered"), Border("rooms"), RoomNumber16("clues")]
    pzpr = [Flag("b", "bordered"), RoomIds("rooms", walled=1), Cells("clues"), Cells("shaded")]
    dataset = [Cells("clues"), RoomIds("rooms"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, unshaded = self.board, [~x for x in self.shaded]
        counts_in_rooms(m, self.rooms, self.clues, self.shaded, "a number counts the shaded cells of its room")
        no_run_of(m, board, 4, self.shaded, "no four shaded cells in a row")
        no_run_of(m, board, 4, unshaded, "no four unshaded cells in a row")
        connected(m, board, self.shaded, "the shaded cells form one group")
        if self.bordered:
            for a, b in (board.links[e] for e in self.rooms.borders(board, self.walls)):
                m.require(
                    "cells that a border separates are not both shaded", ~self.shaded[a] | ~self.shaded[b], at=(a, b)
                )
                m.require(
                    "cells that a border separates are not both unshaded", self.shaded[a] | self.shaded[b], at=(a, b)
                )
