from pencilp.board.layers import Borders, Numbers
from pencilp.encodings import Cells, Matrix, Number10, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.regions import divided, each_holds_one, rectangular, sides_are_borders


class Nawabari(Genre):
    """Divide the board into rectangles, each with exactly one number, which says how many sides of its cell are
    borders, the outline included.
    """

    name = "nawabari"
    title = "Nawabari"
    title_ja = "なわばり"
    aliases = ("Territory",)

    numbers = Numbers("how many sides of the cell are borders", high="sides")
    borders = Borders("the borders of the rectangles")

    link = [Number10("numbers")]
    pzpr = [Cells("numbers"), Matrix("borders", outline=True)]
    dataset = [Cells("numbers"), RoomIds("borders")]

    def rules(self, m: Model) -> None:
        board, numbers = self.board, self.numbers
        regions = divided(m, board, self.borders)
        rectangular(m, board, regions, "a region is a rectangle")
        each_holds_one(m, regions, numbers.given, "a region has a number", "a region has no two numbers")
        for clue in numbers.known():
            sides_are_borders(
                m, board, self.borders, clue.cell, clue.value, "a number says how many sides are borders", clue=clue
            )
