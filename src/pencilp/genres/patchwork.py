from pencilp.board.layers import Borders, Numbers, Shading
from pencilp.encodings import Cells, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model, all_hold, exactly
from pencilp.rules.regions import divided, square_regions, squares


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
