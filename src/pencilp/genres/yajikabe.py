from pencilp.board.layers import Arrows, Shading
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.shading import connected, no_two_by_two


class Yajikabe(Genre):
    """Shade some cells, so that they form one group and no two by two is shaded. A number says how many cells are
    shaded in its arrow's direction, and is not shaded itself. Without an arrow, or with ``?`` for the number or for
    the arrow, it says no more than that.
    """

    name = "yajikabe"
    title = "Yajikabe"
    title_ja = "やじかべ"

    clues = Arrows("numbers of shaded cells in the arrow's direction", high="line")
    shaded = Shading("the shaded cells")

    dataset = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        for clue in self.clues.items():
            m.require("a number is not shaded", ~shaded[clue.cell], at=clue.cell)
            if clue.is_known and clue.way is not None:
                seen = exactly(clue.number, shaded[board.rays[clue.cell][clue.way]])
                m.require("a number counts the shaded cells in its arrow's direction", seen, clue=clue)
        no_two_by_two(m, board, shaded, "no two by two is shaded")
        connected(m, board, shaded, "the shaded cells form one group")
