from itertools import combinations

from pencilp.board.layers import Borders
from pencilp.encodings import Holes, Matrix
from pencilp.encodings.special import heteromino
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.model.shapes import Shapes
from pencilp.rules.regions import divided, each_is_one_of, equal_regions_apart


class Heteromino(Genre):
    """Divide the board into regions of three cells. Two regions that share an edge differ in their shape, or at least in the way
    that it is turned.
    """

    name = "heteromino"
    title = "Heteromino"
    title_ja = "ヘテロミノ"
    shapes = ("square", "hexagonal")

    borders = Borders("the borders of the regions")

    link = [heteromino.Missing()]
    pzpr = [Holes(), Matrix("borders", outline=True)]

    def rules(self, m: Model) -> None:
        board = self.board
        regions = divided(m, board, self.borders)
        triples = sorted({tuple(sorted((a, b, c))) for b in board.cells for a, c in combinations(board.near[b], 2)})
        shapes = Shapes({cells: self.way(cells) for cells in triples})
        each_is_one_of(m, regions, shapes, "a region has 3 cells")
        words = "regions that share an edge differ in shape or in how it is turned"
        equal_regions_apart(m, regions, shapes, words)

    def way(self, cells: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """The shape of cells and how it is turned: where they lie from the first one on."""
        row, col = self.board.positions[cells[0]]
        return tuple([(r - row, c - col) for r, c in map(self.board.positions.__getitem__, cells)])
