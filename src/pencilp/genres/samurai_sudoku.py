from typing import ClassVar

from pencilp.board.lattice import Lattice
from pencilp.board.layers import AnswerNumbers, Boxes, Numbers
from pencilp.encodings import Cells, OwnBoard
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.grids import Grids
from pencilp.rules.numbers import all_different, givens


class SamuraiSudoku(Genre):
    """Fill every cell with a number from 1 to 9, so that no number occurs twice in an outlined box, or in a row or a column
    of one of the five grids of nine by nine. The grid in the middle shares a box with each of the others.
    """

    name = "samurai_sudoku"
    title = "Samurai Sudoku"
    title_ja = "サムライ数独"
    aliases: ClassVar[tuple[str, ...]] = ("gattai-5", "合体ナンプレ")

    grids = Grids("""
        o . . # o . .
        . . . # . . .
        . . o . . . .
        # # . . . # #
        o . . . o . .
        . . . # . . .
        . . . # . . .
    """)

    given = Numbers("the numbers printed in cells", low=1, high=9)
    boxes = Boxes("the boxes, if they are not the usual ones", size=9)
    number = AnswerNumbers(1, 9, "the number in each cell")

    dataset = [OwnBoard(), Cells("given"), Cells("number")]

    @classmethod
    def own_board(cls) -> Lattice:
        return cls.grids.board

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        all_different(m, self.number, self.grids.rows, "no number occurs twice in a row of a grid")
        all_different(m, self.number, self.grids.columns, "no number occurs twice in a column of a grid")
        all_different(m, self.number, self.boxes, "no number occurs twice in a box")
