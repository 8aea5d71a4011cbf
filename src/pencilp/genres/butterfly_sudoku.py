from pencilp.genres.samurai_sudoku import SamuraiSudoku
from pencilp.rules.grids import Grids


class ButterflySudoku(SamuraiSudoku):
    """Fill every cell with a number from 1 to 9, so that no number occurs twice in an outlined box, or in a row or
    a column of one of the four grids of nine by nine. These lie in the corners of the board.
    """

    name = "butterfly_sudoku"
    title = "Butterfly Sudoku"
    title_ja = "バタフライ数独"

    grids = Grids("""
        o o . .
        o o . .
        . . . .
        . . . .
    """)

    dataset = SamuraiSudoku.dataset
