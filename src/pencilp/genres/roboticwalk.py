from itertools import combinations

from pencilp.board.layers import Loop, Numbers, Param, Symbols
from pencilp.encodings import Bits, Cells, Flag, Matrix, Number16
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Linear, Model, all_hold, any_of, not_all
from pencilp.rules.loops import loop_through_cells, numbered_sections, passes_numbers, runs_straight


class RoboticWalk(Genre):
    """Draw one closed loop from cell to cell that passes every number. In shaded cells it turns and goes straight on
    alternately. Shaded cells divide the loop into sections. A number says how many cells the loop passes on the section on
    which it lies.
    """

    name = "roboticwalk"
    title = "Robotic Walk"
    title_ja = "ロボティックウォーク"

    shaded = Symbols({"x": "a shaded cell"}, "the shaded cells", look="grey", optional=True)
    numbers = Numbers("how many cells the section of the loop has", low=1, high="cells", optional=True)
    full = Param("1: the loop passes every cell", high=1, initial=0)
    line = Loop("the loop")

    link = [Flag("f", "full"), Bits("shaded", "x"), Number16("numbers")]
    pzpr = [Flag("f", "full"), Cells(("shaded", {"#": "x"}), "numbers"), Matrix("line", outline=True)]

    def validate(self) -> None:
        self.refuse_both("numbers", "shaded", "a number is not in a shaded cell")

    def rules(self, m: Model) -> None:
        board, line, shaded = self.board, self.line, self.shaded
        passed = loop_through_cells(m, board, line)
        passes_numbers(m, board, passed, self.numbers, self.full)
        parts = numbered_sections(m, board, line, shaded, self.numbers)
        words = "the loop turns and goes straight in turns in shaded cells"
        straight = {c: runs_straight(m, board, line, c) for c in shaded.given}
        entries = []
        for (a, b), x in zip(board.links, line, strict=True):
            if shaded[a] and shaded[b]:
                m.require(words, ~x | m.differ(straight[a], straight[b]), at=(a, b))
            elif shaded[a] or shaded[b]:
                entries.append((a, b, x) if shaded[a] else (b, a, x))
        for (a, first, x), (b, last, y) in combinations(entries, 2):
            if last in (reached := parts.reached(first)):
                differ = m.false if a == b else m.differ(straight[a], straight[b])
                m.require(words, any_of([~x, ~y, ~reached[last], differ]), at=(a, b))

    def open_rules(self, m: Model) -> OpenLayers:
        board, line = self.board, self.line
        loop_through_cells(m, board, line)
        steps = {step: m.binary() for link in board.links for step in (link, link[::-1])}
        for link, x in zip(board.links, line, strict=True):
            ways = steps[link], steps[link[::-1]]
            m.require("the loop has a direction", all_hold([not_all(ways), m.any_of(ways).equals(x)]), at=link)
        shaded = [m.binary() for _ in board.cells]
        # whether it went straight on in the last shaded cell up to here
        last = [m.binary() for _ in board.cells]
        for cell, near in enumerate(board.near):
            in_and_out = [(1, steps[n, cell]) for n in near] + [(-1, steps[cell, n]) for n in near]
            m.require("the loop goes on", Linear(in_and_out, 0, 0), at=cell)
            straight = runs_straight(m, board, line, cell)
            m.require("a shaded cell", shaded[cell] >> last[cell].equals(straight))
            changes = [steps[n, cell] >> shaded[cell].equals(m.differ(last[n], last[cell])) for n in near]
            m.require("the loop turns and goes straight in turns in shaded cells", all_hold(changes), at=cell)
        return {"shaded": [{"x": x} for x in shaded]}
