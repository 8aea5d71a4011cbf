from pencilp.board.lattice import Lattice
from pencilp.board.layers import Lines, Shading, Symbols
from pencilp.board.layers.glyphs import Glyph, Polygon
from pencilp.encodings import Cells, Framed, Gaps, OutsideNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, none_of
from pencilp.rules.counting import counts_outside


def checkerboard(token: str, lattice: Lattice) -> Glyph:
    """Return two by two small squares, two of them black."""
    corners = ((-0.2, -0.2), (0.0, -0.2), (-0.2, 0.0), (0.0, 0.0))
    squares = [[(x, y), (x + 0.2, y), (x + 0.2, y + 0.2), (x, y + 0.2)] for x, y in corners]
    colors = ("paper", "ink", "ink", "paper")
    drawn = [Polygon(at, color, stroke="ink", width=0.02) for at, color in zip(squares, colors, strict=True)]
    return Glyph(drawn, "▚", "%")


class BattenbergPainting(Genre):
    """Shade some cells. A corner between four cells has a mark if just two of them are shaded, which lie diagonally to each
    other; no other corner has one. A number outside says how many cells of its row or column are shaded.
    """

    name = "batten"
    title = "Battenberg Painting"
    title_ja = "Battenberg Painting"
    aliases = ("battenberg",)

    marks = Symbols({"x": "a checkerboard"}, "the corners between checkerboards", on="corners", look=checkerboard)
    counts = Lines("how many cells of the row or column are shaded", single=True, high="line")
    shaded = Shading("the shaded cells")

    link = [Gaps("marks", "x", ended=True, inner=True), OutsideNumber16("counts")]
    pzpr = [Cells(("marks", {"1": "x"})), Framed("counts", "shaded")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        for corner, cells in enumerate(board.corner_cells):
            pairs = (
                [(a, b) for a in cells for b in cells if a < b and b not in board.near[a]] if len(cells) == 4 else []
            )
            boards = [m.all_of([shaded[c] if c in pair else ~shaded[c] for c in cells]) for pair in pairs]
            if self.marks[corner]:
                m.require(
                    "the cells around a mark are a checkerboard", any_of(boards), at=cells, clue=(self.marks, corner)
                )
            elif boards:
                m.require("no cells around a corner without a mark are a checkerboard", none_of(boards), at=cells)
        counts_outside(m, board, self.counts, shaded, "as many cells of the line are shaded as its number says")
