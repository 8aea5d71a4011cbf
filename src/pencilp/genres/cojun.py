from pencilp.board.layers import AnswerNumbers, Numbers, Rooms
from pencilp.encodings import Border, Cells, Holes, Number16, RoomIds, Walls
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.numbers import all_different, givens, greater_than, no_equal_adjacent


class Cojun(Genre):
    """Fill every cell with a number, so that every room holds the numbers from 1 to its size once each. Equal numbers do
    not share an edge. If two cells of a room lie one above the other, the upper one holds the greater number.
    """

    name = "cojun"
    title = "Cojun"
    title_ja = "コージュン"
    aliases = ("kojun", "koojun")
    symmetries = ("mirror",)

    rooms = Rooms("the rooms", connected=False)
    given = Numbers("the numbers printed in cells", low=1, high="cells", optional=True)
    number = AnswerNumbers(
        1, lambda self: [len(self.rooms.groups[room]) for room in self.rooms.of], "the number in each cell"
    )

    link = [Border("rooms"), Number16("given"), Holes()]
    pzpr = [Walls("rooms"), Cells("given"), Cells("number", given="given")]
    dataset = [Cells("given"), RoomIds("rooms"), Cells("number")]

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        all_different(m, self.number, self.rooms, "no number occurs twice in a room")
        no_equal_adjacent(m, self.board, self.number, "equal numbers do not share an edge")
        for upper in self.board.cells:
            lower = self.board.neighbour(upper, "s")
            if lower is not None and self.rooms.of[upper] == self.rooms.of[lower]:
                more = greater_than(self.number[upper], self.number[lower])
                m.require("in a room the greater of two numbers stands above the other", more, at=(upper, lower))
