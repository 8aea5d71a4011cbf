from pencilp.board.layers import Loop, Numbers, Param, Symbols
from pencilp.encodings import Bits, Cells, Flag, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.loops import loop_across_itself, numbered_sections, passes_numbers


class IceWalk(Genre):
    """Draw one closed loop from cell to cell that passes every number. On ice it does not turn, but may cross itself. Ice
    divides the loop into sections. A number says how many cells the loop passes on the section on which it lies.
    """

    name = "icewalk"
    title = "Ice Walk"
    title_ja = "アイスウォーク"

    ice = Symbols({"i": "ice"}, "the cells with ice", look="grey", optional=True)
    numbers = Numbers("how many cells the section of the loop has", low=1, high="cells", optional=True)
    full = Param("1: the loop passes every cell", high=1, initial=0)
    line = Loop("the loop")

    link = [Flag("f", "full"), Bits("ice", "i"), Number16("numbers")]
    pzpr = [Flag("f", "full"), Cells(("ice", {"#": "i"}), "numbers"), Matrix("line", outline=True)]

    def validate(self) -> None:
        self.refuse_both("numbers", "ice", "a number is not on ice")

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        words = "the loop neither branches nor ends; it crosses itself only on ice, and does not turn there"
        passed = loop_across_itself(m, board, line, set(self.ice.given), branch=words)
        passes_numbers(m, board, passed, self.numbers, self.full)
        numbered_sections(m, board, line, self.ice, self.numbers)
