from pencilp.board.layers import Borders, Numbers, Symbols
from pencilp.encodings import Bits, Cells, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.groups import group_holds
from pencilp.rules.regions import divided, each_holds_one, rectangular


class FamilyPhoto(Genre):
    """Divide the board into rectangles. Every rectangle holds exactly one number, which says how many circles it holds. Two
    circles that share an edge lie in the same rectangle.
    """

    name = "familyphoto"
    title = "Family Photo"
    title_ja = "家族写真"

    circles = Symbols({"w": "a circle"}, "the circles", look="circle")
    numbers = Numbers("how many circles its rectangle holds", high="cells")
    borders = Borders("the borders of the rectangles")

    link = [Bits("circles", "w"), Number16("numbers")]
    pzpr = [Cells(("circles", {"#": "w"}), "numbers", joined=True), Matrix("borders")]

    def rules(self, m: Model) -> None:
        board, circles, numbers = self.board, self.circles, self.numbers
        regions = divided(m, board, self.borders)
        rectangular(m, board, regions, "a region is a rectangle")
        each_holds_one(m, regions, numbers.given, "a region has a number", "a region has no two numbers")
        for clue in numbers.known():
            group_holds(
                m, regions, clue.cell, circles.given, clue.value, "a number counts the circles of its region", clue
            )
        for e, (a, b) in enumerate(board.links):
            if circles[a] and circles[b]:
                m.require("no border parts two circles", ~self.borders[e], at=(a, b))
