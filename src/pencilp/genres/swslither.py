from collections.abc import Sequence

from pencilp.board.layers import UNKNOWN, Numbers, Symbols
from pencilp.encodings import Blanks, Cells, Flag, Grid, Ignored, Matrix, Numeral, Of, Sign, Signs
from pencilp.genres.base import OpenLayers
from pencilp.genres.slitherlink import Slitherlink
from pencilp.model import Lit, Model
from pencilp.rules.loops import loop_along_edges


class SheepWolfSlitherlink(Slitherlink):
    """Draw one closed loop along the edges of the grid. A number says how many edges of its cell the loop follows. Sheep are
    inside the loop, wolves outside.
    """

    name = "swslither"
    title = "Sheep Wolf Slitherlink"
    title_ja = "Sheep Wolf Slitherlink"
    shapes = ("square",)  # type: ignore[assignment]

    numbers = Numbers("how many edges of the cell the loop follows", high="sides", optional=True)
    animals = Symbols({"s": "a sheep", "w": "a wolf"}, "the animals", optional=True)

    link = [
        Flag("f", "full"),
        Grid("numbers", Of("animals", Signs("56", "sw")), Numeral(10, below=5), Sign(".", UNKNOWN), Blanks("a")),
    ]
    pzpr = [
        Flag("f", "full"), Cells(("animals", {"5": "s", "6": "w"}), "numbers"), Ignored("0", version=1), Matrix("line"),
    ]  # fmt: skip

    def validate(self) -> None:
        self.refuse_both("numbers", "animals", "an animal has no number")

    def counts(self, m: Model, passed: Sequence[Lit]) -> None:
        super().counts(m, passed)
        inside = self.inside(m)
        for clue in self.animals.items():
            if clue.value == "s":
                m.require("a sheep is inside the loop", inside[clue.cell], clue=clue)
            else:
                m.require("a wolf is outside the loop", ~inside[clue.cell], clue=clue)

    def open_rules(self, m: Model) -> OpenLayers:
        loop_along_edges(m, self.board, self.line)
        return {"animals": [{"s": x, "w": ~x} for x in self.inside(m)]}

    def inside(self, m: Model) -> list[Lit]:
        """Return for each cell whether it lies inside the loop: it crosses an odd number of edges on the way from the left."""
        board, result = self.board, [m.false] * len(self.board)
        for row in board.row_cells:
            crossed, edge = m.false, None
            for cell in row:
                _, right, _, left = board.cell_edges[cell]
                # the edge behind the last cell, if there is a hole between
                for e in dict.fromkeys((edge, left)):
                    crossed = crossed if e is None else m.differ(crossed, self.line[e])
                result[cell], edge = crossed, right
        return result
