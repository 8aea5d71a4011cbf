from itertools import takewhile

from pencilp.board.layers import UNKNOWN, Marks, Numbers
from pencilp.encodings import HOLE, Blanks, Cells, Grid, Numeral, Sign
from pencilp.genres.base import Genre
from pencilp.model import Model, all_hold, any_of, exactly

WAYS = ("n", "e", "s", "w")


class WallLogic(Genre):
    """Draw arrows from the numbers through cells without one, straight along rows and columns. A number is the length of all
    its arrows together, in cells, and has one at least: with a 0 there is no answer. A ``?`` may be 0. Arrows do not cross,
    and not all cells need to have one.
    """

    name = "walllogic"
    title = "Wall Logic"
    title_ja = "ウォールロジック"
    aliases = ("four winds", "vectors", "branches")

    clues = Numbers("how long the arrows from the cell are together", high="row_and_column")
    arrows = Marks(WAYS, "the arrows, in every cell that they pass", look="pointer")

    link = [Grid("clues", Numeral(16), Numeral(16, 2, "-"), Sign(".", UNKNOWN), Sign("+", HOLE), Blanks("g"))]
    pzpr = [Cells("clues", hole="#"), Cells(("arrows", {"1": 1, "2": 3, "3": 4, "4": 2}), ignore="-")]

    def rules(self, m: Model) -> None:
        board, arrows, clues = self.board, self.arrows, self.clues
        for cell in board.cells:
            if clues[cell] is not None:
                m.require("no arrow passes a number", arrows[cell] == 0, at=cell)
                continue
            begun = []
            for way, value in enumerate((1, 2, 3, 4)):
                behind = board.step[cell][(way + 2) % 4]
                if behind < 0 or clues[behind] is None:
                    begun.append((arrows[cell] == value) >> (arrows[behind] == value if behind >= 0 else m.false))
            m.require("an arrow begins at a number", all_hold(begun), at=cell)
        for cell, count in clues.known():
            passed = [
                arrows[c] == value
                for value, ray in enumerate(board.rays[cell], 1)
                for c in takewhile(lambda c: clues[c] is None, ray)
            ]
            m.require("a number is the length of its arrows", exactly(count, passed), at=cell, clue=(clues, cell))
            m.require("a number has an arrow", any_of(passed), at=cell, clue=(clues, cell))
