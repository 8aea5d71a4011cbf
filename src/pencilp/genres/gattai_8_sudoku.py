from pencilp.genres.samurai_sudoku import SamuraiSudoku
from pencilp.rules.grids import Grids


class Gattai8Sudoku(SamuraiSudoku):
    """Fill every cell with a number from 1 to 9, so that no number occurs twice in an outlined box, or in a row or
    a column of one of the eight grids of nine by nine.
    """

    name = "gattai_8_sudoku"
    title = "Gattai-8 Sudoku"
    title_ja = "8合体ナンプレ"
    aliases = ("8-grid sudoku",)

    grids = Grids("""
        o . . # o . . # o . .
        . . . # . . . # . . .
        . . o . . . o . . . .
        # # . . . # . . . # #
        o . . . o . . . o . .
        . . . # . . . # . . .
        . . . # . . . # . . .
    """)

    dataset = SamuraiSudoku.dataset
