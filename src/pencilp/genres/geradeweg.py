from pencilp.board.layers import UNKNOWN, Loop, Numbers
from pencilp.encodings import Cells, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model, all_hold, exactly
from pencilp.rules.loops import equally_long, loop_through_cells, straight_runs


class Geradeweg(Genre):
    """Draw one closed loop from cell to cell that passes every circle. A straight piece of the loop that passes a
    circle, or ends there, is as long as its number says. If the loop turns on a circle, both pieces are equally long.
    """

    name = "geradeweg"
    title = "Geradeweg"
    title_ja = "グラーデヴェグ"
    shapes = ("square", "hexagonal")

    circles = Numbers("how long the straight pieces at a circle are", low=1, high="line", look="circle")
    line = Loop("the loop")

    # old links have 0 for ?
    link = [Number16("circles", {0: UNKNOWN})]
    pzpr = [Cells(("circles", {"-": UNKNOWN, "0": UNKNOWN})), Matrix("line")]
    dataset = [Cells(("circles", {"0": UNKNOWN})), Cells("line")]

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        circled = [True if circle else None for circle in self.circles]
        loop_through_cells(m, board, line, circled, passes="the loop passes every circle")
        half = len(board.directions) // 2
        for clue in self.circles.items():
            runs = [straight_runs(m, board, line, clue.cell, d) for d in board.directions]
            axes = list(zip(runs[:half], runs[half:], strict=True))
            bends = [equally_long(a, b) for i, one in enumerate(axes) for a in one for other in axes[:i] for b in other]
            m.require("the straight pieces at a circle are equally long", all_hold(bends), at=clue.cell)
            if clue.is_known:
                words = "a straight piece at a circle is as long as its number says"
                pieces = [run[0] >> exactly(clue.value, a + b) for a, b in axes for run in (a, b) if run]
                m.require(words, all_hold(pieces), clue=clue)
