from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Loop, Symbols
from pencilp.encodings import Cells, Gaps, Matrix
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Clause, Lit, Model, all_hold, any_of, none_of
from pencilp.rules.everywhere import cached_per_shape
from pencilp.rules.loops import all_straight_runs

RECTANGLE = "every loop is a rectangle"


class RingRing(Genre):
    """Draw loops from cell to cell, each of them a rectangle, that together pass all cells but the shaded ones. Loops
    may cross, but no two share a line between cells, and no two have a corner in the same cell.
    """

    name = "ringring"
    title = "Ring-ring"
    title_ja = "リングリング"
    aliases = ("ring ring",)

    walls = Symbols({"x": "a shaded cell"}, "the cells that the loops keep out of", look="wall")
    line = Loop("the loops")

    link = [Gaps("walls", "x")]
    pzpr = [Cells(("walls", {"1": "x", "0": None})), Matrix("line")]

    def rules(self, m: Model) -> None:
        for cell, links in enumerate(self.board.links_at):
            lines = self.line[links]
            if self.walls[cell]:
                m.require("the loops keep out of shaded cells", none_of(lines), at=cell)
            else:
                m.require("a loop passes every cell that is not shaded", any_of(lines), at=cell)
        rectangles(m, self.board, self.line)

    def open_rules(self, m: Model) -> OpenLayers:
        rectangles(m, self.board, self.line)
        return {"walls": [{"x": ~m.any_of(self.line[links])} for links in self.board.links_at]}


@cached_per_shape
def rectangles(m: Model, board: Lattice, line: list[Lit]) -> None:
    """Require that the lines are loops, and that these are rectangles."""
    sides = [[m.there(line, board.link(cell, way)) for way in board.directions] for cell in board.cells]
    for cell, lines in enumerate(sides):
        others = [(x, lines[:d] + lines[d + 1 :]) for d, x in enumerate(lines)]
        ends = [Clause((~x, *rest)) for x, rest in others]
        branches = [Clause((x, *(~y for y in rest))) for x, rest in others]
        m.require("a loop neither branches nor ends", all_hold([*ends, *branches]), at=cell)
    corners_fit(m, board, sides)
    sides_are_equal(m, board, sides, all_straight_runs(m, board, line))


def corners_fit(m: Model, board: Lattice, sides: list[list[Lit]]) -> None:
    """Require that sides end as in a rectangle: a left side at its lower end, an upper side at its right end, and so
    on."""
    left: list[Lit] = []
    upper: list[Lit] = []
    for cell, (n, e, s, w) in enumerate(sides):
        # a line down is a left side if it begins at a line to the right, or continues a left side
        is_left = m.there(left, board.neighbour(cell, "n"))
        is_upper = m.there(upper, board.neighbour(cell, "w"))
        left.append(m.any_of([m.all_of([s, ~n, e]), m.all_of([s, n, is_left])]))
        upper.append(m.any_of([m.all_of([e, ~w, s]), m.all_of([e, w, is_upper])]))
        below = [Clause((~n, s, ~is_left, e)), Clause((~n, s, is_left, w))]
        adjacent = [Clause((~w, e, ~is_upper, s)), Clause((~w, e, is_upper, n))]
        m.require(RECTANGLE, all_hold([*below, *adjacent]), at=cell)


def sides_are_equal(m: Model, board: Lattice, sides: list[list[Lit]], runs: Sequence[Sequence[Sequence[Lit]]]) -> None:
    """Require that the loop runs down equally far from both ends of an upper side."""
    down = [ways[2] for ways in runs]
    for cell, (n, e, s, w) in enumerate(sides):
        corner = m.all_of([e, s, ~n, ~w])
        along = runs[cell][1]
        for k, (run, other) in enumerate(zip(along, board.rays[cell][1], strict=True), 1):
            here = [~corner, ~run, *along[k : k + 1]]
            equal = [Clause((*here, a, ~b)) for a, b in zip(down[cell], down[other], strict=False)]
            equal += [Clause((*here, ~a, b)) for a, b in zip(down[cell], down[other], strict=False)]
            # a cell is missing on one side only
            short = min(len(down[cell]), len(down[other]))
            equal += [Clause((*here, ~x)) for more in (down[cell], down[other]) for x in more[short : short + 1]]
            m.require(RECTANGLE, all_hold(equal), at=(cell, other))
