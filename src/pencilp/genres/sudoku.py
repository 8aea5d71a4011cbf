from typing import ClassVar

from pencilp.board.layers import AnswerNumbers, Boxes, Diagonals, Numbers, Param
from pencilp.encodings import Cells, Number16, SquareSize
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.numbers import all_different, givens, latin_square, long_diagonals


class Sudoku(Genre):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a
    column or in an outlined box.
    """

    name = "sudoku"
    title = "Sudoku"
    title_ja = "数独"
    aliases: ClassVar[tuple[str, ...]] = ("ナンバープレース", "ナンプレ", "number place")
    equal_sides = True
    usual_size = (9, 9)

    given = Numbers("the numbers printed in cells", low=1, high="columns")
    boxes = Boxes("the boxes, if they are not the usual ones")
    diagonals = Param("1: no number occurs twice on the two long diagonals either", value=Diagonals(), initial=0)
    number = AnswerNumbers(1, lambda self: self.board.cols, "the number in each cell")

    link = [Number16("given")]
    pzpr = [SquareSize(), Cells("given"), Cells("number", given="given")]
    dataset = [Cells("given"), Cells("number")]

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        latin_square(m, self.board, self.number)
        if self.boxes is not None:
            all_different(m, self.number, self.boxes, "no number occurs twice in a box")
        if self.diagonals:
            all_different(m, self.number, long_diagonals(self.board), "no number occurs twice on a long diagonal")
