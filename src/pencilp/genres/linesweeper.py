from pencilp.board.layers import Loop, Numbers
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.loops import loop_through_cells


class Linesweeper(Genre):
    """Draw one closed loop from cell to cell that passes no number. A number says how many of the cells around it, across
    corners too, the loop passes.
    """

    name = "linesweeper"
    title = "Linesweeper"
    title_ja = "ラインスイーパー"
    aliases = ("loopsweeper",)
    shapes = ("square", "hexagonal")

    numbers = Numbers("how many cells around the loop passes", high="around")
    line = Loop("the loop")

    dataset = [Cells("numbers"), Cells("line")]

    def rules(self, m: Model) -> None:
        kept = [None if n is None else False for n in self.numbers]
        passed = loop_through_cells(m, self.board, self.line, kept, keeps_out="the loop passes no number")
        for clue in self.numbers.known():
            m.require(
                "a number counts the cells around it that the loop passes",
                exactly(clue.value, passed[self.board.around[clue.cell]]),
                clue=clue,
            )
