from collections.abc import Sequence

from pencilp.board.layers import UNKNOWN, Loop, Numbers
from pencilp.encodings import Cells, FourCell, Matrix, Word
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Clause, Connected, Constraint, Lit, Model, all_hold, any_of, exactly, implies

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
        circles = [m.false if number is None else m.true for number in self.numbers]
        lines_at = self.lines(m, circles)
        for clue in self.numbers.known():
            m.require(
                "as many lines end at a circle as its number says", exactly(clue.value, lines_at[clue.cell]), clue=clue
            )

    def open_rules(self, m: Model) -> OpenLayers:
        circles = [m.binary() for _ in self.board.cells]
        lines_at = self.lines(m, circles)
        m.require_all(
            "a line ends at every circle", [~x | m.any_of(here) for x, here in zip(circles, lines_at, strict=True)]
        )
        return {"numbers": [{UNKNOWN: x} for x in circles]}

    def lines(self, m: Model, circles: Sequence[Lit]) -> Sequence[Sequence[Lit]]:
        """State the rules of lines between circles, and return the links of each cell.

        ``circles`` has a literal for each cell.
        """
        board, line = self.board, self.line
        lines_at = [[line[e] for e in links] for links in board.links_at]
        m.require("there is a line", any_of(line))
        for cell, here in enumerate(lines_at):
            if circles[cell] is not m.true:
                goes_on = self.goes_on(here, [circles[cell]] if circles[cell] is not m.false else [])
                m.require("a line neither branches nor ends outside the circles", goes_on, at=cell)
        self.turn_once(m, EAST, circles)
        self.turn_once(m, SOUTH, circles)
        m.require("the lines join all circles", self.joined(m, lines_at, circles))
        return lines_at

    def goes_on(self, here: Sequence[Lit], circle: Sequence[Lit]) -> Constraint | Lit:
        """Return that a line which enters a cell by one of the links ``here`` leaves it by one other.

        This does not bind a cell with a ``circle``, which is a literal or none.
        """
        others = [[*here[:k], *here[k + 1 :]] for k in range(len(here))]
        free = tuple([~x for x in circle])
        return all_hold([implies((x, *free), exactly(1, rest)) for x, rest in zip(here, others, strict=True)])

    def joined(self, m: Model, lines_at: Sequence[Sequence[Lit]], circles: Sequence[Lit]) -> Connected:
        """Return that all circles and lines are connected. ``lines_at`` has the links of each cell."""
        board = self.board
        nodes = [m.true if x is m.true else m.any_of(here) for x, here in zip(circles, lines_at, strict=True)]
        edges = [(a, b, self.line[e]) for e, (a, b) in enumerate(board.links)]
        return Connected(nodes, edges, places=board.cells)

    def turn_once(self, m: Model, way: int, circles: Sequence[Lit]) -> None:
        """Require that no straight piece in a direction has a turn at both of its ends."""
        board, line = self.board, self.line
        turned: dict[int, Lit] = {}
        for cell in board.cells:
            if circles[cell] is m.true:
                continue
            circle = [] if circles[cell] is m.false else [circles[cell]]
            ahead, behind = board.link(cell, way), board.link(cell, board.opposite(way))
            before = [turned[behind]] if behind in turned else []
            for begun in before:
                goes_on = [] if ahead is None else [line[ahead]]
                m.require("a line turns once at most", Clause([~begun, *circle, *goes_on]), at=cell)
            if ahead is not None:
                # the straight piece over the link ahead has begun with a turn: here, or before
                here = [] if behind is None else [m.any_of([~line[behind], *before])]
                turned[ahead] = m.all_of([line[ahead], *(~x for x in circle), *here])
