from pencilp.board.lattice import Lattice
from pencilp.board.layers import AnswerNumbers, Numbers, Param, Symbols
from pencilp.board.layers.glyphs import Glyph
from pencilp.board.layers.looks import circle, cross
from pencilp.encodings import Cells, Header
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.numbers import each_once, givens


def mark(token: str, lattice: Lattice) -> Glyph:
    """Return a circle around a number, or a small cross in an empty cell."""
    return circle("w", lattice) if token == "o" else cross(token, lattice)


class Nanbaboru(Genre):
    """Write numbers into some of the cells, so that every number from 1 to the highest stands once in every row and column.
    A cell with a circle holds a number, a cell with a cross holds none.
    """

    name = "nanbaboru"
    title = "Number Ball"
    title_ja = "ナンバーボール"
    equal_sides = True
    usual_size = (6, 6)

    highest = Param(
        "the highest number, if not all cells are filled", low=1, high="columns", initial=lambda board: board.cols
    )
    given = Numbers("the numbers printed in cells", low=1, high="columns", unknown=False, optional=True)
    marks = Symbols({"o": "some number", "x": "no number"}, "circles and crosses", look=mark, optional=True)
    number = AnswerNumbers(
        lambda self: [int(self.highest == self.board.cols)] * len(self.board),
        lambda self: [self.highest] * len(self.board),
        "the number in each cell",
        blank=0,
    )

    dataset = [Header("highest"), Cells("given", ("marks", {"0": "o", "o": "o", "x": "x"})), Cells("number")]

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        for clue in self.marks.items():
            words, holds = (
                ("a circle holds a number", True) if clue.value == "o" else ("a cross holds no number", False)
            )
            x = self.number[clue.cell]
            m.require(words, x >= 1 if holds else x == 0, clue=clue)
        every = range(1, self.highest + 1)
        each_once(m, self.number, every, self.board.row_cells, "every number stands once in a row")
        each_once(m, self.number, every, self.board.col_cells, "every number stands once in a column")
