from pencilp.board.layers import Borders, Symbols
from pencilp.encodings import Cells, Holes, Ignored, Matrix, RoomIds
from pencilp.genres.base import Genre, OpenLayers
from pencilp.genres.galaxies import codec
from pencilp.genres.galaxies.rules import galaxies_about_open_stars, symmetric_about, undivided
from pencilp.model import Model
from pencilp.rules.regions import divided, each_holds_one

PLACES = {"": "in the cell", "e": "on its right edge", "s": "on its lower edge", "se": "on its lower right corner"}
WHITE = {f"w{place}": f"a white star {where}" for place, where in PLACES.items()}
BLACK = {f"b{place}": f"a black star {where}" for place, where in PLACES.items()}


class Galaxies(Genre):
    """Divide the board into regions, each with exactly one star, about which it is point symmetric.

    A star lies in a cell, on the edge between two cells or on the corner between four. The colour of a star means
    nothing.
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
            rows, cols = range(row, row + 1 + ("s" in star)), range(col, col + 1 + ("e" in star))
            places = [(r, c) for r in rows for c in cols]
            if not all(place in at for place in places):
                raise self.bad("stars", cell, "the star does not lie between cells of the board")
            self.centers.append([at[place] for place in places])

    def rules(self, m: Model) -> None:
        regions = divided(m, self.board, self.borders)
        each_holds_one(m, regions, [center[0] for center in self.centers], "a galaxy has one star")
        for clue, center in zip(self.stars.items(), self.centers, strict=True):
            undivided(m, self.board, self.borders, center, "no border runs through a star", clue=clue)
            symmetric_about(m, self.board, regions, center, "a galaxy is symmetric about its star", clue=clue)

    def open_rules(self, m: Model) -> OpenLayers:
        stars = galaxies_about_open_stars(m, self.board, self.borders)
        right_down = {"w": (0, 0), "we": (0, 1), "ws": (1, 0), "wse": (1, 1)}
        return {
            "stars": [
                {
                    star: stars[2 * row + down, 2 * col + right]
                    for star, (down, right) in right_down.items()
                    if (2 * row + down, 2 * col + right) in stars
                }
                for row, col in self.board.positions
            ]
        }
