from pencilp.board.layers import Loop, Symbols
from pencilp.encodings import Cells, Gaps, Matrix
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Model, any_of, none_of
from pencilp.rules.rectangular_loops import loops_are_rectangles


class RingRing(Genre):
    """Draw loops from cell to cell, each of them a rectangle, that together pass all cells but the shaded ones. Loops
    may cross, but no two share a line between cells, and no two have a corner in the same cell.
    """

    name = "ringring"
    title = "Ring-ring"
    title_ja = "リングリング"
    aliases = ("ring ring",)

    walls = Symbols({"x": "a shaded cell"}, "the cells that the loops keep out of", look="wall")
    line = Loop("the loops")

    link = [Gaps("walls", "x")]
    pzpr = [Cells(("walls", {"1": "x", "0": None})), Matrix("line")]

    def rules(self, m: Model) -> None:
        for cell, links in enumerate(self.board.links_at):
            lines = self.line[links]
            if self.walls[cell]:
                m.require("the loops keep out of shaded cells", none_of(lines), at=cell)
            else:
                m.require("a loop passes every cell that is not shaded", any_of(lines), at=cell)
        loops_are_rectangles(m, self.board, self.line)

    def open_rules(self, m: Model) -> OpenLayers:
        loops_are_rectangles(m, self.board, self.line)
        return {"walls": [{"x": ~m.any_of(self.line[links])} for links in self.board.links_at]}
