from pencilp.board.layers import InRooms, Numbers, Rooms, Shading
from pencilp.encodings import Border, Cells, RoomIds, RoomNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model, all_hold, exactly, total
from pencilp.rules.groups import room_holds_two_groups
from pencilp.rules.shading import connected, no_two_by_two


class Nuritwin(Genre):
    """Shade some cells. The shaded cells of every room form exactly two groups of the same size, which may be connected
    outside the room. A number says how many cells each of the two groups of its room has. All shaded cells form one group,
    and no two by two is shaded.
    """

    name = "nuritwin"
    title = "Nuritwin"
    title_ja = "ぬりツイン"
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    numbers = Numbers("how many cells each group of the room has", low=1, high="cells", on=InRooms("rooms"))
    shaded = Shading("the shaded cells")

    link = [Border("rooms"), RoomNumber16("numbers")]
    pzpr = [RoomIds("rooms", walled=1), Cells("numbers"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        clues = {tuple(clue.cells): clue for clue in self.rooms.numbers(self.numbers)}
        for room in self.rooms:
            one, other = room_holds_two_groups(m, board, room, shaded, "the shaded cells of a room form two groups")
            m.require("the groups of a room have the same size", total(one) - total(other) == 0, at=room)
            if clue := clues.get(tuple(room)):
                sizes = all_hold([exactly(clue.value, one), exactly(clue.value, other)])
                m.require("a number is the size of each group of its room", sizes, clue=clue)
        no_two_by_two(m, board, shaded, "no two by two is shaded")
        connected(m, board, shaded, "the shaded cells form one group")
