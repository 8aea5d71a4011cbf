from pencilp.board.lattice import Lattice
from pencilp.board.layers import Loop, Symbols
from pencilp.board.layers.glyphs import Circle, Glyph
from pencilp.encodings import Cells, DotGrid, Matrix
from pencilp.genres.base import Genre
from pencilp.genres.midloop import codec
from pencilp.model import Model, all_hold
from pencilp.rules.loops import equally_long, goes_straight, loop_through_cells, straight_runs

PASSES = "the loop passes every dot"
MIDDLE = "a dot is the middle of the straight piece that it lies on"


def edge_dot(token: str, lattice: Lattice) -> Glyph:
    """A dot as large as those in cells: what lies on edges is drawn at half the size."""
    return Glyph([Circle(0.32, "ink", "none", width=0, level="rounds")], "•", "o")


class MidLoop(Genre):
    """Draw one closed loop from cell to cell that passes every dot, be it in a cell or on the edge between two. A dot is
    the middle of the straight piece of the loop that it lies on.
    """

    name = "midloop"
    title = "Mid-loop"
    title_ja = "ミッドループ"
    shapes = ("square", "hexagonal")

    dots = Symbols({"o": "a dot"}, "dots in cells", look="dot", optional=True)
    edge_dots = Symbols({"o": "a dot"}, "dots on the edges between two cells", on="links", look=edge_dot, optional=True)
    line = Loop("the loop")

    link = [DotGrid("dots", "edge_dots", marks=(None, "o"))]
    pzpr = [DotGrid("dots", "edge_dots", marks=(None, "o")), Matrix("line")]
    dataset = [codec.Middles("dots", "edge_dots"), Cells("line")]

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        passed = loop_through_cells(m, board, line)
        half = len(board.directions) // 2
        for clue in self.dots.items():
            m.require(PASSES, passed[clue.cell], clue=clue)
            straight = goes_straight(board, line, clue.cell)
            m.require("the loop goes straight through a dot in a cell", straight, clue=clue)
            runs = [straight_runs(m, board, line, clue.cell, d) for d in board.directions]
            halves = zip(runs[:half], runs[half:], strict=True)
            m.require(MIDDLE, all_hold([equally_long(a, b) for a, b in halves]), clue=clue)
        for clue in self.edge_dots.items():
            a, b = clue.at
            way = board.direction_to(a, b)
            m.require(PASSES, line[clue.place], clue=clue)
            runs = [straight_runs(m, board, line, c, d) for c, d in ((a, way), (b, board.opposite(way)))]
            m.require(MIDDLE, equally_long(*runs), clue=clue)
