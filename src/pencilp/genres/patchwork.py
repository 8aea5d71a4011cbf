from functools import lru_cache

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Borders, Numbers, Shading
from pencilp.encodings import Cells, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model, all_hold, exactly
from pencilp.rules.regions import divided, squares


class Patchwork(Genre):
    """Divide the board into squares, and shade some cells without a number. Cells on both sides of a border are never both
    shaded or both unshaded, if neither has a number. A number says how many cells of its square are shaded; a square may hold
    any number of numbers.
    """

    name = "patchwork"
    title = "Patchwork"
    title_ja = "パッチワーク"

    numbers = Numbers("how many cells of its square are shaded", high="cells", look="grey")
    borders = Borders("the borders of the squares")
    shaded = Shading("the shaded cells")

    link = [Number16("numbers")]
    pzpr = [Cells("numbers", "shaded"), Matrix("borders")]

    def rules(self, m: Model) -> None:
        board, numbers, shaded = self.board, self.numbers, self.shaded
        regions = divided(m, board, self.borders)
        squares(m, board, self.borders, "a region is a square")
        for cell in numbers.given:
            m.require("a number is not shaded", ~shaded[cell], at=cell)
        for (a, b), border in zip(board.links, self.borders, strict=True):
            if numbers[a] is None and numbers[b] is None:
                words = "one of the cells on both sides of a border is shaded"
                m.require(words, border >> exactly(1, [shaded[a], shaded[b]]), at=(a, b))
        for clue in numbers.known():
            places = square_regions(board, clue.cell)
            counts = [regions.is_region(cells) >> exactly(clue.value, shaded[cells]) for cells in places]
            m.require("a number counts the shaded cells of its square", all_hold(counts), clue=clue)


@lru_cache(maxsize=1024)
def square_regions(board: Lattice, cell: int) -> list[tuple[int, ...]]:
    """Return the cells of each square on the board that holds ``cell``."""
    row, col = board.positions[cell]
    result = []
    for width in range(1, min(board.rows, board.cols) + 1):
        for top in range(row - width + 1, row + 1):
            for left in range(col - width + 1, col + 1):
                places = [(r, c) for r in range(top, top + width) for c in range(left, left + width)]
                if all(place in board.cell_at for place in places):
                    result.append(tuple(board.cell_at[place] for place in places))
    return result
