from pencilp.board.layers import InnerWalls, InRooms, Numbers, Rooms, Shading
from pencilp.encodings import Border, Cells, RoomIds, RoomNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of
from pencilp.rules.counting import counts_in_rooms
from pencilp.rules.shading import apart_across_borders, connected, connected_in_room, crosses_one_border


class Heyablock(Genre):
    """Shade some cells. The shaded cells of a room form one group, and do not touch those of another room by an edge. A
    number says how many cells of its room are shaded; in a room without a number at least one is. The unshaded cells form
    one group, and no straight line of unshaded cells crosses more than one border.
    """

    name = "heyablock"
    title = "Heyablock"
    title_ja = "へやブロ"
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    walls = InnerWalls("further borders, inside rooms, across which no shaded cells touch")
    clues = Numbers("how many cells of the room are shaded", high="cells", on=InRooms("rooms"))
    shaded = Shading("the shaded cells")

    link = [Border("rooms"), RoomNumber16("clues")]
    pzpr = [RoomIds("rooms", walled=1), Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, rooms, shaded = self.board, self.rooms, self.shaded
        numbered = {clue.cells for clue in rooms.numbers(self.clues)}
        clue_at = {clue.cell: clue for clue in self.clues.items()}
        for room in rooms:
            if room not in numbered:
                unknown = next((clue_at[cell] for cell in room if cell in clue_at), None)
                m.require("a room without a number has a shaded cell", any_of(shaded[room]), at=room, clue=unknown)
            connected_in_room(m, board, room, shaded, "the shaded cells of a room form one group")
        counts_in_rooms(m, rooms, self.clues, shaded, "a number counts the shaded cells of its room")
        apart_across_borders(m, board, rooms, shaded, "shaded cells do not touch across a border", self.walls)
        connected(m, board, [~x for x in shaded], "the unshaded cells form one group")
        borders = rooms.borders(board, self.walls)
        crosses_one_border(m, board, borders, shaded, "an unshaded line crosses one border at most")
