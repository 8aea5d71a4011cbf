from pencilp.genres.sudoku import Sudoku
from pencilp.model import Model
from pencilp.rules.numbers import no_equal_neighbours


class AntiKingSudoku(Sudoku):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a column or
    in an outlined box. Two cells that touch, be it at a corner, do not hold the same number.
    """

    name = "anti_king_sudoku"
    title = "Anti-King Sudoku"
    title_ja = "アンチキング数独"
    aliases = ("no touch sudoku",)

    def rules(self, m: Model) -> None:
        super().rules(m)
        no_equal_neighbours(m, self.board, self.number, "cells that touch do not hold the same number")
