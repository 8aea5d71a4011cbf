from pencilp.board.layers import TintedCells
from pencilp.genres.sudoku import Sudoku
from pencilp.model import Model
from pencilp.rules.numbers import all_different


class Windoku(Sudoku):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a column, in
    an outlined box, or in a window: a group of tinted cells connected by edges.
    """

    name = "windoku"
    title = "Windoku"
    title_ja = "窓枠ナンプレ"
    aliases = ("hyper sudoku", "nrc sudoku", "four-box sudoku")

    tinted = TintedCells("the windows, if they are not the usual ones", lambda row, col: row % 4 > 0 and col % 4 > 0)

    def rules(self, m: Model) -> None:
        super().rules(m)
        windows = self.board.groups(cells=self.tinted.given)
        all_different(m, self.number, windows, "no number occurs twice in a window")
