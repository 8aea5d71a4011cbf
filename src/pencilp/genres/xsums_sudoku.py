from pencilp.board.layers import Lines
from pencilp.genres.sudoku import Sudoku
from pencilp.model import Linear, Model, all_hold
from pencilp.rules.counting import seen_from_outside


class XSumsSudoku(Sudoku):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a column or
    in an outlined box. A number outside is the sum of the first X numbers of its row or column, seen from there; X is the
    first of them.
    """

    name = "xsums_sudoku"
    title = "X-Sums Sudoku"
    title_ja = "X-Sums 数独"
    aliases = ("x-sums", "x sums")

    sums = Lines(
        "the sum of the first X numbers seen from there; X is the first of them",
        sides=("top", "bottom", "left", "right"),
        single=True,
        high="sum_of_line",
        seen=True,
        optional=True,
    )

    def rules(self, m: Model) -> None:
        super().rules(m)
        for clue in seen_from_outside(self.board, self.sums):
            numbers = self.number[clue.cells]
            parts = [
                (first == x) >> Linear([(1, n) for n in numbers[:x]], clue.value, clue.value)
                if x <= len(numbers)
                else first != x
                for first in numbers[:1]
                for x in first.values
            ]
            m.require(
                "the number outside is the sum of the first X numbers; X is the first of them",
                all_hold(parts),
                clue=clue,
            )
