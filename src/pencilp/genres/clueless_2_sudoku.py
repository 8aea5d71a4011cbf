from pencilp.board.layers import TintedCells
from pencilp.genres.clueless_1_sudoku import Clueless1Sudoku
from pencilp.genres.samurai_sudoku import SamuraiSudoku


class Clueless2Sudoku(Clueless1Sudoku):
    """Fill every cell with a number from 1 to 9, so that no number occurs twice in an outlined box, or in a row or a
    column of one of the nine grids of nine by nine. The tinted cells, in the boxes in the middle of the grids, make a
    tenth grid: no number occurs twice in the tinted cells of a row, of a column, or of a grid.
    """

    name = "clueless_2_sudoku"
    title = "Clueless Sudoku 2"
    title_ja = "クルーレス数独2"

    tinted = TintedCells(
        "the tinted cells, if they are not the usual ones", lambda board, row, col: row // 3 % 3 == col // 3 % 3 == 1
    )

    dataset = SamuraiSudoku.dataset
