from pencilp.board.lattice import Lattice
from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Clause, Lit, Model, all_hold, not_all
from pencilp.rules.counting import across_corners
from pencilp.rules.everywhere import cached_per_shape
from pencilp.rules.islands import each_island_holds_one, island_has_size, parted_by_sea


class Nuribou(Genre):
    """Shade some cells. The shaded cells form strips, rectangles one cell wide. Strips of equal length do not touch
    at a corner. The other cells form islands, groups of cells connected by edges. Each island holds exactly one
    number, which says how many cells it has.
    """

    name = "nuribou"
    title = "Nuribou"
    title_ja = "ぬりぼう"

    clues = Numbers("how many cells the island has", low=1, high="cells")
    shaded = Shading("the strips")

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        for cell in self.clues.given:
            m.require("a number lies on an island", ~shaded[cell], at=cell)
        islands = parted_by_sea(m, board, shaded)
        one, single = "an island holds a number", "an island holds no two numbers"
        each_island_holds_one(m, islands, self.clues.given, one, single)
        for clue in self.clues.known():
            island_has_size(m, islands, clue.cell, clue.value, "a number counts the cells of its island", clue=clue)
        for cell in board.cells:
            for a, b, _ in board.bends(cell):
                bend = (a, cell, b)
                m.require("a strip is one cell wide", not_all(shaded[bend]), at=bend)
        unequal_strips(m, board, shaded)


@cached_per_shape
def unequal_strips(m: Model, board: Lattice, shaded: list[Lit]) -> None:
    """Require that no two strips of equal length meet at a corner."""
    # per cell, direction and n: the next n cells are shaded
    runs = [
        [[m.all_of([shaded[c] for c in (cell, *ray[:k])]) for k in range(len(ray) + 1)] for ray in board.rays[cell]]
        for cell in board.cells
    ]
    for a, b, others in across_corners(board):
        ends = [[runs[end][d] for d in board.directions if board.step[end][d] not in others] for end in (a, b)]
        one, other = (
            [m.any_of([way[k] for way in ways if k < len(way)]) for k in range(max(map(len, ways), default=0))]
            for ways in ends
        )
        unequal = [
            Clause((~x, ~y, *one[k : k + 1], *other[k : k + 1]))
            for k, (x, y) in enumerate(zip(one, other, strict=False), 1)
        ]
        m.require("strips of equal length do not touch at a corner", all_hold(unequal), at=(a, b))
