from pencilp.board.layers import AnswerNumbers, Lines, Numbers
from pencilp.encodings import Cells, OutsideLines
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.counting import seen_from_outside
from pencilp.rules.numbers import adds_up, all_different, givens, no_equal_neighbours


class TennerGrid(Genre):
    """Fill every cell with a number from 0 to one less than the number of columns (0 to 9 for ten columns), so that
    no number occurs twice in a row. Equal numbers do not touch, not even at a corner. A number below a column is the
    sum of its numbers.
    """

    name = "tennergrid"
    title = "Tenner Grid"
    title_ja = "テナーグリッド"
    aliases = ("tenner", "Zehnergitter", "from 0 to 9")
    usual_size = (5, 10)

    given = Numbers("the numbers printed in cells", high="columns", optional=True)
    sums = Lines("the sums of the columns", sides=("bottom",), single=True, high="sum_of_numbers")
    number = AnswerNumbers(0, lambda self: [self.board.cols - 1] * len(self.board), "the number in each cell")

    dataset = [
        Cells("given"), OutsideLines("sums", sides=("bottom",), counted=True),
        Cells("number"), OutsideLines("sums", sides=("bottom",), again=True),
    ]  # fmt: skip

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        givens(m, number, self.given)
        all_different(m, number, board.row_cells, "no number occurs twice in a row")
        no_equal_neighbours(m, board, number, "equal numbers do not touch, not even at a corner")
        for clue in seen_from_outside(board, self.sums):
            column = clue.cells[::-1]  # from the top
            adds_up(m, number[column], clue.value, "the number below is the sum of its column", at=column, clue=clue)
