from collections.abc import Sequence

from pencilp.board.layers import Loop, Numbers
from pencilp.encodings import Cells, FourCell, Matrix, Word
from pencilp.genres.base import Genre
from pencilp.model import Clause, Connected, Constraint, Lit, Model, all_hold, any_of, exactly

EAST, SOUTH = 1, 2


class Ichimaga(Genre):
    """Draw lines from cell to cell, each from one circle to another, so that they join all circles. There is at least one
    line. A line turns once at most; lines do not branch, cross or touch outside the circles. A number says how many lines end
    at its circle.
    """

    name = "ichimaga"
    title = "Ichimaga"
    title_ja = "イチマガ"

    numbers = Numbers("how many lines end at the circle", low=1, high="sides", look="circle")
    line = Loop("the lines")

    link = [FourCell("numbers")]
    pzpr = [Word("def"), Cells("numbers"), Matrix("line")]

    def rules(self, m: Model) -> None:
        board, line, numbers = self.board, self.line, self.numbers
        lines_at = [[line[e] for e in links] for links in board.links_at]
        m.require("there is a line", any_of(line))
        for cell, here in enumerate(lines_at):
            if numbers[cell] is None:
                m.require("a line neither branches nor ends outside the circles", self.goes_on(here), at=cell)
        for clue in numbers.known():
            m.require(
                "as many lines end at a circle as its number says", exactly(clue.value, lines_at[clue.cell]), clue=clue
            )
        self.turn_once(m, EAST)
        self.turn_once(m, SOUTH)
        m.require("the lines join all circles", self.joined(m, lines_at))

    def goes_on(self, here: Sequence[Lit]) -> Constraint | Lit:
        """Return that a line which enters a cell by one of the links ``here`` leaves it by one other."""
        return all_hold([x >> exactly(1, [*here[:k], *here[k + 1 :]]) for k, x in enumerate(here)])

    def joined(self, m: Model, lines_at: Sequence[Sequence[Lit]]) -> Connected:
        """Return that all circles and lines are connected. ``lines_at`` has the links of each cell."""
        board, numbers = self.board, self.numbers
        nodes = [m.true if numbers[cell] is not None else m.any_of(here) for cell, here in enumerate(lines_at)]
        edges = [(a, b, self.line[e]) for e, (a, b) in enumerate(board.links)]
        return Connected(nodes, edges, places=board.cells)

    def turn_once(self, m: Model, way: int) -> None:
        """Require that no straight piece in a direction has a turn at both of its ends."""
        board, line, numbers = self.board, self.line, self.numbers
        turned: dict[int, Lit] = {}
        for cell in board.cells:
            if numbers[cell] is not None:
                continue
            ahead, behind = board.link(cell, way), board.link(cell, board.opposite(way))
            before = [turned[behind]] if behind in turned else []
            for begun in before:
                goes_on = [] if ahead is None else [line[ahead]]
                m.require("a line turns once at most", Clause([~begun, *goes_on]), at=cell)
            if ahead is not None:
                # the straight piece over the link ahead has begun with a turn: here, or before
                here = [] if behind is None else [m.any_of([~line[behind], *before])]
                turned[ahead] = m.all_of([line[ahead], *here])
