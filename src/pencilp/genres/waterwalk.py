from pencilp.board.layers import Loop, Numbers, Param, Symbols
from pencilp.encodings import Bits, Cells, Flag, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model, at_most
from pencilp.rules.loops import loop_through_cells, numbered_sections, passes_numbers


class WaterWalk(Genre):
    """Draw one closed loop from cell to cell that passes every number, and never more than two cells of water in a row. Water
    divides the loop into sections. A number says how many cells the loop passes on the section on which it lies.
    """

    name = "waterwalk"
    title = "Water Walk"
    title_ja = "ウォーターウォーク"
    shapes = ("square", "hexagonal")

    water = Symbols({"w": "water"}, "the cells with water", look="grey", optional=True)
    numbers = Numbers("how many cells the section of the loop has", low=1, high="cells", optional=True)
    full = Param("1: the loop passes every cell", high=1, initial=0)
    line = Loop("the loop")

    link = [Flag("f", "full"), Bits("water", "w"), Number16("numbers")]
    pzpr = [Flag("f", "full"), Cells(("water", {"#": "w"}), "numbers"), Matrix("line", outline=True)]

    def validate(self) -> None:
        self.refuse_both("numbers", "water", "a number is not in water")

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        passed = loop_through_cells(m, board, line)
        passes_numbers(m, board, passed, self.numbers, self.full)
        numbered_sections(m, board, line, self.water, self.numbers)
        for cell in self.water.given:
            onward = [line[board.link_between[cell, n]] for n in board.near[cell] if self.water.at(n)]
            m.require("the loop passes at most two cells of water in a row", at_most(1, onward), at=cell)
