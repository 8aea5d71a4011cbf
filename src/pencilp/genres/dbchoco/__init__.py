from pencilp.board.layers import UNKNOWN, Borders, Numbers, Symbols
from pencilp.encodings import Bits, Cells, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.genres.dbchoco.rules import area_has_size, both_colours, divided_in_colours, no_colour_twice, same_forms
from pencilp.model import Model


class DoubleChoco(Genre):
    """Divide the board into regions of one white and one grey area each. The two areas of a region have the same
    shape, which may be turned or mirrored. A number says how many cells its area has.
    """

    name = "dbchoco"
    title = "Double Choco"
    title_ja = "ダブルチョコ"
    aliases = ("doublechoco",)
    shapes = ("square", "hexagonal")

    grey = Symbols({"x": "a grey cell"}, "the grey cells", look="grey")
    numbers = Numbers("how many cells the area of this colour has", low=1, high="half_the_cells", optional=True)
    borders = Borders("the borders of the regions")

    link = [Bits("grey", "x"), Number16("numbers")]
    pzpr = [Cells(("grey", {"-": "x"}), ("numbers", {"0": UNKNOWN}), joined=True), Matrix("borders")]

    def rules(self, m: Model) -> None:
        regions = divided_in_colours(m, self.board, self.borders, self.grey.given)
        both_colours(m, regions, "a region has a white and a grey area")
        no_colour_twice(m, regions, "a region has no more than one area of each colour")
        same_forms(m, regions, "the two areas of a region have the same shape")
        for clue in self.numbers.known():
            area_has_size(m, regions, clue.cell, clue.value, "a number says how many cells its area has", clue)
