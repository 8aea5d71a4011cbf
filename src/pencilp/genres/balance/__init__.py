from itertools import combinations, zip_longest

from pencilp.board.layers import Arrows, Loop
from pencilp.encodings import Cells, CircleNumber16, Matrix
from pencilp.genres.balance.rules import differently_long
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Model, all_hold, exactly
from pencilp.rules.loops import equally_long, loop_through_cells, straight_runs


class BalanceLoop(Genre):
    """Draw one closed loop from cell to cell that passes every circle. The two straight pieces that leave a white circle are
    equally long, those that leave a black circle are not. A number is the sum of their lengths.
    """

    name = "balance"
    title = "Balance Loop"
    title_ja = "バランスループ"
    shapes = ("square", "hexagonal")

    circles = Arrows(
        "white (w) and black (b) circles with the length of both pieces together",
        names=(),
        colors="wb",
        high="two_lines",
        look="circle",
    )
    line = Loop("the loop")

    link = [CircleNumber16("circles")]
    pzpr = [Cells("circles", colors={"0": "w", "1": "b"}), Matrix("line")]
    dataset = [Cells("circles"), Cells("line")]

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        circled = [True if circle else None for circle in self.circles]
        loop_through_cells(m, board, line, circled, passes="the loop passes every circle")
        for clue in self.circles.items():
            runs = [straight_runs(m, board, line, clue.cell, d) for d in board.directions]
            if clue.color == "w":
                words, balanced = "the pieces that leave a white circle are equally long", equally_long
            else:
                words, balanced = "the pieces that leave a black circle are not equally long", differently_long
            m.require(words, all_hold([balanced(a, b) for a, b in combinations(runs, 2)]), at=clue.cell)
            if clue.is_known:
                words = "the pieces that leave a circle are together as long as its number says"
                m.require(words, exactly(clue.number, [x for run in runs for x in run]), clue=clue)

    def open_rules(self, m: Model) -> OpenLayers:
        board, line = self.board, self.line
        passed = loop_through_cells(m, board, line)
        circles = []
        for cell in board.cells:
            runs = [straight_runs(m, board, line, cell, d) for d in board.directions]
            reach = [*zip_longest(*runs, fillvalue=m.false)]
            # one piece goes on where the other ends
            differ = m.any_of([m.all_of((m.any_of(lits), ~m.count_of(2, lits))) for lits in reach])
            here = m.all_of((passed[cell], m.binary()))
            circles.append({("w", None, None): m.all_of((here, ~differ)), ("b", None, None): m.all_of((here, differ))})
        return {"circles": circles}
