from itertools import combinations

from pencilp.board.layers import UNKNOWN, Lines, Shading
from pencilp.encodings import Cells, Ignored, OutsideLines
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, exactly
from pencilp.rules.counting import lines_outside, not_touching


class Gappy(Genre):
    """Shade two cells in every row and in every column. Shaded cells do not touch, not even at a corner. A number
    outside says how many cells lie between the two shaded cells of its row or column.
    """

    name = "gappy"
    title = "Gappy"
    title_ja = "ギャッピー"

    gaps = Lines("how many cells lie between the shaded cells of a column or row", single=True, high="line")
    shaded = Shading("the shaded cells")

    dataset = [OutsideLines("gaps"), Ignored("-"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board = self.board
        for axis, (side, words) in enumerate((("top", "column"), ("left", "row"))):
            for clue in lines_outside(board, self.gaps, (side,)):
                line = clue.cells
                m.require(f"two cells of a {words} are shaded", exactly(2, self.shaded[line]), at=line)
                if clue.value and clue.value[0] != UNKNOWN:
                    place = {c: board.positions[c][axis] for c in line}
                    pairs = [(a, b) for a, b in combinations(line, 2) if place[b] - place[a] == clue.value[0] + 1]
                    apart = any_of([m.all_of(self.shaded[pair]) for pair in pairs])
                    m.require("as many cells lie between the shaded cells as the number says", apart, clue=clue)
        not_touching(m, board, self.shaded, "shaded cells do not touch, not even at a corner")
