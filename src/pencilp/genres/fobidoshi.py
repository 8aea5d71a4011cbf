from pencilp.board.lattice import Lattice
from pencilp.board.layers import Shading, Symbols
from pencilp.board.layers.glyphs import Glyph
from pencilp.board.layers.looks import circle, cross
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.lines import no_run_of
from pencilp.rules.shading import connected


def circle_or_cross(token: str, lattice: Lattice) -> Glyph:
    """Return a circle or a cross."""
    return (circle if token == "o" else cross)(token, lattice)


class Fobidoshi(Genre):
    """Draw circles into some of the cells, so that all circles form one group and nowhere do four of them stand side
    by side in a row or in a column. There is no circle in a cell with a cross.
    """

    name = "fobidoshi"
    title = "Fobidoshi"
    title_ja = "フォビドシ"
    aliases = ("forbidden four", "four me not")
    shapes = ("square", "hexagonal")

    given = Symbols(
        {"o": "a circle", "x": "no circle"}, "the circles and crosses printed in cells", look=circle_or_cross
    )
    circles = Shading("the cells with a circle", token="o", look=circle_or_cross)

    dataset = [Cells("given"), Cells(("circles", "o"))]

    def rules(self, m: Model) -> None:
        board, circles = self.board, self.circles
        for clue in self.given.items():
            m.require(
                "a printed circle or cross stays",
                circles[clue.cell] if clue.value == "o" else ~circles[clue.cell],
                clue=clue,
            )
        no_run_of(m, board, 4, circles, "no four circles stand in a row")
        connected(m, board, circles, "the circles form one group")
