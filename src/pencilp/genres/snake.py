from pencilp.board.layers import Lines, Shading, Symbols
from pencilp.encodings import Cells, Circle, Framed, OutsideLines, OutsideNumber16
from pencilp.genres.base import Genre
from pencilp.model import Clause, Model, between, exactly
from pencilp.rules.counting import across_corners, counts_outside
from pencilp.rules.shading import connected, no_two_by_two

PZPR = {str(c + 4 * mark): (circle, mark % 2) for mark in (0, 1, 2) for c, circle in enumerate((None, "w", "b"))}
"""Per token of a pzpr text the circle, and whether the cell is shaded: 4 is a shaded cell, 8 a solver's dot."""


class Snake(Genre):
    """Shade a snake: a path of at least two cells from head to tail that does not touch itself, not even at a corner.
    A black circle is an end of the snake, a white circle is another part of it. Numbers outside say how many cells of
    the line are shaded.
    """

    name = "snake"
    title = "Snake"
    title_ja = "スネーク"
    aliases = ("schlange",)

    counts = Lines("how many cells of the row or column are shaded", single=True, high="line", optional=True)
    circles = Symbols(
        {"b": "an end", "w": "a part that is no end"}, "ends and other parts", look="circle", optional=True
    )
    shaded = Shading("the snake")

    link = [Circle("circles", "wb"), OutsideNumber16("counts")]
    pzpr = [Framed("counts", "circles", "shaded", table=PZPR)]
    dataset = [OutsideLines("counts"), Cells(("circles", {"x": "b"})), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        ends = []
        for cell in board.cells:
            near = shaded[board.near[cell]]
            m.require("a cell of the snake touches one or two others", shaded[cell] >> between(1, 2, near), at=cell)
            ends.append(m.all_of([shaded[cell], ~m.count_of(2, near)]))
        m.require("the snake has two ends", exactly(2, ends))
        no_two_by_two(m, board, shaded, "the snake does not touch itself")
        for a, b, others in across_corners(board):
            turn = Clause((~shaded[a], ~shaded[b], *shaded[others]))
            m.require("the snake does not touch itself", turn, at=(a, b))
        for clue in self.circles.known("b"):
            m.require("a black circle is an end of the snake", ends[clue.cell], clue=clue)
        for clue in self.circles.known("w"):
            between_ends = m.all_of([shaded[clue.cell], ~ends[clue.cell]])
            m.require("a white circle is a part of the snake between its ends", between_ends, clue=clue)
        counts_outside(m, board, self.counts, shaded, "as many cells of the line are shaded as its number says")
        connected(m, board, shaded, "the snake is in one piece")
