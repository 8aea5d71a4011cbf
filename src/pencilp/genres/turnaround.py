from pencilp.board.layers import Loop, Numbers, Param
from pencilp.encodings import Cells, Flag, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.loops import loop_through_cells, passes_numbers, runs_straight


class Turnaround(Genre):
    """Draw one closed loop from cell to cell that passes every number. A number says how often the loop turns in three cells:
    its own, the one before it and the one after it on the loop.
    """

    name = "turnaround"
    title = "Turnaround"
    title_ja = "ターンアラウンド"

    numbers = Numbers("how often the loop turns here and in the cells before and after", high=3)
    full = Param("1: the loop passes every cell", high=1, initial=0)
    line = Loop("the loop")

    link = [Flag("f", "full"), Number16("numbers")]
    pzpr = [Flag("f", "full"), Cells("numbers"), Matrix("line")]

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        passed = loop_through_cells(m, board, line)
        passes_numbers(m, board, passed, self.numbers, self.full)
        turned = [m.all_of((passed[c], ~runs_straight(m, board, line, c))) for c in board.cells]
        for clue in self.numbers.known():
            ways = zip(board.near[clue.cell], board.links_at[clue.cell], strict=True)
            turns = [turned[clue.cell], *(m.all_of((line[e], turned[n])) for n, e in ways)]
            words = "a number counts the turns in its cell and in those before and after it"
            m.require(words, passed[clue.cell] >> exactly(clue.value, turns), clue=clue)
