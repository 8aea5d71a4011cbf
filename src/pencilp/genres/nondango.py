from pencilp.board.lattice import Lattice
from pencilp.board.layers import Rooms, Shading, Symbols
from pencilp.board.layers.glyphs import Circle, Glyph
from pencilp.encodings import Bits, Border, Cells, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly, not_all


def disc(token: str, lattice: Lattice) -> Glyph:
    """Return the glyph that fills a circle."""
    return Glyph([Circle(0.3, "line", "none", width=0, level="rounds")], "●", "@")


class Nondango(Genre):
    """Make some of the white circles black, so that every room holds exactly one black circle. Nowhere do three circles of the
    same colour stand side by side, be it in a row, in a column or along a diagonal.
    """

    name = "nondango"
    title = "Nondango"
    title_ja = "ノンダンゴ"

    rooms = Rooms("the rooms")
    circles = Symbols({"o": "a circle"}, "the circles", look="circle")
    black = Shading("the black circles", look=disc, token="b")

    link = [Border("rooms"), Bits("circles", None, otherwise="o")]
    pzpr = [
        RoomIds("rooms"),
        Cells(
            "circles", "black",
            table={".": (None, None), "o": ("o", None), "%": ("o", None), "#": ("o", 1)},
        ),
    ]  # fmt: skip
    dataset = [Cells(("circles", {"x": "o"})), RoomIds("rooms"), Cells(("black", {"x": 1, "o": None}))]

    def rules(self, m: Model) -> None:
        black, circles = self.black, set(self.circles.given)
        for cell in self.board.cells:
            if cell not in circles:
                m.require("only circles are made black", ~black[cell], at=cell)
        for room in self.rooms:
            m.require("a room holds one black circle", exactly(1, black[room]), at=room)
        for cell, ring in enumerate(self.board.ring):
            for a, b in zip(ring[:4], ring[4:], strict=True):
                if circles.issuperset((a, cell, b)):
                    three = (a, cell, b)
                    m.require("no three black circles stand side by side", not_all(black[three]), at=three)
                    white = [~x for x in black[three]]
                    m.require("no three white circles stand side by side", not_all(white), at=three)
