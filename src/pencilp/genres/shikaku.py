from pencilp.board.layers import Borders, Numbers
from pencilp.encodings import Cells, Matrix, Number16, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.regions import divided, each_holds_one, rectangular, region_has_size


class Shikaku(Genre):
    """Divide the board into rectangles, each with exactly one number, which says how many cells it has."""

    name = "shikaku"
    title = "Shikaku"
    title_ja = "四角に切れ"
    aliases = ("Rectangles", "Divide by Squares")

    numbers = Numbers("sizes of rectangles", low=1, high="cells")
    borders = Borders("the borders of the rectangles")

    link = [Number16("numbers")]
    pzpr = [Cells("numbers"), Matrix("borders")]
    dataset = [Cells("numbers"), RoomIds("borders")]

    def rules(self, m: Model) -> None:
        regions = divided(m, self.board, self.borders)
        rectangular(m, self.board, regions, "a region is a rectangle")
        each_holds_one(m, regions, self.numbers.given, "a region has a number", "a region has no two numbers")
        for clue in self.numbers.known():
            region_has_size(
                m, regions, clue.cell, clue.value, clue.value, "a number is the size of its region", clue=clue
            )
