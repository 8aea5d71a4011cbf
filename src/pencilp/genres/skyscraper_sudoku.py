from pencilp.board.layers import Lines
from pencilp.encodings import Cells, OutsideLines
from pencilp.genres.sudoku import Sudoku
from pencilp.model import Model
from pencilp.rules.counting import seen_from_outside
from pencilp.rules.numbers import towers_seen


class SkyscraperSudoku(Sudoku):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a column or
    in an outlined box. The numbers are heights of towers: a number outside says how many are seen from there, higher ones
    hide lower ones behind them.
    """

    name = "skyscraper_sudoku"
    title = "Skyscraper Sudoku"
    title_ja = "ビルディング数独"
    aliases = ("skyscrapers sudoku", "Hochhaussudoku")

    clues = Lines(
        "how many towers are seen from outside",
        sides=("top", "left", "bottom", "right"),
        single=True,
        high="line",
        seen=True,
    )

    dataset = [OutsideLines("clues", sides=("top", "bottom", "left", "right")), Cells("given"), Cells("number")]

    def rules(self, m: Model) -> None:
        super().rules(m)
        for clue in seen_from_outside(self.board, self.clues):
            towers_seen(
                m, self.number[clue.cells], clue.value, "the number outside says how many towers are seen", clue=clue
            )
