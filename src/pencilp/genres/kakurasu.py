from pencilp.board.layers import UNKNOWN, Lines, Shading
from pencilp.encodings import Cells, OutsideLines
from pencilp.genres.base import Genre
from pencilp.model import Linear, Model


class Kakurasu(Genre):
    """Shade some cells. A shaded cell counts as many points for its row as it is columns from the left, and as many for its
    column as it is rows from the top. The numbers outside are the points of the rows and columns.
    """

    name = "kakurasu"
    title = "Kakurasu"
    title_ja = "カクラス"
    aliases = ("index sums",)

    sums = Lines("the points of the columns and rows", single=True, high="sum_of_longest_line")
    shaded = Shading("the shaded cells")

    dataset = [OutsideLines("sums"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board = self.board
        for side, lines, axis in (("top", board.col_cells, 0), ("left", board.row_cells, 1)):
            for i, (line, clue) in enumerate(zip(lines, self.sums[side], strict=True)):
                if clue and clue[0] != UNKNOWN:
                    points = [(board.positions[c][axis] + 1, self.shaded[c]) for c in line]
                    words = f"the number outside is the points of the {('column', 'row')[axis]}"
                    m.require(words, Linear(points, clue[0], clue[0]), at=line, clue=(self.sums, side, i))
