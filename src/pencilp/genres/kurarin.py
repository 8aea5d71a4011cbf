from pencilp.board.lattice import Lattice
from pencilp.board.layers import Loop, Shading, Symbols
from pencilp.board.layers.glyphs import Circle, Glyph
from pencilp.encodings import Cells, Matrix
from pencilp.encodings.special import kurarin
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, at_least, at_most, exactly
from pencilp.rules.loops import loop_through_cells

DOTS = {"b": "a black dot", "g": "a grey dot", "w": "a white dot"}
SIGNS = {"b": ("ink", "●", "@"), "g": ("grey", "◎", "%"), "w": ("paper", "○", "o")}


def dot(token: str, lattice: Lattice, r: float = 0.16) -> Glyph:
    """A small circle."""
    fill, sign, ascii = SIGNS[token]
    return Glyph([Circle(r, fill, level="rounds")], sign, ascii)


def dot_between(token: str, lattice: Lattice) -> Glyph:
    """The same on an edge or a corner, where all is drawn at half the size."""
    return dot(token, lattice, 0.32)


class Kurarin(Genre):
    """Shade some cells and draw one closed loop through all the others. More of the cells that a black dot touches are shaded
    than not, fewer of those that a white dot touches, and half of those that a grey dot touches. A dot lies in a cell, on
    the edge between two, or on a corner.
    """

    name = "kurarin"
    title = "Kurarin"
    title_ja = "クラリン"
    shapes = ("square", "hexagonal")

    dots = Symbols(DOTS, "dots in cells", look=dot, optional=True)
    corner_dots = Symbols(DOTS, "dots on corners", on="corners", look=dot_between, optional=True)
    edge_dots = Symbols(DOTS, "dots on the edges between two cells", on="links", look=dot_between, optional=True)
    shaded = Shading("the shaded cells")
    line = Loop("the loop")

    link = [kurarin.Dots("dots", "edge_dots", "corner_dots")]
    pzpr = [kurarin.Dots("dots", "edge_dots", "corner_dots"), Cells("shaded"), Matrix("line")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        words = "the loop passes every cell that is not shaded"
        loop_through_cells(m, board, self.line, [~x for x in shaded], passes=words)
        inside = self.dots, [(c,) for c in board.cells]
        for layer, cells_at in (inside, (self.edge_dots, board.links), (self.corner_dots, board.corner_cells)):
            for place, dot in layer.items():
                cells = cells_at[place]
                dark, count = shaded[cells], len(cells)
                if dot == "b":
                    rule = "more cells at a black dot are shaded than not", at_least(count // 2 + 1, dark)
                elif dot == "w":
                    rule = "fewer cells at a white dot are shaded than not", at_most((count - 1) // 2, dark)
                else:
                    half = any_of([]) if count % 2 else exactly(count // 2, dark)
                    rule = "half of the cells at a grey dot are shaded", half
                m.require(*rule, at=cells, clue=(layer, place))
