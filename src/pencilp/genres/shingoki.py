from pencilp.board.layers import Arrows, Loop
from pencilp.encodings import Cells
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Model, exactly
from pencilp.rules.loops import goes_straight, loop_through_cells, straight_runs, straights, turns


class Shingoki(Genre):
    """Draw one closed loop from cell to cell that passes every circle. It goes straight through a white circle and turns
    on a black one. A number is the sum of the lengths of the two straight pieces that leave its circle.
    """

    name = "shingoki"
    title = "Shingoki"
    title_ja = "信号機"
    aliases = ("traffic lights", "semaphores")
    shapes = ("square", "hexagonal")

    circles = Arrows(
        "white (w) and black (b) circles with the length of the line from them",
        names=(),
        colors="wb",
        high="two_lines",
        look="circle",
    )
    line = Loop("the loop")

    dataset = [Cells("circles"), Cells("line")]

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        circled = [True if circle else None for circle in self.circles]
        loop_through_cells(m, board, line, circled, passes="the loop passes every circle")
        for clue in self.circles.items():
            if clue.color == "w":
                words, bend = "the loop goes straight through a white circle", goes_straight(board, line, clue.cell)
            else:
                words, bend = "the loop turns on a black circle", turns(board, line, clue.cell)
            m.require(words, bend, at=clue.cell)
            if clue.is_known:
                most = max(clue.number, 1)
                pieces = [x for d in board.directions for x in straight_runs(m, board, line, clue.cell, d, most)]
                words = "the straight pieces from a circle are together as long as its number"
                m.require(words, exactly(clue.number, pieces), clue=clue)

    def open_rules(self, m: Model) -> OpenLayers:
        board, line = self.board, self.line
        passed = loop_through_cells(m, board, line)
        circles = []
        for cell in board.cells:
            straight = m.any_of([m.all_of((line[a], line[b])) for a, b in straights(board, cell)])
            here = m.all_of((passed[cell], m.binary()))
            circles.append(
                {("w", None, None): m.all_of((here, straight)), ("b", None, None): m.all_of((here, ~straight))}
            )
        return {"circles": circles}
