from pencilp.board.layers import Loop, Numbers, Param, Symbols
from pencilp.encodings import Bits, Cells, Flag, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.genres.morningwalk.structure import SizesDiffer
from pencilp.model import Model
from pencilp.rules.loops import loop_through_cells, numbered_sections, passes_numbers


class MorningWalk(Genre):
    """Draw one closed loop from cell to cell that passes every number. Sections of the loop in white cells and in shaded cells
    alternate. Two consecutive sections have different sizes. A number says how many cells the loop passes on the section on
    which it lies.
    """

    name = "morningwalk"
    title = "Morning Walk"
    title_ja = "モーニングウォーク"
    shapes = ("square", "hexagonal")

    shaded = Symbols({"x": "a shaded cell"}, "the shaded cells", look="grey", optional=True)
    numbers = Numbers("how many cells the section of the loop has", low=1, high="cells", optional=True)
    full = Param("1: the loop passes every cell", high=1, initial=0)
    line = Loop("the loop")

    link = [Flag("f", "full"), Bits("shaded", "x"), Number16("numbers")]
    pzpr = [Flag("f", "full"), Cells(("shaded", {"#": "x"}), "numbers"), Matrix("line", outline=True)]

    def validate(self) -> None:
        self.refuse_both("numbers", "shaded", "a number is not in a shaded cell")

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        passed = loop_through_cells(m, board, line)
        passes_numbers(m, board, passed, self.numbers, self.full)
        parts = numbered_sections(m, board, line, self.shaded, self.numbers)
        for (a, b), x in zip(board.links, line, strict=True):
            if self.shaded[a] != self.shaded[b]:
                m.require("consecutive sections have different sizes", x >> SizesDiffer(parts, a, b), at=(a, b))
