from itertools import permutations

from pencilp.board.layers import UNKNOWN, EdgeLoop, Symbols
from pencilp.encodings import Cells, Ignored, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.model import Clause, Lit, Model, all_hold, any_of
from pencilp.rules.loops import loop_along_edges

# puzz.link adds up 1, 2, 4 and 8 for the directions
CODES = {code: "".join(way for way in "nesw" if code >> "nswe".index(way) & 1) for code in range(1, 16)}


class Myopia(Genre):
    """Draw one closed loop along the edges of the grid. Whoever looks from a cell with arrows in the four directions sees the
    nearest piece of the loop where the arrows point: in all these directions equally far, and nowhere else as near.
    """

    name = "myopia"
    title = "Myopia"
    title_ja = "マイオピア"

    arrows = Symbols(
        {**dict.fromkeys(CODES.values(), ""), "?": "arrows that are not told"},
        "the directions in which the loop is nearest",
        look="arrows",
    )
    line = EdgeLoop("the loop")

    link = [Number16("arrows", CODES)]
    pzpr = [
        Cells(("arrows", {**{str(code): ways for code, ways in CODES.items()}, "-": UNKNOWN})), Ignored("0"), Matrix("line"),
    ]  # fmt: skip

    def rules(self, m: Model) -> None:
        board = self.board
        loop_along_edges(m, board, self.line)
        for cell, ways in self.arrows.known():
            views = [self.view(cell, way) for way in range(4)]
            near, far = ([view for way, view in zip("nesw", views, strict=True) if (way in ways) == x] for x in (1, 0))
            clue = (self.arrows, cell)
            for view in near:
                m.require("where an arrow points there is a piece of the loop", any_of(view), at=cell, clue=clue)
            alike = [
                Clause((~edge, *one[:k], *other[k : k + 1]))
                for one, other in permutations(near, 2)
                for k, edge in enumerate(one)
            ]
            m.require("where the arrows point the loop is equally far", all_hold(alike), at=cell, clue=clue)
            farther = [
                Clause((~edge, *(nearer for other in near for nearer in other[:k])))
                for one in far
                for k, edge in enumerate(one)
            ]
            m.require("where no arrow points the loop is not as near", all_hold(farther), at=cell, clue=clue)

    def view(self, cell: int, way: int) -> list[Lit]:
        """The edges that are met one after the other on the way from a cell."""
        return [self.line[self.board.cell_edges[c][way]] for c in (cell, *self.board.rays[cell][way])]
