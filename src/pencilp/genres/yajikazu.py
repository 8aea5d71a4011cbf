from pencilp.board.layers import Arrows, Shading
from pencilp.encodings import ArrowNumber16, Cells
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, exactly
from pencilp.rules.shading import dynasty


class Yajikazu(Genre):
    """Shade some cells, at least one. An unshaded number says how many cells are shaded in its arrow's direction. A
    shaded number means nothing, and so does one without an arrow, or with ``?`` for the number or for the arrow.
    Shaded cells do not touch by an edge, and the unshaded cells form one group.
    """

    name = "yajikazu"
    title = "Yajisan-Kazusan"
    title_ja = "やじさんかずさん"

    clues = Arrows("numbers of shaded cells in the arrow's direction")
    shaded = Shading("the shaded cells")

    link = [ArrowNumber16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        for clue in self.clues.known():
            if clue.way is not None:
                seen = exactly(clue.number, self.shaded[self.board.rays[clue.cell][clue.way]])
                words = "an unshaded number counts the shaded cells in its arrow's direction"
                m.require(words, ~self.shaded[clue.cell] >> seen, clue=clue)
        m.require("some cell is shaded", any_of(self.shaded))
        dynasty(m, self.board, self.shaded)
