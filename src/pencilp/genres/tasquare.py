from pencilp.board.lattice import Lattice
from pencilp.board.layers import Numbers, Shading
from pencilp.board.layers.glyphs import Glyph, Polygon, Text
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of
from pencilp.rules.groups import groups_touched, shaded_groups
from pencilp.rules.shading import connected, in_squares


def boxed(token: str, lattice: Lattice) -> Glyph:
    """Return a small square with its number."""
    square = Polygon([(-0.35, -0.35), (0.35, -0.35), (0.35, 0.35), (-0.35, 0.35)], "paper", stroke="ink", width=0.045)
    return Glyph([square, Text(token, room=0.8)], f"[{token}]", repeats=True)


class Tasquare(Genre):
    """Shade some cells, but no cell with a sign, so that the shaded cells form squares that do not share an edge, and
    the unshaded cells form one group. A sign touches at least one square by an edge, unless it is a 0. A number is
    the total number of cells in the squares that it touches.
    """

    name = "tasquare"
    title = "Tasquare"
    title_ja = "たすくえあ"
    aliases = ("tasukuea",)

    clues = Numbers("how many shaded cells lie in the adjacent squares", high="cells", look=boxed)
    shaded = Shading("the shaded cells")

    link = [Number16("clues")]
    pzpr = [Cells("clues", "shaded")]

    def rules(self, m: Model) -> None:
        squares = shaded_groups(m, self.board, self.shaded)
        for cell, count in self.clues.items():
            m.require("a sign is not shaded", ~self.shaded[cell], at=cell)
            if count != 0:
                adjacent = self.shaded[self.board.near[cell]]
                m.require("a sign touches a square", any_of(adjacent), at=cell)
        for clue in self.clues.known():
            groups_touched(
                m, squares, clue.cell, clue.value, "a number counts the cells of the squares it touches", clue=clue
            )
        in_squares(m, self.board, self.shaded, "the shaded cells form squares")
        connected(m, self.board, [~x for x in self.shaded], "the unshaded cells form one group")
