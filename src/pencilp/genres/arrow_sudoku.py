from itertools import pairwise

from pencilp.board.lattice import Lattice
from pencilp.board.layers import ClueLists, Numbers, Symbol
from pencilp.board.layers.glyphs import Circle, Glyph, Shape, Strokes
from pencilp.genres.sudoku import Sudoku
from pencilp.model import Model, total
from pencilp.rules.sight import WAYS

STEPS = dict.fromkeys(WAYS, "a step in this direction")
AGAIN = "o"
SIGNS = dict(zip(WAYS, "↑↗→↘↓↙←↖", strict=True))


def ways_of(steps: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The steps of each arrow from a circle."""
    return [tuple(way.split()) for way in " ".join(steps).split(AGAIN)]


def circle(token: str, lattice: Lattice) -> Glyph:
    """A circle with its arrows."""
    shapes: list[Shape] = [Circle(0.4, "none", "grey", width=0.06, level="ground")]
    for steps in ways_of(tuple(token.split(","))):
        x = y = 0.0
        points = [(x, y)]
        for down, right in (WAYS[way] for way in steps):
            x, y = x + right, y + down
            points.append((x, y))
        if steps:
            down, right = WAYS[steps[0]]
            long = 0.4 / (down * down + right * right) ** 0.5
            points[0] = (long * right, long * down)
            down, right = WAYS[steps[-1]]
            long = 0.2 / (down * down + right * right) ** 0.5
            back, aside = (-long * right, -long * down), (-long * down, long * right)
            head = [((x + back[0] + k * aside[0], y + back[1] + k * aside[1]), (x, y)) for k in (1, -1)]
            shapes.append(Strokes([*pairwise(points), *head], "grey", 0.06, level="ground"))
    return Glyph(shapes, "".join(SIGNS.get(step, "○") for step in token.split(",")), token)


class ArrowSudoku(Sudoku):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a column or
    in an outlined box. The numbers along an arrow add up to the number in the circle where it begins.
    """

    name = "arrow_sudoku"
    title = "Arrow Sudoku"
    title_ja = "矢印数独"
    penpa = {"arrows": "arrow sums"}

    arrows = ClueLists(
        "the circles: the steps of an arrow from there; an o begins the next arrow",
        value=Symbol(STEPS | {AGAIN: "the next arrow from the same circle"}, look="pointer"),
        look=circle,
    )
    given = Numbers("numbers printed in cells", low=1, high="columns", optional=True)

    def along(self, cell: int) -> list[list[int]]:
        """The cells of each arrow from a circle."""
        found = []
        for steps in ways_of(self.arrows[cell]):
            places = [self.board.positions[cell]]
            for down, right in (WAYS[way] for way in steps):
                row, col = places[-1]
                places.append((row + down, col + right))
            cells = [self.board.cell_at[place] for place in places if place in self.board.cell_at]
            if len({*cells}) < max(2, len(places)):
                raise self.bad("arrows", cell, "an arrow goes from cell to cell and passes none of them twice")
            found.append(cells[1:])
        return found

    def validate(self) -> None:
        for cell in self.arrows.given:
            self.along(cell)

    def rules(self, m: Model) -> None:
        super().rules(m)
        words = "the numbers along an arrow add up to the number in its circle"
        for clue in self.arrows.items():
            for cells in self.along(clue.cell):
                adds = total(self.number[cells]) == self.number[clue.cell]
                m.require(words, adds, at=(clue.cell, *cells), clue=clue)
