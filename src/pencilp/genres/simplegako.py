from pencilp.board.layers import AnswerNumbers, Numbers
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Constraint, Lit, Model, all_hold, exactly
from pencilp.rules.everywhere import of_every_cell
from pencilp.rules.numbers import givens


class SimpleGako(Genre):
    """Fill every cell with a number that says how often it occurs in its row and column together, itself included."""

    name = "simplegako"
    title = "Simple Gako"
    title_ja = "シンプルガコ"

    given = Numbers("the numbers printed in cells", low=1, high="two_lines")
    number = AnswerNumbers(1, lambda self: self.board.rows + self.board.cols - 1, "the number in each cell")

    link = [Number16("given")]
    pzpr = [Cells("given"), Cells("number", given="given")]

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        givens(m, number, self.given)
        lines = [*board.row_cells, *board.col_cells]

        def counts(cell: int) -> Constraint | Lit:
            seen = sorted({c for line in lines if cell in line for c in line})
            return all_hold(
                [(number[cell] == n) >> exactly(n, [number[c] == n for c in seen]) for n in number[cell].values]
            )

        of_every_cell(m, board, counts, "a number says how often it occurs in its row and column")
