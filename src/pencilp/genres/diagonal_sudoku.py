from pencilp.board.layers import Diagonals, Param
from pencilp.genres.sudoku import Sudoku


class DiagonalSudoku(Sudoku):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a column, in
    an outlined box, or on one of the two long diagonals.
    """

    name = "diagonal_sudoku"
    title = "Diagonal Sudoku"
    title_ja = "対角線ナンプレ"
    aliases = ("x sudoku", "sudoku x")

    diagonals = Param("1: no number occurs twice on the two long diagonals either", value=Diagonals(), initial=1)
