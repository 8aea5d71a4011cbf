from pencilp.board.layers import InnerWalls, InRooms, Numbers, Rooms, Shading
from pencilp.encodings import Border, Cells, RoomIds, RoomNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.counting import counts_in_rooms
from pencilp.rules.shading import apart_across_borders, connected_by_corners, connected_in_room, no_two_by_two


class Cocktail(Genre):
    """Shade some cells. The shaded cells of a room form one group, if there are any, and share no edge with those of
    other rooms. A number says how many cells of its room are shaded. No two by two is shaded, and all shaded cells
    are connected by edges and corners.
    """

    name = "cocktail"
    title = "Cocktail Lamp"
    title_ja = "カクテルランプ"
    aliases = ("kakuteruanpu",)

    rooms = Rooms("the division into rooms")
    walls = InnerWalls("further borders, inside rooms, across which no shaded cells touch")
    clues = Numbers("how many cells of the room are shaded", high="cells", on=InRooms("rooms"))
    shaded = Shading("the shaded cells")

    link = [Border("rooms"), RoomNumber16("clues")]
    pzpr = [RoomIds("rooms", walled=1), Cells("clues"), Cells("shaded")]
    dataset = [Cells("clues"), RoomIds("rooms"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        for room in self.rooms:
            connected_in_room(m, board, room, shaded, "the shaded cells of a room form one group")
        counts_in_rooms(m, self.rooms, self.clues, shaded, "a number counts the shaded cells of its room")
        apart_across_borders(m, board, self.rooms, shaded, "shaded cells do not touch across a border", self.walls)
        no_two_by_two(m, board, shaded, "no two by two is shaded")
        connected_by_corners(m, board, shaded, "the shaded cells are connected by edges and corners")
