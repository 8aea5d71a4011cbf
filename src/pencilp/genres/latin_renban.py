from pencilp.board.layers import AnswerNumbers, Numbers, Rooms
from pencilp.encodings import Cells, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.numbers import all_different, consecutive, givens, latin_square


class LatinRenban(Genre):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row or in a
    column. The numbers of a room are consecutive, in any order.
    """

    name = "latin_renban"
    title = "Latin Renban"
    title_ja = "連番ラテン方陣"
    aliases = ("renban janko", "renban latin square")
    dataset_id = "Renban"
    equal_sides = True
    usual_size = (6, 6)

    rooms = Rooms("the rooms")
    given = Numbers("the numbers printed in cells", low=1, high="columns", optional=True)
    number = AnswerNumbers(1, lambda self: self.board.cols, "the number in each cell")

    dataset = [Cells("given"), RoomIds("rooms"), Cells("number")]

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        latin_square(m, self.board, self.number)
        all_different(m, self.number, self.rooms, "no number occurs twice in a room")
        for room in self.rooms:
            consecutive(m, self.number[room], "the numbers of a room are consecutive", at=room)
