from pencilp.genres.samurai_sudoku import SamuraiSudoku
from pencilp.rules.grids import Grids


class ShogunSudoku(SamuraiSudoku):
    """Fill every cell with a number from 1 to 9, so that no number occurs twice in an outlined box, or in a row or
    a column of one of the eleven grids of nine by nine.
    """

    name = "shogun_sudoku"
    title = "Shogun Sudoku"
    title_ja = "将軍数独"
    aliases = ("gattai-11",)

    grids = Grids("""
        o . . # o . . # o . . # o . .
        . . . # . . . # . . . # . . .
        . . o . . . o . . . o . . . .
        # # . . . # . . . # . . . # #
        o . . . o . . . o . . . o . .
        . . . # . . . # . . . # . . .
        . . . # . . . # . . . # . . .
    """)

    dataset = SamuraiSudoku.dataset
