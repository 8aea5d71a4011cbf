from pencilp.board.layers import Boxes, Diagonals, Numbers, Param
from pencilp.genres.futoshiki import Futoshiki
from pencilp.model import Model
from pencilp.rules.numbers import all_different, long_diagonals


class GreaterThanSudoku(Futoshiki):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a column or
    in an outlined box. A sign between two cells points to the smaller of their numbers.
    """

    name = "greater_than_sudoku"
    title = "Greater-Than Sudoku"
    title_ja = "不等号ナンプレ"
    aliases = ("compdoku", "comparison sudoku", "Vergleichssudoku")
    equal_sides = True
    usual_size = (9, 9)

    given = Numbers("the numbers printed in cells", low=1, high="columns", optional=True)
    boxes = Boxes("the boxes, if they are not the usual ones")
    diagonals = Param("1: no number occurs twice on the two long diagonals either", value=Diagonals(), initial=0)

    def rules(self, m: Model) -> None:
        super().rules(m)
        if self.boxes is not None:
            all_different(m, self.number, self.boxes, "no number occurs twice in a box")
        if self.diagonals:
            all_different(m, self.number, long_diagonals(self.board), "no number occurs twice on a long diagonal")
