from pencilp.board.layers import Lines, Shading
from pencilp.encodings import Cells, OutsideLines
from pencilp.genres.base import Genre
from pencilp.model import Linear, Model
from pencilp.rules.counting import seen_from_outside


class Kakurasu(Genre):
    """Shade some cells. A shaded cell in column n counts n points for its row, and a shaded cell in row n counts n
    points for its column. The numbers outside are the points of the rows and columns.
    """

    name = "kakurasu"
    title = "Kakurasu"
    title_ja = "カクラス"
    aliases = ("index sums",)
    symmetries = ("transpose",)

    sums = Lines("the points of the columns and rows", single=True, high="sum_of_longest_line")
    shaded = Shading("the shaded cells")

    dataset = [OutsideLines("sums"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        for way, axis, side in (("column", 0, "top"), ("row", 1, "left")):
            for clue in seen_from_outside(self.board, self.sums, (side,)):
                points = [(self.board.positions[c][axis] + 1, self.shaded[c]) for c in clue.cells]
                m.require(
                    f"the number outside is the points of the {way}", Linear(points, clue.value, clue.value), clue=clue
                )
