from pencilp.board.layers import UNKNOWN, ClueLists, Number, Shading
from pencilp.encodings import Blanks, Cells, Combined, Grid, Numeral, One, Sign
from pencilp.genres.base import Genre
from pencilp.genres.tapa.rules import runs_around
from pencilp.model import Model
from pencilp.rules.shading import connected, no_two_by_two


class Tapa(Genre):
    """Shade some cells, but none with a number. The numbers of a cell are the lengths of the runs of shaded cells among those
    that touch it by an edge or a corner, going once around it, in any order. A ``?`` is any length; alone it may also be 0.
    The shaded cells form one group, and no two by two is shaded.
    """

    name = "tapa"
    title = "Tapa"
    title_ja = "Tapa"
    shapes = ("square", "hexagonal")

    clues = ClueLists("the lengths of the runs of shaded cells around", value=Number(high="around"), most=4)
    shaded = Shading("the shaded cells")

    link = [
        Grid(
            "clues", One(Numeral(9)), One(Sign(".", UNKNOWN)), Sign("9", (1, 1, 1, 1)),
            Combined({2: (360, 6), 3: (396, 4), 4: (460, 2)}), Blanks("g"),
        )
    ]  # fmt: skip
    pzpr = [Cells("clues", "shaded")]

    def rules(self, m: Model) -> None:
        for clue in self.clues.items():
            m.require("a cell with numbers is not shaded", ~self.shaded[clue.cell], at=clue.cell)
            words = "numbers are the lengths of the shaded runs around them"
            runs_around(m, self.board, self.shaded, clue.cell, clue.value, words, clue=clue)
        no_two_by_two(m, self.board, self.shaded, "no two by two is shaded")
        connected(m, self.board, self.shaded, "the shaded cells form one group")
