from pencilp.board.layers import Shading, Symbols
from pencilp.encodings import Cells, Dots
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.polyominoes import chained_tetrominoes
from pencilp.rules.shading import dots_say

DOTS = {"b": "a black dot", "g": "a grey dot", "w": "a white dot"}


class TetroChainK(Genre):
    """Shade some cells, so that every group of shaded cells is a tetromino: four cells connected by edges.
    Tetrominoes that touch at a corner have different shapes, even if they are turned or mirrored, and all are
    connected by corners. More than half of the cells that a black dot touches are shaded, less than half at a white
    dot, and exactly half at a grey dot. A dot lies in a cell, on the edge between two, or on a corner.
    """

    name = "tetrochaink"
    title = "Tetro Chain-K"
    title_ja = "テトロチェーンＫ"
    aliases = ("tetrochain_k",)

    dots = Symbols(DOTS, "dots in cells", look="weighing", optional=True)
    corner_dots = Symbols(DOTS, "dots on corners", on="corners", look="weighing_between", optional=True)
    edge_dots = Symbols(DOTS, "dots on the edges between two cells", on="links", look="weighing_between", optional=True)
    shaded = Shading("the shaded cells")

    link = [Dots("dots", "edge_dots", "corner_dots")]
    pzpr = [Dots("dots", "edge_dots", "corner_dots"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        chained_tetrominoes(m, self.board, self.shaded)
        dots_say(m, self.board, self.shaded, self.dots, self.edge_dots, self.corner_dots)
