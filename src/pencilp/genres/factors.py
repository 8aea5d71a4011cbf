from pencilp.board.layers import AnswerNumbers, InRooms, Numbers, Rooms
from pencilp.encodings import Border, Cells, RoomIds, RoomNumber16, Walls
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.numbers import givens, latin_square, product


class Factors(Genre):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row or in a
    column. The number printed in a room is the product of all its numbers, which may be equal.
    """

    name = "factors"
    title = "Rooms of Factors"
    title_ja = "因子の部屋"
    aliases = ("faktoren", "factor rooms")
    equal_sides = True
    usual_size = (6, 6)

    rooms = Rooms("the rooms")
    products = Numbers("the product of the numbers of a room", low=1, on=InRooms("rooms"), look="small")
    given = Numbers("numbers printed in cells", low=1, high="columns", optional=True)
    number = AnswerNumbers(1, lambda self: self.board.cols, "the number in each cell")

    link = [Border("rooms"), RoomNumber16("products")]
    pzpr = [Walls("rooms"), Cells("products"), Cells("number")]
    dataset = [Cells("products"), RoomIds("rooms"), Cells("number")]

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        latin_square(m, self.board, self.number)
        for clue in self.rooms.numbers(self.products):
            multiplied = product(self.number[clue.cells], clue.value)
            m.require("the numbers of a room multiply to its number", multiplied, clue=clue)
