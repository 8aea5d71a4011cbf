from pencilp.board.layers import Shading, Symbols
from pencilp.encodings import Cells, Dots
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly, implies
from pencilp.rules.shading import connected, dots_say, no_two_by_two

DOTS = {"b": "a black dot", "g": "a grey dot", "w": "a white dot"}


class SansaRoad(Genre):
    """Shade some cells, so that the others form one road: one group without a two by two. A cell of the road touches
    exactly two others by its edges, or three if it has a triangle. Triangles lie on the road. More than half of the
    cells at a black dot are shaded, less than half at a white dot, and exactly half at a grey dot.
    """

    name = "sansaroad"
    title = "Sansa Road"
    title_ja = "サンサロード"

    triangles = Symbols({"t": "a triangle"}, "triangles in cells", look="outline")
    corner_dots = Symbols(DOTS, "dots on corners", on="corners", look="weighing_between", optional=True)
    edge_dots = Symbols(DOTS, "dots on the edges between two cells", on="links", look="weighing_between", optional=True)
    shaded = Shading("the shaded cells")

    link = [Dots("triangles", "edge_dots", "corner_dots", "t")]
    pzpr = [Dots("triangles", "edge_dots", "corner_dots", "t"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        road = [~x for x in shaded]
        connected(m, board, road, "the unshaded cells form one group")
        no_two_by_two(m, board, road, "no two by two is unshaded")
        for cell, triangle in enumerate(self.triangles):
            adjacent = [road[n] for n in board.near[cell]]
            if triangle:
                m.require("a triangle is not shaded", road[cell], at=cell)
                m.require("a triangle touches three unshaded cells", exactly(3, adjacent), at=cell)
            else:
                m.require(
                    "an unshaded cell without a triangle touches two others",
                    implies((road[cell],), exactly(2, adjacent)),
                    at=cell,
                )
        dots_say(m, board, shaded, None, self.edge_dots, self.corner_dots)
