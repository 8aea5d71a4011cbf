from pencilp.genres.sudoku import Sudoku
from pencilp.model import Model
from pencilp.rules.numbers import all_different


class AntiKnightSudoku(Sudoku):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a column or
    in an outlined box. Two cells that are a knight's move of chess apart do not hold the same number.
    """

    name = "anti_knight_sudoku"
    title = "Anti-Knight Sudoku"
    title_ja = "アンチナイト数独"
    aliases = ("knight's move sudoku",)

    def rules(self, m: Model) -> None:
        super().rules(m)
        at = self.board.cell_at
        moves = [(1, -2), (1, 2), (2, -1), (2, 1)]
        pairs = [(at[r, c], at[r + i, c + j]) for r, c in at for i, j in moves if (r + i, c + j) in at]
        all_different(m, self.number, pairs, "cells a knight's move apart do not hold the same number")
