from collections.abc import Iterator

from pencilp.board.layers import Loop, Symbols
from pencilp.encodings import Cells, Gaps, Matrix
from pencilp.genres.base import Genre
from pencilp.model import Clause, Constraint, Lit, Model, all_hold, any_of, none_of
from pencilp.model.structures import Kept
from pencilp.rules.everywhere import of_every_cell
from pencilp.rules.loops import all_straight_runs

Said = tuple[Constraint | Lit, int | tuple[int, int]]
"""What is said, and of which cells."""
RECTANGLE = "every loop is a rectangle"


class RingRing(Genre):
    """Draw loops from cell to cell, each of them a rectangle, that together pass all cells but the shaded ones. Loops may cross,
    but no two run along the same way, and no two have a corner in the same cell.
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
        sides = [[self.line[e] if e >= 0 else m.false for e in links] for links in self.board.link_to]
        for cell, lines in enumerate(sides):
            if self.walls[cell]:
                m.require("the loops keep out of shaded cells", none_of(lines), at=cell)
                continue
            m.require("a loop passes every cell that is not shaded", any_of(lines), at=cell)

        def goes_on(cell: int) -> Constraint | Lit:
            lines = sides[cell]
            others = [(x, lines[:d] + lines[d + 1 :]) for d, x in enumerate(lines)]
            ends = [Clause((~x, *rest)) for x, rest in others]
            branches = [Clause((x, *(~y for y in rest))) for x, rest in others]
            return all_hold([*ends, *branches])

        of_every_cell(m, self.board, self.line, goes_on, "a loop neither branches nor ends")
        runs = all_straight_runs(m, self.board, self.line)
        # which lines are sides of rectangles only the board tells
        rectangles = m.alike(self.board.kept, ("rectangles",), self.line, lambda: self.rectangles(m, sides, runs))
        m.require(RECTANGLE, rectangles)

    def rectangles(self, m: Model, sides: list[list[Lit]], runs: list[list[list[Lit]]]) -> Kept:
        """All that makes loops rectangles."""
        said = [*self.corners_fit(m, sides), *self.sides_are_equal(m, sides, runs)]
        return Kept([part for part, _ in said], [at for _, at in said], self.board.kept)

    def corners_fit(self, m: Model, sides: list[list[Lit]]) -> Iterator[Said]:
        """The lower end of a left side and the right end of an upper side turn as in a rectangle, and so do the others."""
        left: list[Lit] = []
        upper: list[Lit] = []
        for cell, ((n, e, s, w), (above, _, _, before)) in enumerate(zip(sides, self.board.step, strict=True)):
            # a way down is a left side where it begins with a way to the right, or goes on from one
            is_left = left[above] if above >= 0 else m.false
            is_upper = upper[before] if before >= 0 else m.false
            left.append(m.any_of([m.all_of([s, ~n, e]), m.all_of([s, n, is_left])]))
            upper.append(m.any_of([m.all_of([e, ~w, s]), m.all_of([e, w, is_upper])]))
            below = [Clause((~n, s, ~is_left, e)), Clause((~n, s, is_left, w))]
            beside = [Clause((~w, e, ~is_upper, s)), Clause((~w, e, is_upper, n))]
            yield all_hold([*below, *beside]), cell

    def sides_are_equal(self, m: Model, sides: list[list[Lit]], runs: list[list[list[Lit]]]) -> Iterator[Said]:
        """From both ends of an upper side the loop runs down equally far."""
        board = self.board
        down = [ways[2] for ways in runs]
        for cell, (n, e, s, w) in enumerate(sides):
            corner = m.all_of([e, s, ~n, ~w])
            along = runs[cell][1]
            for k, (run, other) in enumerate(zip(along, board.rays[cell][1], strict=True), 1):
                here = [~corner, ~run, *along[k : k + 1]]
                equal = [Clause((*here, a, ~b)) for a, b in zip(down[cell], down[other], strict=False)]
                equal += [Clause((*here, ~a, b)) for a, b in zip(down[cell], down[other], strict=False)]
                # where a cell is missing on one side only
                short = min(len(down[cell]), len(down[other]))
                equal += [Clause((*here, ~x)) for more in (down[cell], down[other]) for x in more[short : short + 1]]
                yield all_hold(equal), (cell, other)
