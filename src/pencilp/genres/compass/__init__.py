from pencilp.board.layers import UNKNOWN, Borders, ClueLists, Number
from pencilp.encodings import Blanks, Cells, Grid, Hex16, Listed, Matrix, Record, Run, Sign
from pencilp.genres.base import Genre
from pencilp.genres.compass.rules import region_holds
from pencilp.model import Model
from pencilp.rules.regions import divided, each_holds_one

WAYS = "nwes"


class Compass(Genre):
    """Divide the board into regions, each with exactly one compass. The numbers in a compass say how many cells of its region lie
    in the rows above it, in the columns left of it, in the columns right of it and in the rows below it.
    """

    name = "compass"
    title = "Compass"
    title_ja = "コンパス"

    compasses = ClueLists(
        "how many cells of the region lie above, left, right and below", value=Number(high="other_cells"), ways=WAYS
    )
    borders = Borders("the borders of the regions")

    link = [Grid("compasses", Record(*[Run(Hex16(), Sign(".", UNKNOWN))] * 4, order=(0, 3, 1, 2)), Blanks("g"))]
    pzpr = [Cells(("compasses", Listed((2, 3, 1, 0), "-1"))), Matrix("borders")]

    def rules(self, m: Model) -> None:
        board, compasses = self.board, self.compasses
        regions = divided(m, board, self.borders)
        each_holds_one(m, regions, compasses.given, "a region has a compass", "a region has no two compasses")
        for compass in compasses.items():
            row, col = board.positions[compass.cell]
            for clue in compass.known():
                down, right = board.vectors[board.direction(WAYS[clue.part])]
                beyond = [c for c, (r, s) in enumerate(board.positions) if (r - row) * down + (s - col) * right > 0]
                words = "a number counts the cells of its region that lie further in its direction"
                region_holds(m, regions, clue.cell, beyond, clue.value, words, clue=clue)
