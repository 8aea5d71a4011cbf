from pencilp.board.layers import Digits, Numbers
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.numbers import givens


class SimpleGako(Genre):
    """Fill every cell with a number that says how often it occurs in its row and column together, itself included."""

    name = "simplegako"
    title = "Simple Gako"
    title_ja = "シンプルガコ"

    given = Numbers("the numbers printed in cells", low=1, high="two_lines")
    number = Digits(1, lambda self: self.board.rows + self.board.cols - 1, "the number in each cell")

    link = [Number16("given")]
    pzpr = [Cells("given"), Cells("number", given="given")]

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        for row in self.board.row_cells:
            for column in self.board.col_cells:
                for cell in {*row} & {*column}:
                    seen = [cell, *(c for c in (*row, *column) if c != cell)]
                    for n in self.number[cell].values:
                        equal = exactly(n, [self.number[c] == n for c in seen])
                        words = "a number says how often it occurs in its row and column"
                        m.require(words, (self.number[cell] == n) >> equal, at=cell)
