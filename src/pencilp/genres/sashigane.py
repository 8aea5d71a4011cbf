from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Borders, NumbersOrSymbols
from pencilp.encodings import Matrix, NumbersAndArrows
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, all_hold, exactly
from pencilp.rules.everywhere import cached_per_shape
from pencilp.rules.loops import straight_runs

ARROWS = {"n": "an arrow up", "e": "an arrow to the right", "s": "an arrow down", "w": "an arrow to the left"}


class Sashigane(Genre):
    """Divide the board into L-shaped regions, which are one cell wide. A circle is the corner of its region, and its
    number says how many cells the region has. An arrow is one end of its region and points to the corner.
    """

    name = "sashigane"
    title = "Sashigane"
    title_ja = "さしがね"

    signs = NumbersOrSymbols(
        ARROWS,
        "the circles, some with a number, and the arrows",
        low=3,
        high="row_and_column",
        unknown=True,
        look="arrow",
    )
    borders = Borders("the borders of the regions")

    link = [NumbersAndArrows("signs")]
    pzpr = [NumbersAndArrows("signs"), Matrix("borders")]

    def rules(self, m: Model) -> None:
        board, inside = self.board, [~x for x in self.borders]
        joined, corner = corners(m, board, inside)
        for clue in self.signs.items():
            cell, sign = clue
            if sign in ARROWS:
                way = board.direction(sign)
                shape = all_hold(x if other == way else ~x for other, x in enumerate(joined[cell]))
                m.require("an arrow is an end and points to the corner", shape, clue=clue)
            else:
                m.require("a circle is a corner", corner[cell], at=cell)
            if isinstance(sign, int):
                arms = [lit for way in board.directions for lit in straight_runs(m, board, inside, cell, way)]
                m.require("a number is the size of its region", exactly(sign, [m.true, *arms]), clue=clue)


@cached_per_shape
def corners(m: Model, board: Lattice, inside: list[Lit]) -> tuple[Sequence[Sequence[Lit]], Sequence[Lit]]:
    """State that each cell is a corner or leads to one, and that regions are one cell wide. Return per cell the
    directions in which it is joined to another, and whether it is a corner.
    """
    joined = [[m.there(inside, board.link(cell, way)) for way in board.directions] for cell in board.cells]
    corner = [m.all_of((m.differ(up, down), m.differ(left, right))) for up, right, down, left in joined]
    leads: list[list[Lit]] = [[m.false] * 4 for _ in board.cells]
    for cells, ways in ((board.cells, (0, 3)), (board.cells[::-1], (1, 2))):
        for cell in cells:
            for way in ways:
                if (ahead := board.neighbour(cell, way)) is not None:
                    to_corner = m.any_of((corner[ahead], leads[ahead][way]))
                    leads[cell][way] = m.all_of((joined[cell][way], to_corner))
    for cell, there in enumerate(leads):
        one = exactly(1, [corner[cell], *there])
        m.require("a cell is the corner of its region or leads straight to one corner", one, at=cell)
        slim = [~lead | ~x for way, lead in enumerate(there) for x in joined[cell][1 - way % 2 :: 2]]
        m.require("a region is one cell wide", all_hold(slim), at=cell)
    return joined, corner
