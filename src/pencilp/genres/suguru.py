from pencilp.board.layers import AnswerNumbers, Numbers, Rooms
from pencilp.encodings import Border, Cells, Holes, Number16, RoomIds, Walls
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.numbers import all_different, givens, no_equal_neighbours


class Suguru(Genre):
    """Fill every cell with a number, so that every room holds the numbers from 1 to its size once each. Equal numbers do
    not touch, not even at a corner.
    """

    name = "suguru"
    title = "Suguru"
    title_ja = "ナンバーブロック"
    aliases = ("capsules", "tectonic", "kemaru", "number blocks", "nanbaburokku")
    shapes = ("square", "hexagonal")

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
        no_equal_neighbours(m, self.board, self.number, "equal numbers do not touch, not even at a corner")
