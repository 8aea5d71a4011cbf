from pencilp.board.layers import Loop, Shading, Symbols
from pencilp.encodings import Cells, Dots, Matrix
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.loops import loop_through_cells
from pencilp.rules.shading import dots_say

DOTS = {"b": "a black dot", "g": "a grey dot", "w": "a white dot"}


class Kurarin(Genre):
    """Shade some cells and draw one closed loop through all the others. More than half of the cells that a black dot
    touches are shaded, less than half at a white dot, and exactly half at a grey dot. A dot lies in a cell, on the
    edge between two, or on a corner.
    """

    name = "kurarin"
    title = "Kurarin"
    title_ja = "クラリン"
    shapes = ("square", "hexagonal")

    dots = Symbols(DOTS, "dots in cells", look="weighing", optional=True)
    corner_dots = Symbols(DOTS, "dots on corners", on="corners", look="weighing_between", optional=True)
    edge_dots = Symbols(DOTS, "dots on the edges between two cells", on="links", look="weighing_between", optional=True)
    shaded = Shading("the shaded cells")
    line = Loop("the loop")

    link = [Dots("dots", "edge_dots", "corner_dots")]
    pzpr = [Dots("dots", "edge_dots", "corner_dots"), Cells("shaded"), Matrix("line")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        loop_through_cells(
            m, board, self.line, [~x for x in shaded], passes="the loop passes every cell that is not shaded"
        )
        dots_say(m, board, shaded, self.dots, self.edge_dots, self.corner_dots)
