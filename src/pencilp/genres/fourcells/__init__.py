from pencilp.board.layers import Borders, Numbers, Param
from pencilp.encodings import Cells, Fixed, Matrix, Number10, RoomIds
from pencilp.genres.base import Genre
from pencilp.genres.fourcells import codec
from pencilp.model import Model
from pencilp.rules.regions import divided, each_has_size, sides_are_borders


class FourCells(Genre):
    """Divide the board into regions of four cells. A number says how many sides of its cell are borders, the outline included."""

    name = "fourcells"
    title = "Four Cells"
    title_ja = "フォーセルズ"
    aliases = ("Foseruzu",)
    shapes = ("square", "hexagonal")

    numbers = Numbers("how many sides of the cell are borders", high="sides")
    size = Param("how many cells a region has", low=1, high=8, initial=4)
    borders = Borders("the borders of the regions")

    link = [Number10("numbers", hole=7), Fixed("size", 4)]
    pzpr = [Cells("numbers", hole="*"), Matrix("borders"), Fixed("size", 4)]
    dataset = [Cells("numbers"), RoomIds("borders"), codec.RegionSize("size", "borders")]

    def rules(self, m: Model) -> None:
        for clue in self.numbers.known():
            words = "a number says how many sides are borders"
            sides_are_borders(m, self.board, self.borders, clue.cell, clue.value, words, clue=clue)
        regions = divided(m, self.board, self.borders)
        each_has_size(m, regions, self.size, f"a region has {self.size} cells")
