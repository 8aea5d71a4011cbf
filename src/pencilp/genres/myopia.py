from pencilp.board.layers import UNKNOWN, EdgeLoop, Symbols
from pencilp.encodings import Cells, Ignored, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model
from pencilp.rules.loops import loop_along_edges
from pencilp.rules.sight import arrows_to_nearest

# puzz.link adds up 1, 2, 4 and 8 for the directions
CODES = {code: "".join(way for way in "nesw" if code >> "nswe".index(way) & 1) for code in range(1, 16)}


class Myopia(Genre):
    """Draw one closed loop along the edges of the grid. From a cell with arrows, the loop is nearest in the
    directions of the arrows: equally far in all of these, and farther in all others.
    """

    name = "myopia"
    title = "Myopia"
    title_ja = "マイオピア"

    arrows = Symbols(
        {**dict.fromkeys(CODES.values(), ""), "?": "arrows of unknown direction"},
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
        for clue in self.arrows.known():
            views = [self.view(clue.cell, way) for way in range(4)]
            words = (
                "there is a piece of the loop in the direction of an arrow",
                "the loop is equally far in the directions of the arrows",
                "the loop is farther in directions without an arrow",
            )
            arrows_to_nearest(m, views, [board.direction(way) for way in clue.value], words, clue=clue)

    def view(self, cell: int, way: int) -> list[Lit]:
        """Return the edges that are met one after the other on the way from a cell."""
        return [self.line[self.board.cell_edges[c][way]] for c in (cell, *self.board.rays[cell][way])]
