from collections.abc import Sequence
from itertools import combinations

from pencilp.board.layers import Shading, Symbols
from pencilp.encodings import Bits, Cells
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of
from pencilp.rules.shading import dynasty


class Curving(Genre):
    """Shade some cells, but no cell with a circle. Shaded cells do not share an edge, and the unshaded cells form one
    group. Every path of unshaded cells from circle to circle, from cell to cell, turns at least twice.
    """

    name = "curving"
    title = "Curving Road"
    title_ja = "カービングロード"
    shapes = ("square", "hexagonal")

    circles = Symbols({"o": "a circle"}, "the circles", look="circle")
    shaded = Shading("the shaded cells")

    link = [Bits("circles", "o")]
    pzpr = [Cells(("circles", {"1": "o"})), Cells("shaded")]
    dataset = [Cells("circles"), Cells("shaded", ignore="o")]

    def rules(self, m: Model) -> None:
        board, shaded, circles = self.board, self.shaded, frozenset(self.circles.given)
        for clue in self.circles.items():
            m.require("a circle is not shaded", ~shaded[clue.cell], clue=clue)
        dynasty(m, board, shaded)
        for corner in board.cells:
            ways = [up_to_a_circle(ray, circles) for ray in board.rays[corner]]
            for i, j in combinations(board.directions, 2) if corner not in circles else ():
                if ways[i] and ways[j] and board.opposite(i) != j:
                    path = (*ways[i], corner, *ways[j])
                    m.require("no path with a single turn joins two circles", any_of(shaded[path]), at=path)
            for way in ways[: len(ways) // 2] if corner in circles else ():
                if way:
                    path = (corner, *way)
                    m.require("no straight path joins two circles", any_of(shaded[path]), at=path)


def up_to_a_circle(ray: Sequence[int], circles: frozenset[int]) -> tuple[int, ...]:
    """Return the cells of a ray up to its first circle; none if it has no circle."""
    return next((tuple(ray[: k + 1]) for k, cell in enumerate(ray) if cell in circles), ())
