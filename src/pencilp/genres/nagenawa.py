from pencilp.board.layers import InRooms, Loop, Numbers, Rooms
from pencilp.encodings import Border, Cells, Ignored, Matrix, RoomIds, RoomNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of
from pencilp.rules.counting import counts_in_rooms
from pencilp.rules.rectangular_loops import loops_are_rectangles


class Nagenawa(Genre):
    """Draw loops from cell to cell, at least one, each of them a rectangle. Loops may cross, but no two share a line between
    cells, and no two have a corner in the same cell. A number says how many cells of its room the loops pass.
    """

    name = "nagenawa"
    title = "Nagenawa"
    title_ja = "なげなわ"

    rooms = Rooms("the division into rooms")
    numbers = Numbers("how many cells of its room the loops pass", high="cells", on=InRooms("rooms"))
    line = Loop("the loops")

    link = [Border("rooms"), RoomNumber16("numbers")]
    pzpr = [RoomIds("rooms"), Cells("numbers"), Matrix("line"), Ignored("0")]

    def rules(self, m: Model) -> None:
        m.require("there is a loop", any_of(self.line))
        loops_are_rectangles(m, self.board, self.line)
        passed = [m.any_of(self.line[links]) for links in self.board.links_at]
        counts_in_rooms(
            m, self.rooms, self.numbers, passed, "the loops pass as many cells of a room as its number says"
        )
