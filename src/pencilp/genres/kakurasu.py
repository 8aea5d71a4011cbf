from pencilp.board.layers import Lines, Shading
from pencilp.encodings import Cells, Framed, Grid, Numeral, OutsideLines, OutsidePlaces, Sign
from pencilp.genres.base import Genre
from pencilp.model import Linear, Model, any_of
from pencilp.rules.counting import seen_from_outside


class Kakurasu(Genre):
    """Shade some cells, at least one. A shaded cell in column n counts n points for its row, and a shaded cell in row n counts n
    points for its column. The numbers outside are the points of the rows and columns.
    """

    name = "kakurasu"
    title = "Kakurasu"
    title_ja = "カクラス"
    aliases = ("index sums", "box")
    link_id = "box"
    symmetries = ("transpose",)

    sums = Lines("the points of the columns and rows", single=True, high="sum_of_longest_line")
    shaded = Shading("the shaded cells")

    link = [Grid(OutsidePlaces(("sums",)), Numeral(32), Numeral(32, 2, "-"), Sign("0", None))]
    pzpr = [Framed("sums", "shaded", filled=True)]
    dataset = [OutsideLines("sums"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        m.require("some cell is shaded", any_of(self.shaded))
        for way, axis, side in (("column", 0, "top"), ("row", 1, "left")):
            for clue in seen_from_outside(self.board, self.sums, (side,)):
                points = [(self.board.positions[c][axis] + 1, self.shaded[c]) for c in clue.cells]
                m.require(
                    f"the number outside is the points of the {way}", Linear(points, clue.value, clue.value), clue=clue
                )
