from pencilp.board.layers import Borders, Numbers
from pencilp.encodings import Cells, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, total
from pencilp.rules.loops import straight_runs
from pencilp.rules.regions import divided, each_holds_one, rectangular


class Rekuto(Genre):
    """Divide the board into rectangles, each with exactly one number, which is the width and the height added up."""

    name = "rekuto"
    title = "Rekuto"
    title_ja = "レクト"
    aliases = ("recto",)

    numbers = Numbers("width plus height of rectangles", low=2, high="two_lines")
    borders = Borders("the borders of the rectangles")

    dataset = [Cells("numbers"), RoomIds("borders")]

    def rules(self, m: Model) -> None:
        board, borders = self.board, self.borders
        regions = divided(m, board, borders)
        rectangular(m, board, regions, "a region is a rectangle")
        each_holds_one(m, regions, self.numbers.given, "a region has a number", "a region has no two numbers")
        inside = [~x for x in borders]
        for clue in self.numbers.known():
            runs = [x for way in board.directions for x in straight_runs(m, board, inside, clue.cell, way)]
            # its own cell counts in both
            m.require(
                "a number is the width plus the height of its rectangle", total(runs) == clue.value - 2, clue=clue
            )
