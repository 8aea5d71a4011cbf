from pencilp.board.layers import Digits, Numbers
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, exactly
from pencilp.model.structures import Kept
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
        values = [[x == n for x in self.number] for n in self.number[0].values]
        words = "a number says how often it occurs in its row and column"
        m.require(words, m.alike(self.board.kept, ("often",), values[0], lambda: self.counted(values)))

    def counted(self, values: list[list[Lit]]) -> Kept:
        """What a number says, as ``values`` has for each number, from 1 on, where it stands."""
        board = self.board
        said = []
        for row in board.row_cells:
            for column in board.col_cells:
                for cell in {*row} & {*column}:
                    seen = [cell, *(c for c in (*row, *column) if c != cell)]
                    said += [(x[cell] >> exactly(n, [x[c] for c in seen]), cell) for n, x in enumerate(values, 1)]
        return Kept([part for part, _ in said], [at for _, at in said], board.kept)
