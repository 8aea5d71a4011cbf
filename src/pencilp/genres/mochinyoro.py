from pencilp.encodings import Cells, Number16
from pencilp.genres.mochikoro import Mochikoro
from pencilp.model import Clause, Model
from pencilp.rules.lines import windows


class Mochinyoro(Mochikoro):
    """Shade some cells, at least one, but none with a number. The unshaded cells form rectangles that hang together by their
    corners. A rectangle holds one number at most, which says how many cells it has. No two by two is shaded, and no group of
    shaded cells is a rectangle: none is a straight strip.
    """

    name = "mochinyoro"
    title = "Mochinyoro"
    title_ja = "モチにょろ"

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        super().rules(m)
        for length in range(1, max(self.board.rows, self.board.cols) + 1):
            for strip in dict.fromkeys(windows(self.board, length)):
                beside = {n for c in strip for n in self.board.near[c]}.difference(strip)
                whole = Clause((*(~self.shaded[c] for c in strip), *(self.shaded[n] for n in sorted(beside))))
                m.require("no group of shaded cells is a straight strip", whole, at=strip)
