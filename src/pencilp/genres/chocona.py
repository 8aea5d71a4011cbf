from pencilp.board.layers import InRooms, Numbers, Rooms, Shading
from pencilp.encodings import Border, Cells, RoomIds, RoomNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.counting import counts_in_rooms
from pencilp.rules.shading import in_rectangles


class Chocona(Genre):
    """Shade some cells, so that every group of shaded cells, connected by edges, is a rectangle. A number says how
    many cells of its room are shaded.
    """

    name = "chocona"
    title = "Chocona"
    title_ja = "チョコナ"

    rooms = Rooms("the division into rooms")
    clues = Numbers("how many cells of the room are shaded", high="cells", on=InRooms("rooms"))
    shaded = Shading("the shaded cells")

    link = [Border("rooms"), RoomNumber16("clues")]
    pzpr = [RoomIds("rooms", walled=1), Cells("clues"), Cells("shaded")]
    dataset = [Cells("clues"), RoomIds("rooms"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        counts_in_rooms(m, self.rooms, self.clues, self.shaded, "a number counts the shaded cells of its room")
        in_rectangles(m, self.board, self.shaded, "the shaded cells form rectangles")
