from itertools import combinations

from pencilp.board.layers import EdgeLoop, Numbers
from pencilp.encodings import Cells, FourCell, Ignored, Matrix
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.model import Clause, Model, Reached, all_hold, any_of, at_most, exactly


class Litherslink(Genre):
    """Draw lines along the edges of the grid. At every corner a line ends, or lines branch or cross: none passes
    straight through or turns. The lines close no loop, and they are not all connected. A number says how many edges
    of its cell have a line.
    """

    name = "lither"
    title = "Litherslink"
    title_ja = "リザースリンク"

    numbers = Numbers("how many edges of the cell have a line", high="sides")
    line = EdgeLoop("the lines")

    link = [FourCell("numbers")]
    pzpr = [Cells("numbers"), Ignored("0", version=1), Matrix("line")]

    def validate(self) -> None:
        board = self.board
        if len(board) != board.rows * board.cols:
            raise InputError(f"{self.name} is played on boards without holes")

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        for corner, edges in enumerate(board.corner_edges):
            here = line[edges]
            pairs = [
                Clause((~a, ~b, *(x for x in here if x is not a and x is not b))) for a, b in combinations(here, 2)
            ]
            m.require(
                "a line ends at a corner, or lines branch or cross there",
                all_hold([any_of(here), *pairs]),
                at=board.corner_cells[corner],
            )
        # cells that lines cut off from the outside lie within a loop
        outside = len(board)
        arcs = [(c, n, ~line[e]) for c in board.cells for n, e in zip(board.near[c], board.links_at[c], strict=True)]
        for c in board.coast:
            open_sides = [d for d in board.directions if board.neighbour(c, d) is None]
            arcs += [(outside, c, ~line[board.cell_edges[c][d]]) for d in open_sides]
        m.require("the lines close no loop", Reached([m.true] * (outside + 1), arcs, [outside]))
        # the number of trees that reach every corner is the number of corners less the number of lines
        m.require("the lines are two trees or more", at_most(len(board.corners) - 2, line))
        for clue in self.numbers.known():
            m.require(
                "a number counts the edges of its cell that have a line",
                exactly(clue.value, line[board.cell_edges[clue.cell]]),
                clue=clue,
            )
