from pencilp.board.layers import Loop, Numbers, Param, Symbols
from pencilp.encodings import Bits, Cells, Flag, Matrix, Number16
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Model
from pencilp.rules.loops import network, numbered_sections, passes_numbers


class ForestWalk(Genre):
    """Draw lines from cell to cell that form one network and pass every number. In every forest that they pass exactly three
    lines meet. In other cells they neither branch nor end. Forests divide the network into sections. A number says how many
    cells the section has on which it lies.
    """

    name = "forestwalk"
    title = "Forest Walk"
    title_ja = "フォレストウォーク"

    forest = Symbols({"f": "a forest"}, "the cells with forest", look="grey", optional=True)
    numbers = Numbers("how many cells the section of the network has", low=1, high="cells", optional=True)
    full = Param("1: the network passes every cell", high=1, initial=0)
    line = Loop("the network")

    link = [Flag("f", "full"), Bits("forest", "f"), Number16("numbers")]
    pzpr = [Flag("f", "full"), Cells(("forest", {"#": "f"}), "numbers"), Matrix("line", outline=True)]

    def validate(self) -> None:
        self.refuse_both("numbers", "forest", "a number is not in a forest")

    def rules(self, m: Model) -> None:
        board, line, forest = self.board, self.line, self.forest
        degrees = [(3,) if tree else (2,) for tree in forest]
        branch = "three lines meet in a forest; elsewhere the network neither branches nor ends"
        passed = network(m, board, line, degrees, branch)
        passes_numbers(m, board, passed, self.numbers, self.full, "the network")
        numbered_sections(m, board, line, forest, self.numbers)

    def open_rules(self, m: Model) -> OpenLayers:
        board, line = self.board, self.line
        network(m, board, line, [(2, 3)] * len(board), "two or three lines meet in a cell")
        return {"forest": [{"f": m.count_of(3, line[links])} for links in board.links_at]}
