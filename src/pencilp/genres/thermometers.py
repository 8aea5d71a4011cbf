from itertools import pairwise

from pencilp.board.layers import Lines, Paths, Shading
from pencilp.encodings import Cells, OutsideLines
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.counting import counts_outside


class Thermometers(Genre):
    """Fill the thermometers, each from its bulb up to some cell, or not at all. A number outside counts the filled cells in
    its row or column.
    """

    name = "thermometers"
    title = "Thermometers"
    title_ja = "サーモメーター"
    aliases = ("thermometer", "thermo")

    thermometers = Paths("the thermometers, each from its bulb (place 1) on")
    counts = Lines("how many cells are filled in a column or row", single=True, high="line", optional=True)
    filled = Shading("the filled cells")

    dataset = [OutsideLines("counts"), Cells("thermometers"), Cells("filled")]

    def rules(self, m: Model) -> None:
        for path in self.thermometers.paths:
            for here, there in pairwise(path):
                m.require(
                    "a thermometer is filled from its bulb", self.filled[there] >> self.filled[here], at=(here, there)
                )
        for cell, thermometer in enumerate(self.thermometers):
            if thermometer is None:
                m.require("only thermometers are filled", ~self.filled[cell], at=cell)
        counts_outside(
            m, self.board, self.counts, self.filled, "the number outside counts the filled cells in its line"
        )
