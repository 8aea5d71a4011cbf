from pencilp.genres.samurai_sudoku import SamuraiSudoku
from pencilp.rules.grids import Grids


class SumoSudoku(SamuraiSudoku):
    """Fill every cell with a number from 1 to 9, so that no number occurs twice in an outlined box, or in a row or
    a column of one of the thirteen grids of nine by nine.
    """

    name = "sumo_sudoku"
    title = "Sumo Sudoku"
    title_ja = "相撲数独"
    aliases = ("gattai-13",)

    grids = Grids("""
        o . . # o . . # o . .
        . . . # . . . # . . .
        . . o . . . o . . . .
        # # . . . # . . . # #
        o . . . o . . . o . .
        . . . # . . . # . . .
        . . o . . . o . . . .
        # # . . . # . . . # #
        o . . . o . . . o . .
        . . . # . . . # . . .
        . . . # . . . # . . .
    """)

    dataset = SamuraiSudoku.dataset
