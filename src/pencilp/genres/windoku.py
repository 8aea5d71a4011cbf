from math import isqrt

from pencilp.board.lattice import Lattice
from pencilp.board.layers import TintedCells
from pencilp.genres.sudoku import Sudoku
from pencilp.model import Model
from pencilp.rules.numbers import all_different


def in_usual_window(board: Lattice, row: int, col: int) -> bool:
    """Whether a cell lies in a usual window. There are four of three by three on 9x9, and nine of four by four on 16x16."""
    side = isqrt(board.rows)
    return side**2 == board.rows and row % (side + 1) > 0 and col % (side + 1) > 0


class Windoku(Sudoku):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a column, in
    an outlined box, or in a window: a group of tinted cells connected by edges.
    """

    name = "windoku"
    title = "Windoku"
    title_ja = "窓枠ナンプレ"
    aliases = ("hyper sudoku", "nrc sudoku", "four-box sudoku")

    tinted = TintedCells("the windows, if they are not the usual ones", in_usual_window)

    def validate(self) -> None:
        super().validate()
        board = self.board
        if not self.tinted.given and not any(in_usual_window(board, *at) for at in board.positions):
            size = f"{board.rows}x{board.cols}"
            raise self.bad(
                "tinted", None, f"a board of {size} has no usual windows: the cells of its windows are needed"
            )

    def rules(self, m: Model) -> None:
        super().rules(m)
        windows = self.board.groups(cells=self.tinted.given)
        all_different(m, self.number, windows, "no number occurs twice in a window")
