from pencilp.board.layers import Borders, Symbols
from pencilp.encodings import Cells, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.regions import divided, each_has_size, each_holds_one


class Yonmasu(Genre):
    """Divide the board into regions of four cells, each with exactly one circle. Crossed-out cells do not belong to
    the board."""

    name = "yonmasu"
    title = "Yonmasu"
    title_ja = "ヨンマス"
    shapes = ("square", "hexagonal")

    circles = Symbols({"o": "a circle"}, "the circles", look="circle")
    borders = Borders("the borders of the regions")

    dataset = [Cells("circles", hole="x"), RoomIds("borders")]

    def rules(self, m: Model) -> None:
        regions = divided(m, self.board, self.borders)
        each_has_size(m, regions, 4, "a region has four cells")
        each_holds_one(m, regions, self.circles.given, "a region has exactly one circle")
