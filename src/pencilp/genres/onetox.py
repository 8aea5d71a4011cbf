from pencilp.board.layers import AnswerNumbers, Lines, Numbers, Rooms
from pencilp.encodings import Cells, OutsideLines, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.counting import seen_from_outside
from pencilp.rules.numbers import adds_up, all_different, givens, no_equal_adjacent


class OneToX(Genre):
    """Fill every cell with a number, so that every room holds the numbers from 1 to its size once each. Equal numbers do
    not share an edge. A number outside is the sum of the numbers in its row or column.
    """

    name = "onetox"
    title = "One to X"
    title_ja = "1からX"
    aliases = ("from 1 to x", "1 to x", "Eins bis X")

    rooms = Rooms("the rooms")
    sums = Lines("the sums of the columns and rows", single=True, high="sum_of_numbers")
    given = Numbers("the numbers printed in cells", low=1, high="cells", optional=True)
    number = AnswerNumbers(
        1, lambda self: [len(self.rooms.groups[room]) for room in self.rooms.of], "the number in each cell"
    )

    dataset = [OutsideLines("sums"), Cells("given"), RoomIds("rooms"), Cells("number")]

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        givens(m, number, self.given)
        all_different(m, number, self.rooms, "no number occurs twice in a room")
        no_equal_adjacent(m, board, number, "equal numbers do not share an edge")
        for clue in seen_from_outside(board, self.sums):
            adds_up(m, number[clue.cells], clue.value, "the number outside is the sum of its line", clue=clue)
