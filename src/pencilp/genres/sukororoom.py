from pencilp.board.layers import Rooms
from pencilp.encodings import Border, Cells, Number10, Walls
from pencilp.genres.sukoro import Sukoro
from pencilp.model import Model, at_most
from pencilp.rules.shading import all_alike


class Sukororoom(Sukoro):
    """Write numbers into some of the cells, at least one. A number says how many of the cells that share an edge with
    it hold a number. A room has a number in every cell or in none, and no number twice. All cells with numbers form one
    group.
    """

    name = "sukororoom"
    title = "Sukoro-room"
    title_ja = "数コロ部屋"
    aliases = ("sukoro room", "suukoro room")

    rooms = Rooms("the division into rooms")

    link = [Border("rooms"), Number10("given")]
    pzpr = [Walls("rooms"), Cells("given"), Cells("number", given="given", ignore="-")]

    def rules(self, m: Model) -> None:
        self.count_adjacent(m)
        filled = [x != 0 for x in self.number]
        for room in self.rooms:
            all_alike(m, filled, room, "a room has a number in every cell or in none")
            for n in range(1, len(self.board.vectors) + 1):
                words = "no number occurs twice in a room"
                m.require(words, at_most(1, [self.number[cell] == n for cell in room]), at=room)
