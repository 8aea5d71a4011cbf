from pencilp.board.layers import AnswerMarks, Loop, NumbersOrSymbols
from pencilp.encodings import NumbersAndArrows
from pencilp.genres.base import Genre
from pencilp.genres.pencils import codec
from pencilp.genres.pencils.structure import (
    AllUsed,
    AsLong,
    FromTips,
    LengthIs,
    LineAtTips,
    NoLineInPencils,
    PencilsAndLines,
    Unbranched,
    UpToTips,
)
from pencilp.model import Model, any_of

WAYS = {"n": "up", "e": "to the right", "s": "down", "w": "to the left"}
PARTS = {"t": "the tip", "b": "a piece"}
TIPS = {"n": "a tip that points up", "e": "one to the right", "s": "one down", "w": "one to the left"}


class Pencils(Genre):
    """Draw pencils and lines that use all cells. A pencil is one cell wide, and has its tip in a further cell at one
    of its ends. One line begins at every tip, and at no other place. It goes from cell to cell, over as many further
    cells as the pencil has without its tip, and neither branches nor crosses. A number lies in a pencil and says how
    many cells it has, its tip not counted.
    """

    name = "pencils"
    title = "Pencils"
    title_ja = "ペンシルズ"

    clues = NumbersOrSymbols(
        TIPS, "the numbers and the tips", low=1, high="other_cells_of_line", unknown=True, look="pencil"
    )
    parts = AnswerMarks(
        {p + w: f"{part} of a pencil that points {way}" for p, part in PARTS.items() for w, way in WAYS.items()},
        "the pencils",
        look="pencil",
    )
    line = Loop("the lines")

    link = [NumbersAndArrows("clues")]
    pzpr = [NumbersAndArrows("clues", unknown="o-2"), codec.Drawn("parts", "line", "clues")]

    def rules(self, m: Model) -> None:
        tips, bodies = ([[part == k + d for d in self.board.directions] for part in self.parts] for k in (1, 5))
        pencils = PencilsAndLines(m, self.board, tips, bodies, self.line)
        m.require("one line begins at every tip", LineAtTips(pencils))
        m.require("no line passes a pencil", NoLineInPencils(pencils))
        m.require("a line neither branches nor crosses", Unbranched(pencils))
        m.require("a pencil or a line covers every cell", AllUsed(pencils))
        m.require("a pencil goes on up to its tip", UpToTips(pencils))
        m.require("every line begins at a tip", FromTips(pencils))
        m.require("a line is as long as its pencil", AsLong(pencils))
        for clue in self.clues.items():
            if clue.value in TIPS:
                m.require("a given tip stays", tips[clue.cell][self.board.direction(clue.value)], clue=clue)
            else:
                m.require("a number lies in a pencil", any_of(bodies[clue.cell]), at=clue.cell)
                if clue.is_known:
                    length = LengthIs(pencils, clue.cell, clue.value)
                    m.require("a number is the length of its pencil", length, clue=clue)
