from itertools import repeat

from pencilp.board.layers import Marks, Mixed
from pencilp.encodings import Cells, FourCell
from pencilp.genres.base import Genre
from pencilp.model import Clause, Lit, Model, exactly


class Shakashaka(Genre):
    """Shade half of some white cells along a diagonal, so that every area left white is a rectangle, upright or turned by
    45 degrees. A number in a black cell says how many of the cells beside it are half shaded.
    """

    name = "shakashaka"
    title = "Shakashaka"
    title_ja = "シャカシャカ"
    aliases = ("proof of quilt",)

    walls = Mixed({"x": "a black cell without a number"}, "the black cells", high=4, look="wall")
    triangle = Marks(("ne", "se", "sw", "nw"), "the corner that is shaded in each cell", look="triangle")

    link = [FourCell("walls", {-2: "x"})]
    pzpr = [Cells(("walls", {"5": "x"})), Cells(("triangle", {"4": 1, "3": 2, "2": 3, "5": 4}))]
    dataset = [Cells(("walls", {"x": "x", "5": "x"})), Cells(("triangle", {"ne": 1, "se": 2, "sw": 3, "nw": 4}))]

    def rules(self, m: Model) -> None:
        board = self.board
        for cell, wall in self.walls.items():
            m.require("nothing is shaded in a black cell", self.triangle[cell] == 0, at=cell)
            if isinstance(wall, int):
                shaded = [self.triangle[n] != 0 for n in board.near[cell] if self.walls[n] is None]
                m.require("a number counts the shaded cells beside it", exactly(wall, shaded), at=cell)
        # Seen from a corner of the board, a cell around it is white, black, or half white: in the first or the second
        # half of the quarter turn that it takes up, going clockwise. An area is a rectangle if it takes up a quarter, a
        # half, or all of the turn around every corner that it touches.
        white, first, second = ([[m.false] * 4 for _ in board.corners] for _ in range(3))
        for cell in board.cells:
            if self.walls[cell] is None:
                none, *shaded = self.triangle[cell].eq
                for d, corner in enumerate(board.cell_corners[cell]):
                    white[corner][d] = m.any_of((none, shaded[d - 2]))
                    first[corner][d], second[corner][d] = shaded[d - 1], shaded[(d + 1) % 4]
        black = m.false
        for corner, at in enumerate(board.corner_cells):
            w, f, s = white[corner], first[corner], second[corner]
            meets: list[tuple[Lit, ...]] = []
            for d, after, across, before in ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)):
                if w[d] != black:
                    meets += ((~s[d], w[after], f[after]), (~f[d], w[before], s[before]))
                    if w[after] != black:
                        meets += ((~s[d], ~w[after], f[across]), (~f[after], ~w[d], s[before]))
                        if w[across] != black:
                            meets.append((~w[d], ~w[after], ~w[across], w[before]))
            m.require_all("every white area is a rectangle", map(Clause, meets), repeat(at))
