from typing import ClassVar

from pencilp.board.layers import Lines, Param
from pencilp.encodings import Cells, OutsideLines
from pencilp.genres.sudoku import Sudoku
from pencilp.model import Model
from pencilp.rules.counting import seen_from_outside
from pencilp.rules.numbers import adds_up


class MarginSudoku(Sudoku):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a column or
    in an outlined box. A number outside is the sum of the first three cells of its line, seen from there.
    """

    name = "margin_sudoku"
    title = "Margin Sudoku"
    title_ja = "枠外サム数独"
    aliases: ClassVar[tuple[str, ...]] = ("frame sudoku", "outside sum sudoku", "Rahmensudoku")

    sums = Lines(
        "the sum of the first cells from outside",
        sides=("top", "left", "bottom", "right"),
        single=True,
        high="sum_of_line",
        seen=True,
    )
    depth = Param(
        "how many cells a number outside adds up", low=1, high="columns", initial=lambda board: min(3, board.cols)
    )

    dataset = [OutsideLines("sums", sides=("top", "bottom", "left", "right")), Cells("given"), Cells("number")]

    def rules(self, m: Model) -> None:
        super().rules(m)
        for clue in seen_from_outside(self.board, self.sums):
            first = clue.cells[: self.depth]
            adds_up(
                m,
                self.number[first],
                clue.value,
                "the number outside is the sum of the first cells",
                at=first,
                clue=clue,
            )
