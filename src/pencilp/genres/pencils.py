from pencilp.board.layers import Loop, Marks, Mixed
from pencilp.encodings import NumbersAndArrows
from pencilp.encodings.special import pencils
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, Reached, all_hold, any_of, at_most, exactly, none_of
from pencilp.rules.paths import ends_near

TIPS = {"n": "a tip that points up", "e": "one to the right", "s": "one down", "w": "one to the left"}


class Pencils(Genre):
    """Draw pencils and lines that use all cells. A pencil is one cell wide, and in a further cell at one of its ends is its tip.
    One line begins at every tip, and at no other place. It goes from cell to cell, over as many further cells as the pencil is
    long without its tip, and neither branches nor crosses. A number is in a pencil and says how long that is.
    """

    name = "pencils"
    title = "Pencils"
    title_ja = "ペンシルズ"

    clues = Mixed(TIPS, "the numbers and the tips", low=1, high="other_cells_of_line", unknown=True, look="pencil")
    parts = Marks([part + way for part in "tb" for way in "nesw"], "the pencils", look="pencil")
    line = Loop("the lines")

    link = [NumbersAndArrows("clues")]
    pzpr = [NumbersAndArrows("clues", unknown="o-2"), pencils.Drawn("parts", "line", "clues")]

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        tips, bodies = ([[part == k + d for d in board.directions] for part in self.parts] for k in (1, 5))
        here = [line[board.links_at[c]] for c in board.cells]
        passed = [m.any_of(x) for x in here]
        for cell, part in enumerate(self.parts):
            m.require("one line begins at every tip", m.any_of(tips[cell]) >> exactly(1, here[cell]), at=cell)
            m.require("no line passes a pencil", m.any_of(bodies[cell]) >> none_of(here[cell]), at=cell)
            m.require("a line neither branches nor crosses", at_most(2, here[cell]), at=cell)
            m.require("every cell is of a pencil, or a line passes it", (part == 0) >> passed[cell], at=cell)
            for way in board.directions:
                ahead = [x[way] for c in board.rays[cell][way][:1] for x in (tips[c], bodies[c])]
                m.require("a pencil goes on up to its tip", bodies[cell][way] >> any_of(ahead), at=cell)
        arcs = [(1 + a, 1 + b, x) for (c, d), x in zip(board.links, line, strict=True) for a, b in ((c, d), (d, c))]
        arcs += [(0, 1 + c, x) for c in board.cells for x in tips[c]]
        m.require("every line begins at a tip", Reached([m.true, *passed], arcs, [0], places=[None, *board.cells]))
        ends = [
            m.all_of((part == 0, x, ~m.count_of(2, y))) for part, x, y in zip(self.parts, passed, here, strict=True)
        ]
        pencils = self.as_long_as_lines(m, tips, bodies, ends)
        for cell, clue in self.clues.items():
            if clue in TIPS:
                m.require("a given tip stays", tips[cell]["nesw".index(clue)], at=cell, clue=(self.clues, cell))
                continue
            m.require("a number is in a pencil", any_of(bodies[cell]), at=cell)
            if clue != "?":
                ahead = [pencils[c, d] for d in board.directions for c in board.rays[cell][d][:clue]]
                # at least as long as the number, and not longer
                its = [
                    m.all_of((long[clue], *[~x for x in long[clue + 1 : clue + 2]]))
                    for long in ahead
                    if clue < len(long)
                ]
                m.require("a number is the length of its pencil", any_of(its), at=cell, clue=(self.clues, cell))

    def as_long_as_lines(
        self, m: Model, tips: list[list[Lit]], bodies: list[list[Lit]], ends: list[Lit]
    ) -> dict[tuple[int, int], list[Lit]]:
        """Compare the pencils with their lines, whose ``ends`` are told.

        Returns per cell and direction the literals "its pencil has its tip here, points there, and is at least 0, 1, 2 ... long".
        """
        board, found = self.board, {}
        near = ends_near(m, board, self.line, ends, max(board.rows, board.cols) - 1)
        for cell in board.cells:
            for way in board.directions:
                found[cell, way] = long = [tips[cell][way]]
                for behind in board.rays[cell][board.opposite(way)]:
                    long.append(m.all_of((long[-1], bodies[behind][way])))
                # as long as it is, an end is so near, and no nearer
                fits = [any_of((~x, *long[k + 1 : k + 2], near[k][cell])) for k, x in enumerate(long)]
                fits += [~x | ~near[k][cell] for k, x in enumerate(long[1:])]
                m.require("a line is as long as its pencil", all_hold(fits), at=cell)
        return found
