from pencilp.board.layers import UNKNOWN, Loop, Numbers
from pencilp.encodings import After, Cells, Matrix, Number16
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Model, any_of, between, exactly
from pencilp.rules.paths import path_ends, paths_from_cell_to_cell, paths_go_on, paths_lead_to


class Mintonette(Genre):
    """Draw lines from cell to cell, each from one circle to another, so that one line ends at every circle and every cell
    belongs to a line. Lines do not branch or cross. A number says how often the line of its circle turns.
    """

    name = "mintonette"
    title = "Mintonette"
    title_ja = "Mintonette"

    numbers = Numbers("how often the line of the circle turns", high="cells", look="circle")
    line = Loop("the lines")

    link = [Number16("numbers")]
    pzpr = [Cells(("numbers", After("0,", unknown="-"))), Matrix("line")]

    def rules(self, m: Model) -> None:
        board, line, circles = self.board, self.line, self.numbers.given
        paths = paths_from_cell_to_cell(m, board, line)
        for cell, links in enumerate(board.links_at):
            m.require("every cell belongs to a line", any_of(line[links]), at=cell)
        for clue in self.numbers.items():
            path_ends(m, paths, clue.cell, "one line ends at every circle", clue=clue)
        paths_go_on(m, paths, circles, "a line neither branches nor ends outside the circles")
        paths_lead_to(m, paths, circles, "every line leads to a circle")
        turned = [
            m.any_of([m.all_of(line[[board.link_between[cell, n] for n in bend[:2]]]) for bend in board.bends(cell)])
            for cell in board.cells
        ]
        for clue in self.numbers.known():
            turns = [m.all_of((turned[cell], x)) for cell, x in paths.reached(clue.cell).items()]
            m.require("a line turns as often as its number says", exactly(clue.value, turns), clue=clue)

    def open_rules(self, m: Model) -> OpenLayers:
        board, line = self.board, self.line
        ends = [~m.count_of(2, line[links]) for links in board.links_at]
        for cell, links in enumerate(board.links_at):
            m.require("a cell is in one line", between(1, 2, line[links]), at=cell)
        # every cell is connected to an end: a further node is the source
        source = len(board)
        ways = [(a, b, x) for (a, b), x in zip(board.links, line, strict=True)]
        begins = [(source, cell, x) for cell, x in enumerate(ends)]
        led = m.flood([m.true] * (source + 1), [*ways, *begins], (source,))
        m.require_all("every line leads to an end", [*led])
        return {"numbers": [{UNKNOWN: x} for x in ends]}
