from pencilp.board.layers import Boxes, Digits, Numbers, Rooms
from pencilp.encodings import Cells, RoomIds
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules import all_different, distinct_sum, givens, latin_square


class KillerSudoku(Genre):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a
    column, in an outlined box or in a cage. The numbers in a cage add up to its sum.
    """

    name = "killer_sudoku"
    title = "Killer Sudoku"
    title_ja = "サムナンプレ"
    aliases = ("sum number place", "sumdoku", "samunamupure", "キラー数独")

    cages = Rooms("the cages", connected=False, partial=True, look="cage")
    sums = Numbers("the sum of a cage, in one of its cells", look="small")
    given = Numbers("numbers printed in cells", low=1, optional=True)
    boxes = Boxes("the boxes, if they are not the usual ones")
    number = Digits(1, lambda self: self.board.cols, "the number in each cell")

    dataset = [Cells("sums"), RoomIds("cages"), Cells("number")]

    def validate(self) -> None:
        if self.board.rows != self.board.cols:
            raise InputError(f"a {self.name} has as many rows as columns, not {self.board.rows} of {self.board.cols}")

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        latin_square(m, self.board, self.number)
        all_different(m, self.number, self.boxes, "no number occurs twice in a box")
        all_different(m, self.number, self.cages, "no number occurs twice in a cage")
        for cage, amount in self.cages.numbers(self.sums):
            distinct_sum(m, self.number[cage], amount, "the numbers in a cage add up to its sum", at=cage)
