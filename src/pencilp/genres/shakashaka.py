from collections.abc import Sequence

from pencilp.board.layers import AnswerMarks, NumbersOrSymbols
from pencilp.encodings import Cells, FourCell
from pencilp.genres.base import Genre
from pencilp.model import Clause, Constraint, Lit, Model, all_hold, exactly

CORNERS = {
    "ne": "a triangle in the top right corner",
    "se": "a triangle in the bottom right corner",
    "sw": "a triangle in the bottom left corner",
    "nw": "a triangle in the top left corner",
}


class Shakashaka(Genre):
    """Shade half of some white cells along a diagonal, so that every area left white is a rectangle, upright or turned by
    45 degrees. A number in a black cell says how many adjacent cells are half shaded.
    """

    name = "shakashaka"
    title = "Shakashaka"
    title_ja = "シャカシャカ"
    aliases = ("proof of quilt",)

    walls = NumbersOrSymbols({"x": "a black cell without a number"}, "the black cells", high="sides", look="wall")
    triangle = AnswerMarks(CORNERS, "the corner that is shaded in each cell", look="triangle")

    link = [FourCell("walls", {-2: "x"})]
    pzpr = [Cells(("walls", {"5": "x"})), Cells(("triangle", {"4": 1, "3": 2, "2": 3, "5": 4}))]
    dataset = [Cells(("walls", {"x": "x", "5": "x"})), Cells(("triangle", {"ne": 1, "se": 2, "sw": 3, "nw": 4}))]

    def rules(self, m: Model) -> None:
        board = self.board
        beyond = len(board)  # stands for everything beyond the board, which is like black cells
        step = [[beyond if (n := board.neighbour(c, d)) is None else n for d in board.directions] for c in board.cells]
        black = m.false
        white = [mark == 0 if wall is None else black for mark, wall in zip(self.triangle, self.walls, strict=True)]
        shaded = [~x for x in white]
        for clue in self.walls.items():
            m.require("nothing is shaded in a black cell", self.triangle[clue.cell] == 0, at=clue.cell)
            if isinstance(clue.value, int):
                adjacent = [shaded[n] for n in self.board.near[clue.cell] if white[n] is not black]
                m.require(
                    "a number counts the shaded cells next to it",
                    exactly(clue.value, adjacent),
                    clue=clue,
                )
        # An area is a rectangle if it fills a quarter, a half, or all of the angle around every corner that it touches.
        # Mark k shades a cell at its corner between the directions k and k + 1, so its white sides look to k + 2 and k + 3.
        rule = "every white area is a rectangle"
        white.append(black)
        half: list[Sequence[Lit]] = [[black] * 4 for _ in white]
        closed: list[list[Constraint | Lit]] = [[] for _ in white]
        for cell in self.board.cells:
            if white[cell] is not black:
                marks = self.triangle[cell].eq[1:]
                open_to = [white[n] is not black for n in step[cell]]
                half[cell] = [x if open_to[k - 2] and open_to[k - 1] else black for k, x in enumerate(marks)]
                closed[cell] = [~x for x, free in zip(marks, half[cell], strict=True) if free is black]
        for cell in self.board.cells:
            parts = closed[cell]
            for k, x in enumerate(half[cell]):
                for side, turned, along in ((k - 2, k - 3, k - 3), (k - 1, k - 1, k)) if x is not black else ():
                    # its slanted side goes on at both ends, around the corner or straight past a white cell
                    n = step[cell][side]
                    straight = half[step[n][along]][k]
                    parts.append(Clause((~x, half[n][turned], straight)))
                    if straight is not black:
                        parts.append(Clause((~x, half[n][turned], half[n][k - 2], white[n])))
                n, other = step[cell][k], step[cell][k - 3]
                if all(x is not black for x in (white[cell], white[n], white[other])):
                    # between two white cells, the cell across the corner is white there, too
                    across = step[n][k - 3]
                    if white[across] is black:
                        parts.append(Clause((x, shaded[n], shaded[other])))
                    elif half[across][k - 2] is not black:
                        parts.append(Clause((x, shaded[n], shaded[other], ~half[across][k - 2])))
            if parts:
                m.require(rule, all_hold(parts), at=cell)
