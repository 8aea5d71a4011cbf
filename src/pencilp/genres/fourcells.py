from pencilp.board.layers import Borders, Numbers, Param
from pencilp.encodings import Cells, Fixed, Matrix, Number10, RegionSize, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.polyominoes import polyominoes, polyominoes_at
from pencilp.rules.regions import cover, each_region, no_dead_ends, sides


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
        board, numbers = self.board, self.numbers
        regions = polyominoes(board, self.size)
        wrong = {
            i
            for c, n in numbers.known()
            for i in polyominoes_at(board, self.size)[c]
            if sides(board, c, regions[i]) != n
        }
        cover(m, board, self.borders, [cells for i, cells in enumerate(regions) if i not in wrong])

        no_dead_ends(m, board, self.borders)
        each_region(m, board, self.borders, f"a region has {self.size} cells", lambda r: len(r) == self.size)
        each_region(
            m, board, self.borders, "a number says how many sides are borders",
            lambda r: all(sides(board, c, r) == numbers[c] for c in r if type(numbers[c]) is int),
        )  # fmt: skip
