from pencilp.genres.samurai_sudoku import SamuraiSudoku
from pencilp.rules.grids import Grids


class SoheiSudoku(SamuraiSudoku):
    """Fill every cell with a number from 1 to 9, so that no number occurs twice in an outlined box, or in a row or
    a column of one of the four grids of nine by nine. They stand around a hole.
    """

    name = "sohei_sudoku"
    title = "Sohei Sudoku"
    title_ja = "僧兵数独"

    grids = Grids("""
        # # o . . # #
        # # . . . # #
        o . . . o . .
        . . . # . . .
        . . o . . . .
        # # . . . # #
        # # . . . # #
    """)

    dataset = SamuraiSudoku.dataset
