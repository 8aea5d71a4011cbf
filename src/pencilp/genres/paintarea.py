from pencilp.board.layers import Numbers, Rooms, Shading
from pencilp.encodings import Border, Cells, Number10, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.shading import all_alike, connected, no_two_by_two


class Paintarea(Genre):
    """Shade some rooms, each as a whole. The shaded cells form one group, and no two by two is all shaded or all unshaded. A
    number says how many of the cells that touch its own by an edge are shaded.
    """

    name = "paintarea"
    title = "Paintarea"
    title_ja = "ペイントエリア"
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    clues = Numbers("how many of the adjacent cells are shaded", high="sides")
    shaded = Shading("the shaded cells")

    link = [Border("rooms"), Number10("clues")]
    pzpr = [RoomIds("rooms"), Cells("clues"), Cells("shaded")]
    dataset = [Cells("clues"), RoomIds("rooms"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        for room in self.rooms:
            all_alike(m, self.shaded, room, "a room is shaded as a whole or not at all")
        for clue in self.clues.known():
            adjacent = self.shaded[self.board.near[clue.cell]]
            m.require("a number counts the shaded cells next to it", exactly(clue.value, adjacent), clue=clue)
        no_two_by_two(m, self.board, self.shaded, "no two by two is shaded")
        no_two_by_two(m, self.board, [~x for x in self.shaded], "no two by two is unshaded")
        connected(m, self.board, self.shaded, "the shaded cells form one group")
