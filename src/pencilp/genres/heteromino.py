from pencilp.board.layers import Borders
from pencilp.encodings import HOLE, Blanks, Grid, Holes, Matrix, Sign
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.polyominoes import Positions
from pencilp.rules.regions import divided, each_is_one_of, equal_regions_apart, shapes_of

THREE_CELLS: dict[str, tuple[Positions, ...]] = {
    "square": (((0, 0), (0, 1), (0, 2)), ((0, 0), (0, 1), (1, 0))),
    "hexagonal": (((0, 0), (0, 1), (0, 2)), ((0, 0), (0, 1), (1, 0)), ((0, 0), (0, 1), (1, 1))),
}
"""The shapes of three cells."""


class Heteromino(Genre):
    """Divide the board into regions of three cells. Two regions that share an edge differ in their shape, or at least
    in the way that the shape is turned.
    """

    name = "heteromino"
    title = "Heteromino"
    title_ja = "ヘテロミノ"
    shapes = ("square", "hexagonal")

    borders = Borders("the borders of the regions")

    link = [Grid("", Sign("7", HOLE), Blanks("a"))]
    pzpr = [Holes(), Matrix("borders", outline=True)]

    def rules(self, m: Model) -> None:
        board = self.board
        regions = divided(m, board, self.borders)
        shapes = shapes_of(board, tuple(enumerate(THREE_CELLS[board.shape])), turning=False)
        each_is_one_of(m, regions, shapes, "a region has 3 cells")
        equal_regions_apart(m, regions, shapes, "regions that share an edge differ in shape or in how it is turned")
