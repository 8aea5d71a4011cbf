from pencilp.board.layers import InnerWalls, InRooms, Numbers, Rooms, Shading
from pencilp.encodings import Border, Cells, RoomIds, RoomNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of
from pencilp.rules.counting import counts_in_rooms
from pencilp.rules.shading import crosses_one_border, dynasty


class Heyawake(Genre):
    """Shade some cells, at least one. A number says how many cells of its room are shaded. Shaded cells do not touch by an
    edge, the unshaded cells form one group, and no straight line of unshaded cells crosses more than one border.
    """

    name = "heyawake"
    title = "Heyawake"
    title_ja = "へやわけ"
    aliases = ("heyawacky",)
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    walls = InnerWalls("further borders, inside rooms")
    clues = Numbers("how many cells of the room are shaded", high="cells", on=InRooms("rooms"))
    shaded = Shading("the shaded cells")

    link = [Border("rooms"), RoomNumber16("clues")]
    pzpr = [RoomIds("rooms", walled=1), Cells("clues"), Cells("shaded")]
    dataset = [Cells("clues"), RoomIds("rooms"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        self.counts(m)
        borders = self.rooms.borders(self.board, self.walls)
        crosses_one_border(m, self.board, borders, self.shaded, "an unshaded line crosses one border at most")
        m.require("some cell is shaded", any_of(self.shaded))
        dynasty(m, self.board, self.shaded)

    def counts(self, m: Model) -> None:
        """Require what the clues say."""
        counts_in_rooms(m, self.rooms, self.clues, self.shaded, "a number counts the shaded cells of its room")
