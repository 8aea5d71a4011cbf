from pencilp.board.layers import UNKNOWN, Arrows, Shading
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.shading import connected, no_two_by_two


class Yajikabe(Genre):
    """Shade some cells, so that they form one group and no two by two is shaded. A number says how many cells are shaded in
    its arrow's direction; it is not shaded itself. Without an arrow, or with ``?`` for the number or for the arrow, it says
    no more than that.
    """

    name = "yajikabe"
    title = "Yajikabe"
    title_ja = "やじかべ"

    clues = Arrows("numbers of shaded cells in the arrow's direction", high="line")
    shaded = Shading("the shaded cells")

    dataset = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        for cell, (direction, number) in self.clues.items():
            m.require("a number is not shaded", ~shaded[cell], at=cell)
            if number not in (None, UNKNOWN) and direction not in (None, UNKNOWN):
                seen = exactly(number, shaded[board.rays[cell][direction]])
                words = "a number counts the shaded cells in its arrow's direction"
                m.require(words, seen, at=cell, clue=(self.clues, cell))
        no_two_by_two(m, board, shaded, "no two by two is shaded")
        connected(m, board, shaded, "the shaded cells form one group")
