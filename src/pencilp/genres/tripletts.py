from pencilp.board.lattice import Lattice
from pencilp.board.layers import AnswerChoice, Rooms, Symbols
from pencilp.board.layers.glyphs import Circle, Glyph, Polygon, Shape
from pencilp.encodings import Cells, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, all_hold, at_most
from pencilp.rules.numbers import all_different

SHAPES = {"c": "a circle", "s": "a square", "t": "a triangle"}
TOKENS = {"c": "c", "s": "s", "t": "t", "1": "c", "2": "s", "3": "t"}
CORNERS = {"s": [(-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)], "t": [(0, -0.34), (0.36, 0.29), (-0.36, 0.29)]}


def printed(token: str, lattice: Lattice) -> Glyph:
    """Return a circle, a square or a triangle."""
    return drawn(token, "ink")


def written(token: str, lattice: Lattice) -> Glyph:
    """Return the same in the colour of answers."""
    return drawn(token, "line")


def drawn(token: str, paint: str) -> Glyph:
    """Return the outline of a shape."""
    shape: Shape = (
        Circle(0.33, "none", paint) if token == "c" else Polygon(CORNERS[token], "none", stroke=paint, width=0.045)
    )
    return Glyph([shape], "○□△"["cst".index(token)], token, repeats=True)


class Tripletts(Genre):
    """Draw a circle, a square or a triangle into every cell, so that the shapes in a room are all alike or all different. Two
    cells of different rooms that share an edge do not have the same shape.
    """

    name = "tripletts"
    title = "Tripletts"
    title_ja = "トリプレッツ"
    aliases = ("triplets",)
    shapes = ("square", "hexagonal")

    rooms = Rooms("the rooms, mostly of three cells")
    given = Symbols(SHAPES, "the shapes printed in cells", look=printed)
    shape = AnswerChoice(SHAPES, "the shape in each cell", look=written)

    dataset = [Cells(("given", TOKENS)), RoomIds("rooms"), Cells("shape")]

    def rules(self, m: Model) -> None:
        self.printed_shapes_stay(m)
        for room in self.rooms:
            same = [[x == token for x in self.shape[room]] for token in SHAPES]
            alike = m.any_of([m.all_of(lits) for lits in same])
            different = all_hold([at_most(1, lits) for lits in same])
            m.require("the shapes in a room are all alike or all different", ~alike >> different, at=room)
        adjacent = [self.board.links[e] for e in self.rooms.borders(self.board)]
        all_different(m, self.shape, adjacent, "equal shapes of two rooms do not touch")

    def printed_shapes_stay(self, m: Model) -> None:
        """Require that the answer has the shapes that are printed in cells."""
        for clue in self.given.items():
            m.require("a printed shape stays", self.shape[clue.cell] == clue.value, clue=clue)
