from pencilp.board.lattice import Lattice
from pencilp.board.layers import Shading, Symbols
from pencilp.board.layers.glyphs import Circle, Glyph
from pencilp.encodings import Cells, DotGrid
from pencilp.genres.base import Genre
from pencilp.model import Clause, Model, exactly
from pencilp.rules.shading import dynasty


def ring(token: str, lattice: Lattice) -> Glyph:
    """Return a circle. Those on edges and corners are drawn at half the size."""
    return Glyph([Circle(0.4, "paper", width=0.09, level="rounds")], "○", "o")


def small_ring(token: str, lattice: Lattice) -> Glyph:
    """Return a circle in a cell, as large as the others."""
    return Glyph([Circle(0.2, "paper", level="rounds")], "○", "o")


class NoThree(Genre):
    """Shade some cells, so that they do not share an edge and the unshaded cells form one group. A circle lies in a
    cell, on an edge or on a corner, and exactly one of the cells that it touches is shaded. If three shaded cells
    follow one another in a row or a column, the middle one is not equally far from the other two.
    """

    name = "nothree"
    title = "No Three"
    title_ja = "ノースリー"

    cells = Symbols({"o": "a circle"}, "circles in cells", look=small_ring, optional=True)
    corners = Symbols({"o": "a circle"}, "circles on corners", on="corners", look=ring, optional=True)
    links = Symbols({"o": "a circle"}, "circles on the edges between two cells", on="links", look=ring, optional=True)
    shaded = Shading("the shaded cells")

    link = [DotGrid("cells", "links", "corners", ("o",))]
    pzpr = [DotGrid("cells", "links", "corners", ("o",)), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        alone = [(cell,) for cell in board.cells]
        for circles, places in ((self.cells, alone), (self.links, board.links), (self.corners, board.corner_cells)):
            for clue in circles.items():
                cells = places[clue.place]
                m.require("a circle touches exactly one shaded cell", exactly(1, shaded[cells]), at=cells, clue=clue)
        for lines in board.lines:
            for line in lines:
                for first in range(len(line)):
                    for far in range(1, (len(line) - first + 1) // 2):
                        three = [line[first + k * far] for k in range(3)]
                        between = [shaded[c] for c in line[first : first + 2 * far] if c not in three]
                        m.require(
                            "three shaded cells in a row are not equally far apart",
                            Clause([*(~shaded[c] for c in three), *between]),
                            at=tuple(three),
                        )
        dynasty(m, board, shaded)
