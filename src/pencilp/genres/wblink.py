from itertools import combinations

from pencilp.board.layers import Loop, Symbols
from pencilp.encodings import Cells, Circle, Matrix
from pencilp.genres.base import Genre
from pencilp.model import Model, all_hold, any_of, exactly, not_all
from pencilp.rules.loops import goes_straight, straights


class ShirokuroLink(Genre):
    """Join the circles in pairs of a white and a black one by straight lines from cell to cell, which do not cross. Every
    circle belongs to one pair, and there is at least one pair.
    """

    name = "wblink"
    title = "Shirokuro-link"
    title_ja = "シロクロリンク"
    aliases = ("shirokuro",)
    shapes = ("square", "hexagonal")

    circles = Symbols({"w": "a white circle", "b": "a black circle"}, "the circles", look="circle")
    line = Loop("the lines")

    link = [Circle("circles", "wb")]
    pzpr = [Cells(("circles", {"1": "w", "2": "b"})), Matrix("line")]
    dataset = [Cells("circles"), Cells("line")]

    def rules(self, m: Model) -> None:
        board, line, circles = self.board, self.line, self.circles
        for cell, circle in enumerate(circles):
            if circle is None:
                m.require("a line goes straight on to the next circle", goes_straight(board, line, cell), at=cell)
                pairs = combinations(straights(board, cell), 2)
                crossings = [not_all([line[a], line[b], line[c], line[d]]) for (a, b), (c, d) in pairs]
                m.require("lines do not cross", all_hold(crossings), at=cell)
                continue
            m.require("one line ends at every circle", exactly(1, line[board.links_at[cell]]), at=cell)
            for way in board.line_directions:
                ray = board.rays[cell][way]
                end = next((i for i, c in enumerate(ray) if circles[c]), None)
                if end is not None and circles[ray[end]] == circle:
                    along = [board.link_to[c][way] for c in (cell, *ray[:end])]
                    m.require("a line joins a white and a black circle", not_all(line[along]), at=(cell, ray[end]))
        m.require("there is a line", any_of(line))
