from pencilp.board.layers import InRooms, Loop, Numbers, Param, Rooms, Shading
from pencilp.encodings import Border, Cells, Flag, Matrix, RoomIds, RoomNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.shaded_loops import loop_next_to_shaded


class RegionalYajilin(Genre):
    """Shade some cells and draw one closed loop through all the others. Shaded cells do not touch by an edge. A number says
    how many cells of its room are shaded.
    """

    name = "yajilin_regions"
    title = "Regional Yajilin"
    title_ja = "ヘヤジリン"
    aliases = ("yajirin-regions", "heyajilin")
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    numbers = Numbers(
        "how many cells of the room are shaded", high="cells", optional=True, on=InRooms("rooms"), look="small"
    )
    outside = Param("1: all shaded cells lie outside the loop", high=1, initial=0)
    shaded = Shading("the shaded cells")
    line = Loop("the loop")

    link_id = "yajilin-regions"
    link = [Flag("o", "outside"), Border("rooms"), RoomNumber16("numbers")]
    pzpr = [Flag("o", "outside"), RoomIds("rooms"), Cells("numbers"), Cells("shaded", ignore="+"), Matrix("line")]
    dataset = [Cells("numbers"), RoomIds("rooms"), Cells("shaded", "line")]

    def rules(self, m: Model) -> None:
        rooms, shaded = self.rooms, self.shaded
        loop_next_to_shaded(m, self.board, shaded, self.line, outside=bool(self.outside))
        for clue in rooms.numbers(self.numbers):
            counted = exactly(clue.value, shaded[clue.cells])
            m.require("as many cells of a room are shaded as its number says", counted, clue=clue)
