from pencilp.board.layers import AnswerNumbers, Numbers, Symbols
from pencilp.genres.unruly import Unruly
from pencilp.model import Model


class Tango(Unruly):
    """Fill every cell with 0 or 1, so that every row and every column holds as many zeros as ones. Nowhere do three
    equal numbers stand side by side in a row or in a column. The numbers on both sides of a sign ``=`` are equal, those
    on both sides of an ``x`` differ.
    """

    name = "tango"
    title = "Tango"
    title_ja = "タンゴ"
    aliases = ("binairo+", "binairo plus")

    given = Numbers("the numbers printed in cells", high=1, optional=True)
    signs = Symbols(
        {"=": "the numbers are equal", "x": "the numbers differ"}, "the signs between cells", on="links", optional=True
    )
    number = AnswerNumbers(0, 1, "the number in each cell")

    def rules(self, m: Model) -> None:
        super().rules(m)
        for clue in self.signs.known():
            differ = m.differ(*self.number[clue.at])
            if clue.value == "=":
                m.require("the numbers on both sides of an equals sign are equal", ~differ, clue=clue)
            else:
                m.require("the numbers on both sides of an x differ", differ, clue=clue)
