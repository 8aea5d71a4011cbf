from pencilp.board.layers import Borders, Symbols
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model
from pencilp.rules.regions import each_region, no_dead_ends, owned, spreads, symmetric_about, symmetric_reach, undivided

STARS = {"o": "a white star", "*": "a black star"}


class Galaxies(Genre):
    """Divide the board into regions, each with exactly one star, about which it is point symmetric.

    A star lies in a cell, on the edge between two cells or on the corner between four. Its colour means nothing.
    """

    name = "galaxies"
    title = "Spiral Galaxies"
    title_ja = "天体ショー"
    aliases = ("tentaisho", "Tentai Show", "Galaxies", "Sternenhaufen")
    shapes = ("square", "hexagonal")

    stars = Symbols(STARS, "stars in cells", optional=True)
    edge_stars = Symbols(STARS, "stars on edges", on="links", optional=True)
    corner_stars = Symbols(STARS, "stars on corners", on="corners", optional=True)
    borders = Borders("the borders of the galaxies")

    def validate(self) -> None:
        for p in self.corner_stars.given:
            if self.board.corner_cells[p] not in self.board.blocks or self.board.shape == "hexagonal":
                raise InputError(f"the star on corner {p + 1} is not in the middle of four cells")
        self.centers = [
            *((c,) for c in self.stars.given),
            *(self.board.links[e] for e in self.edge_stars.given),
            *(self.board.corner_cells[p] for p in self.corner_stars.given),
        ]

    def rules(self, m: Model) -> None:
        board, borders = self.board, self.borders
        star_at = {c: k for k, center in enumerate(self.centers) for c in center}
        owners: list[dict[int, Lit]] = [{} for _ in board.cells]
        for k, center in enumerate(self.centers):
            others = {c for c, star in star_at.items() if star != k}
            galaxy: dict[int, Lit] = {}
            for cell, image in symmetric_reach(board, center, others).items():
                galaxy[cell] = galaxy[image] if image in galaxy else m.binary()
                owners[cell][k] = galaxy[cell]
            spreads(m, board, galaxy, center, "a galaxy hangs together")
        owned(m, board, borders, owners, "every cell belongs to one galaxy")

        undivided(m, board, borders, self.centers, "no border runs through a star")
        center_of = {center[0]: center for center in self.centers}
        each_region(m, board, borders, "a galaxy has one star", lambda r: sum(c in center_of for c in r) == 1)
        each_region(
            m, board, borders, "a galaxy is symmetric about its star",
            lambda r: all(symmetric_about(board, center_of[c], r) for c in r if c in center_of),
        )  # fmt: skip
        no_dead_ends(m, board, borders)
