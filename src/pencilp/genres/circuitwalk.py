from pencilp.board.layers import Loop, Numbers, Param, Symbols
from pencilp.encodings import Bits, Cells, Flag, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.loops import along_axes, network, numbered_sections, passes_numbers
from pencilp.structures.groups import GroupHolds, Groups


class CircuitWalk(Genre):
    """Draw closed loops from cell to cell that pass every number. In every shaded cell that they pass two different loops cross
    each other, going straight on; elsewhere they neither cross nor touch. All loops are connected by crossings. Shaded cells
    divide loops into sections. A number says how many cells the section has on which it lies.
    """

    name = "circuitwalk"
    title = "Circuit Walk"
    title_ja = "サーキットウォーク"

    shaded = Symbols({"x": "a shaded cell"}, "the shaded cells", look="grey", optional=True)
    numbers = Numbers("how many cells the section of the loop has", low=1, high="cells", optional=True)
    full = Param("1: the loops pass every cell", high=1, initial=0)
    line = Loop("the loops")

    link = [Flag("f", "full"), Bits("shaded", "x"), Number16("numbers")]
    pzpr = [Flag("f", "full"), Cells(("shaded", {"#": "x"}), "numbers"), Matrix("line", outline=True)]

    def validate(self) -> None:
        self.refuse_both("numbers", "shaded", "a number is not in a shaded cell")

    def rules(self, m: Model) -> None:
        board, line, shaded = self.board, self.line, self.shaded
        branch = "loops cross in every shaded cell that they pass, and neither branch, cross nor end elsewhere"
        passed = network(m, board, line, [(4,) if x else (2,) for x in shaded], branch)
        passes_numbers(m, board, passed, self.numbers, self.full, "the network")
        numbered_sections(m, board, line, shaded, self.numbers)
        # a shaded cell has a node for each axis
        cells, ends = along_axes(board, set(shaded.given))
        loops = Groups(m, len(cells), [(a, b, x) for (a, b), x in zip(ends, line, strict=True)])
        for node in range(1, len(cells)):
            if (cell := cells[node]) == cells[node - 1]:
                apart = passed[cell] >> GroupHolds(loops, node - 1, [node], 0, 0)
                m.require("no loop crosses itself", apart, at=cell)
