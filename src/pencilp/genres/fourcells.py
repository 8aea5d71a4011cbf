from pencilp.board.layers import Borders, Numbers, Param
from pencilp.encodings import Cells, Fixed, Matrix, Number10, RegionSize, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.regions import each_region, no_dead_ends, right_regions


class FourCells(Genre):
    """Divide the board into regions of four cells. A number says how many sides of its cell are borders, the outline included."""

    name = "fourcells"
    title = "Four Cells"
    title_ja = "フォーセルズ"
    aliases = ("Foseruzu",)
    shapes = ("square", "hexagonal")

    numbers = Numbers("how many sides of the cell are borders")
    size = Param("how many cells a region has", low=1, high=8, initial=4)
    borders = Borders("the borders of the regions")

    link = [Number10("numbers", hole=7), Fixed("size", 4)]
    pzpr = [Cells("numbers", hole="*"), Matrix("borders"), Fixed("size", 4)]
    dataset = [Cells("numbers"), RoomIds("borders"), RegionSize("size", "borders")]

    def rules(self, m: Model) -> None:
        board, borders, size = self.board, self.borders, self.size
        for cell, n in self.numbers.known():
            outside = len(board.vectors) - len(board.near[cell])
            here = exactly(n - outside, [borders[e] for e in board.links_at[cell]])
            m.require("a number says how many sides are borders", here, at=cell)
        words = f"a region has {size} cells"
        right_regions(m, board, borders, words, lambda cells: len(cells) < size, lambda cells: len(cells) > size)
        each_region(m, board, borders, words, lambda cells: len(cells) == size)
        no_dead_ends(m, board, borders)
