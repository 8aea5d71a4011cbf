from itertools import combinations

from pencilp.board.layers import Loop, Numbers, Param, Symbols
from pencilp.encodings import Bits, Cells, Flag, Matrix, Number16
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Model, not_all
from pencilp.rules.loops import network, numbered_sections, passes_numbers


class EnergyWalk(Genre):
    """Draw lines from cell to cell that form one network and pass every number. From every energy cell that they pass they lead
    to all its neighbours. In other cells they do not branch, and they end nowhere. Energy cells divide the network into
    sections, and none leads from an energy cell back to itself. A number says how many cells the section has on which it lies.
    """

    name = "energywalk"
    title = "Energy Walk"
    title_ja = "エネルギーウォーク"

    energy = Symbols({"e": "an energy cell"}, "the energy cells", look="grey", optional=True)
    numbers = Numbers("how many cells the section of the network has", low=1, high="cells", optional=True)
    full = Param("1: the network passes every cell", high=1, initial=0)
    line = Loop("the network")

    link = [Flag("f", "full"), Bits("energy", "e"), Number16("numbers")]
    pzpr = [Flag("f", "full"), Cells(("energy", {"#": "e"}), "numbers"), Matrix("line", outline=True)]

    def validate(self) -> None:
        self.refuse_both("numbers", "energy", "a number is not in an energy cell")

    def rules(self, m: Model) -> None:
        board, line, energy = self.board, self.line, self.energy
        degrees = [(max(2, len(board.near[c])) if energy[c] else 2,) for c in board.cells]
        branch = "lines lead from an energy cell in all directions; elsewhere the network does not branch, and it ends nowhere"
        passed = network(m, board, line, degrees, branch)
        passes_numbers(m, board, passed, self.numbers, self.full, "the network")
        parts = numbered_sections(m, board, line, energy, self.numbers)
        for cell in energy.given:
            others = [n for n in board.near[cell] if not energy[n]]
            for a, b in combinations(others, 2):
                leaves = [line[board.link_between[cell, n]] for n in (a, b)]
                joined = parts.reached(a).get(b, m.false)
                m.require("no section leads from an energy cell back to itself", not_all([*leaves, joined]), at=cell)

    def open_rules(self, m: Model) -> OpenLayers:
        board, line = self.board, self.line
        network(m, board, line, [(2, max(2, len(near))) for near in board.near], "two lines or all meet in a cell")
        energy = [m.count_of(3, line[links]) for links in board.links_at]
        return {"energy": [{"e": x} for x in energy]}
