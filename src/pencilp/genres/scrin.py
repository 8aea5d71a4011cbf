from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model, at_least
from pencilp.rules.groups import group_has_size, shaded_groups
from pencilp.rules.regions import holds_at_most_one
from pencilp.rules.shading import connected_by_corners, in_rectangles, rectangles_touch_two


class Scrin(Genre):
    """Shade some rectangles. They do not touch by an edge, but form one ring by their corners: every rectangle touches exactly
    two others there. The ring has more than four rectangles, so that it does not enclose just another rectangle. Every circle
    lies in a rectangle, and no rectangle holds two. A number is the size of its rectangle.
    """

    name = "scrin"
    title = "Scrin"
    title_ja = "スクリン"

    circles = Numbers("the size of the rectangle", low=1, high="cells", look="circle")
    shaded = Shading("the rectangles")

    link = [Number16("circles")]
    pzpr = [Cells("circles"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, circles, shaded = self.board, self.circles, self.shaded
        in_rectangles(m, board, shaded, "a group of shaded cells is a rectangle")
        firsts = rectangles_touch_two(m, board, shaded, "a rectangle touches exactly two others at its corners")
        connected_by_corners(m, board, shaded, "the rectangles are connected by their corners")
        m.require("the ring has more than four rectangles", m.any_of(firsts) >> at_least(5, firsts))
        groups = shaded_groups(m, board, shaded)
        for clue in circles.items():
            m.require("a circle lies in a rectangle", shaded[clue.cell], clue=clue)
        holds_at_most_one(m, groups, circles.given, "a rectangle holds at most one circle")
        for clue in circles.known():
            group_has_size(m, groups, clue.cell, clue.value, "a number is the size of its rectangle", clue=clue)
