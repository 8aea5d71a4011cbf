from itertools import combinations

from pencilp.board.layers import Lines
from pencilp.genres.sudoku import Sudoku
from pencilp.model import Linear, Model, all_hold
from pencilp.rules.counting import seen_from_outside


class SandwichSudoku(Sudoku):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a column or
    in an outlined box. A number outside is the sum of the numbers between the 1 and the greatest number in its row or column.
    """

    name = "sandwich_sudoku"
    title = "Sandwich Sudoku"
    title_ja = "サンドイッチ数独"

    sums = Lines(
        "the sum of the numbers between the 1 and the greatest", single=True, high="sum_of_line", optional=True
    )

    def rules(self, m: Model) -> None:
        super().rules(m)
        highest = self.board.cols
        bread = [m.any_of((x == 1, x == highest)) for x in self.number]
        for clue in seen_from_outside(self.board, self.sums):
            line = clue.cells
            terms = [(1, x) for x in self.number[line]]
            fillings = [
                bread[line[i]] >> (bread[line[j]] >> Linear(terms[i + 1 : j], clue.value, clue.value))
                for i, j in combinations(range(len(line)), 2)
            ]
            m.require(
                "the number outside is the sum of what lies between the 1 and the greatest",
                all_hold(fillings),
                clue=clue,
            )
