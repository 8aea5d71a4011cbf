from itertools import pairwise

from pencilp.board.layers import Paths
from pencilp.genres.sudoku import Sudoku
from pencilp.model import Model
from pencilp.rules.numbers import greater_than


class ThermoSudoku(Sudoku):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a column or
    in an outlined box. Along every thermometer the numbers grow from its bulb on.
    """

    name = "thermo_sudoku"
    title = "Thermo Sudoku"
    title_ja = "サーモ数独"
    aliases = ("thermometer sudoku",)

    thermometers = Paths("the thermometers, each from its bulb (place 1) on", diagonal=True)

    def rules(self, m: Model) -> None:
        super().rules(m)
        words = "numbers grow along a thermometer, from its bulb on"
        for path in self.thermometers.paths:
            for a, b in pairwise(path):
                m.require(words, greater_than(self.number[b], self.number[a]), at=(a, b))
