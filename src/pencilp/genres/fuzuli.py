from pencilp.board.layers import AnswerNumbers, Numbers, Param
from pencilp.encodings import Cells, Header
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.numbers import each_once, givens
from pencilp.rules.shading import no_two_by_two


class Fuzuli(Genre):
    """Write numbers into some of the cells, so that every number from 1 to the greatest stands once in every row and in
    every column. No two by two of cells is filled with numbers.
    """

    name = "fuzuli"
    title = "Fuzuli"
    title_ja = "フズリ"

    greatest = Param("the greatest number", low=1, high="line", initial=3)
    given = Numbers("the numbers printed in cells", low=1, high="line")
    number = AnswerNumbers(0, lambda self: [self.greatest] * len(self.board), "the numbers", blank=0)

    dataset = [Header("greatest"), Cells("given"), Cells("number")]

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        numbers = range(1, self.greatest + 1)
        givens(m, number, self.given, blank=0)
        each_once(m, number, numbers, board.row_cells, "every number stands once in a row")
        each_once(m, number, numbers, board.col_cells, "every number stands once in a column")
        no_two_by_two(m, board, [x != 0 for x in number], "no two by two is filled with numbers")
