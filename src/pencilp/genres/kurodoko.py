from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.shading import dynasty
from pencilp.rules.sight import sees


class Kurodoko(Genre):
    """Shade some cells, but no cell with a number. A number says how many unshaded cells are seen from it along rows
    and columns up to the first shaded cell, its own cell included. Shaded cells do not share an edge, and the
    unshaded cells form one group.
    """

    name = "kurodoko"
    title = "Kurodoko"
    title_ja = "黒どこ"
    aliases = ("kuromasu", "range", "黒どこ(黒マスはどこだ)")
    shapes = ("square", "hexagonal")

    clues = Numbers("how many unshaded cells are seen from here", low=1, high="cells")
    shaded = Shading("the shaded cells")

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]
    dataset = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        unshaded = [~x for x in self.shaded]
        for cell in self.clues.given:
            m.require("a number stays unshaded", unshaded[cell], at=cell)
        for clue in self.clues.known():
            sees(
                m, self.board, unshaded, clue.cell, clue.value, "a number counts the unshaded cells it sees", clue=clue
            )
        dynasty(m, self.board, self.shaded)
