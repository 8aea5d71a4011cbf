from pencilp.board.layers import TintedCells
from pencilp.genres.samurai_sudoku import SamuraiSudoku
from pencilp.model import Model
from pencilp.rules.grids import Grids
from pencilp.rules.numbers import all_different


class Clueless1Sudoku(SamuraiSudoku):
    """Fill every cell with a number from 1 to 9, so that no number occurs twice in an outlined box, or in a row or a
    column of one of the nine grids of nine by nine. The tinted cells, in the middle of all boxes, make a tenth grid:
    no number occurs twice in the tinted cells of a row, of a column, or of a grid.
    """

    name = "clueless_1_sudoku"
    title = "Clueless Sudoku 1"
    title_ja = "クルーレス数独1"
    aliases = ("clueless sudoku",)

    grids = Grids("""
        o . . o . . o . .
        . . . . . . . . .
        . . . . . . . . .
        o . . o . . o . .
        . . . . . . . . .
        . . . . . . . . .
        o . . o . . o . .
        . . . . . . . . .
        . . . . . . . . .
    """)
    tinted = TintedCells(
        "the tinted cells, if they are not the usual ones", lambda board, row, col: row % 3 == col % 3 == 1
    )

    dataset = SamuraiSudoku.dataset

    def rules(self, m: Model) -> None:
        super().rules(m)
        for words, groups in (
            ("no number occurs twice in the tinted cells of a row", self.board.row_cells),
            ("no number occurs twice in the tinted cells of a column", self.board.col_cells),
            ("no number occurs twice in the tinted cells of a grid", self.grids.cells),
        ):
            all_different(m, self.number, [[c for c in group if self.tinted[c]] for group in groups], words)
