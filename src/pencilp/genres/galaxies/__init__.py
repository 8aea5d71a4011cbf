from pencilp.board.layers import Borders, Symbols
from pencilp.encodings import Cells, Holes, Ignored, Matrix, RoomIds
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.genres.galaxies import codec
from pencilp.genres.galaxies.rules import symmetric_about, undivided
from pencilp.model import Model
from pencilp.rules.regions import divided, each_holds_one

PLACES = {"": "in the cell", "e": "on its right edge", "s": "on its lower edge", "se": "on its lower right corner"}
WHITE = {f"w{place}": f"a white star {where}" for place, where in PLACES.items()}
BLACK = {f"b{place}": f"a black star {where}" for place, where in PLACES.items()}


class Galaxies(Genre):
    """Divide the board into regions, each with exactly one star, about which it is point symmetric.

    A star lies in a cell, on the edge between two cells or on the corner between four. Its colour means nothing.
    """

    name = "galaxies"
    title = "Spiral Galaxies"
    title_ja = "天体ショー"
    aliases = ("tentaisho", "Tentai Show", "Sternenhaufen")
    link_id = "tentaisho"

    stars = Symbols(WHITE | BLACK, "stars, written in the upper left of the cells they touch", look="center")
    borders = Borders("the borders of the galaxies")

    link = [codec.Dots("stars", tuple(WHITE), tuple(BLACK)), Holes()]
    pzpr = [codec.Dots("stars", tuple(WHITE), tuple(BLACK)), Matrix("borders"), Ignored("0")]
    dataset = [Cells(("stars", dict(zip("0123", WHITE, strict=True)))), RoomIds("borders")]

    def validate(self) -> None:
        self.centers = []
        at = self.board.cell_at
        for cell, star in self.stars.items():
            row, col = self.board.positions[cell]
            center = [
                at.get((r, c), -1)
                for r in range(row, row + 1 + ("s" in star))
                for c in range(col, col + 1 + ("e" in star))
            ]
            if min(center) < 0:
                raise InputError("the star does not lie between cells of the board", f"stars {self.board.names[cell]}")
            self.centers.append(center)

    def rules(self, m: Model) -> None:
        regions = divided(m, self.board, self.borders)
        each_holds_one(m, regions, [center[0] for center in self.centers], "a galaxy has one star")
        for star, center in zip(self.stars.given, self.centers, strict=True):
            undivided(m, self.board, self.borders, center, "no border runs through a star", clue=(self.stars, star))
            words = "a galaxy is symmetric about its star"
            symmetric_about(m, self.board, regions, center, words, clue=(self.stars, star))
