from pencilp.board.layers import Digits, Flags, Numbers, Rooms
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.numbers import all_different, givens, latin_square, pair

BARS = {str(n): "".join(way for way, bit in zip("snew", (2, 8, 1, 4), strict=True) if n & bit) for n in range(16)}
"""Per number of the dataset the sides of a cell that have a bar."""


class ConsecutiveSudoku(Genre):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a column, or
    in an outlined box if there are any. Where a bar lies between two cells, their numbers differ by 1; where none lies,
    they do not.
    """

    name = "consecutive_sudoku"
    title = "Consecutive Sudoku"
    title_ja = "連続ナンプレ"
    aliases = ("consecutive", "コンセキュティブ")
    equal_sides = True

    given = Numbers("the numbers printed in cells", low=1, high="columns")
    bars = Flags("the bars between cells with consecutive numbers")
    boxes = Rooms("the boxes, if there are any", connected=False, partial=True, optional=True)
    number = Digits(1, lambda self: self.board.cols, "the number in each cell")

    dataset = [Cells("given"), Cells(("bars", BARS)), Cells("number")]

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        latin_square(m, self.board, self.number)
        all_different(m, self.number, self.boxes, "no number occurs twice in a box")
        for bar, (a, b) in zip(self.bars, self.board.links, strict=True):
            x, y = self.number[a], self.number[b]
            words = "the numbers beside a bar differ by 1" if bar else "without a bar numbers do not differ by 1"
            pairs = [(v, w) for v in x.values for w in y.values if (abs(v - w) == 1) == bar]
            m.require(words, pair(x, y, pairs), at=(a, b))
