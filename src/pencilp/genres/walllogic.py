from pencilp.board.layers import UNKNOWN, AnswerMarks, Numbers, arrow_marks
from pencilp.encodings import HOLE, Blanks, Cells, Grid, Numeral, Sign
from pencilp.genres.base import Genre
from pencilp.model import Model, all_hold, any_of, exactly

WAYS = ("n", "e", "s", "w")


class WallLogic(Genre):
    """Draw arrows from the numbers through cells without one, straight along rows and columns. A number is the total
    length of its arrows in cells, and has at least one arrow, so that a 0 has no answer. A ``?`` may be 0. Arrows do
    not cross, and cells may stay empty.
    """

    name = "walllogic"
    title = "Wall Logic"
    title_ja = "ウォールロジック"
    aliases = ("four winds", "vectors", "branches")

    clues = Numbers("how long the arrows from the cell are together", high="row_and_column")
    arrows = AnswerMarks(arrow_marks(WAYS), "the arrows, in every cell that they pass", look="pointer")

    link = [Grid("clues", Numeral(16), Numeral(16, 2, "-"), Sign(".", UNKNOWN), Sign("+", HOLE), Blanks("g"))]
    pzpr = [Cells("clues", hole="#"), Cells(("arrows", {"1": 1, "2": 3, "3": 4, "4": 2}), ignore="-")]

    def rules(self, m: Model) -> None:
        board, arrows, numbers = self.board, self.arrows, {*self.clues.given}
        for cell in board.cells:
            if cell in numbers:
                m.require("no arrow passes a number", arrows[cell] == 0, at=cell)
                continue
            begun = []
            for way in WAYS:
                behind = board.neighbour(cell, board.opposite(board.direction(way)))
                if behind not in numbers:
                    begun.append((arrows[cell] == way) >> (m.false if behind is None else arrows[behind] == way))
            m.require("an arrow begins at a number", all_hold(begun), at=cell)
        for clue in self.clues.known():
            passed = [arrows[c] == way for way in WAYS for c in board.until(clue.cell, way, numbers)]
            m.require("a number is the length of its arrows", exactly(clue.value, passed), clue=clue)
            m.require("a number has an arrow", any_of(passed), clue=clue)
