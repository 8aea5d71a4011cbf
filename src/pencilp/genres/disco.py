from pencilp.board.layers import Rooms, Shading
from pencilp.encodings import Border, Cells, Walls
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.groups import room_holds_two_groups
from pencilp.rules.shading import connected, no_two_by_two


class Disconnection(Genre):
    """Shade some cells. The shaded cells of every room form exactly two groups, which may be connected outside the room. All
    shaded cells form one group, and no two by two is shaded.
    """

    name = "disco"
    title = "Disconnection"
    title_ja = "ディスコネクション"
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    shaded = Shading("the shaded cells")

    link = [Border("rooms")]
    pzpr = [Walls("rooms"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        for room in self.rooms:
            room_holds_two_groups(m, self.board, room, self.shaded, "the shaded cells of a room form two groups")
        no_two_by_two(m, self.board, self.shaded, "no two by two is shaded")
        connected(m, self.board, self.shaded, "the shaded cells form one group")
