from pencilp.board.layers import Borders, Symbols
from pencilp.encodings import Cells, Dots, Holes, Ignored, Matrix, RoomIds
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model
from pencilp.rules.regions import each_region, no_dead_ends, owned, spreads, symmetric_about, symmetric_reach, undivided

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

    link = [Dots("stars", tuple(WHITE), tuple(BLACK)), Holes()]
    pzpr = [Dots("stars", tuple(WHITE), tuple(BLACK)), Matrix("borders"), Ignored("0")]
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
        board, borders = self.board, self.borders
        star_at = {c: k for k, center in enumerate(self.centers) for c in center}
        owners: list[dict[int, Lit]] = [{} for _ in board.cells]
        for k, center in enumerate(self.centers):
            galaxy: dict[int, Lit] = {}
            for cell, image in symmetric_reach(board, center, {c for c, star in star_at.items() if star != k}).items():
                galaxy[cell] = galaxy[image] if image in galaxy else m.binary()
                owners[cell][k] = galaxy[cell]
            m.require("a star lies in its galaxy", galaxy[center[0]], at=center)
            spreads(m, board, galaxy, center, "a galaxy hangs together")
        owned(m, board, borders, owners, "every cell belongs to one galaxy")

        starred = {center[0]: center for center in self.centers}
        no_dead_ends(m, board, borders)
        undivided(m, board, borders, self.centers, "no border runs through a star")
        each_region(m, board, borders, "a galaxy has one star", lambda r: sum(c in starred for c in r) == 1)
        each_region(
            m, board, borders, "a galaxy is symmetric about its star",
            lambda r: all(symmetric_about(board, starred[c], r) for c in r if c in starred),
        )  # fmt: skip
