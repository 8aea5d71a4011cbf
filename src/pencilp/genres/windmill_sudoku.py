from pencilp.genres.samurai_sudoku import SamuraiSudoku
from pencilp.rules.grids import Grids


class WindmillSudoku(SamuraiSudoku):
    """Fill every cell with a number from 1 to 9, so that no number occurs twice in an outlined box, or in a row or
    a column of one of the five grids of nine by nine. Those around the middle one are its sails.
    """

    name = "windmill_sudoku"
    title = "Windmill Sudoku"
    title_ja = "風車数独"

    grids = Grids("""
        # o . . # # #
        # . . . o . .
        # . o . . . .
        o . . . . . .
        . . . o . . #
        . . . . . . #
        # # # . . . #
    """)

    dataset = SamuraiSudoku.dataset
