from itertools import combinations

from pencilp.board.layers import UNKNOWN, Lines, Shading
from pencilp.encodings import Cells, Ignored, OutsideLines
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, exactly
from pencilp.rules.counting import not_touching


class Gappy(Genre):
    """Shade two cells in every row and in every column. Shaded cells do not touch, not even at a corner. A number outside
    says how many cells lie between the two of its row or column.
    """

    name = "gappy"
    title = "Gappy"
    title_ja = "ギャッピー"

    gaps = Lines("how many cells lie between the shaded cells of a column or row", single=True, high="line")
    shaded = Shading("the shaded cells")

    dataset = [OutsideLines("gaps"), Ignored("-"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board = self.board
        for side, lines, axis in (("top", board.col_cells, 0), ("left", board.row_cells, 1)):
            for i, (line, clue) in enumerate(zip(lines, self.gaps[side], strict=True)):
                words = f"two cells of a {('column', 'row')[axis]} are shaded"
                m.require(words, exactly(2, self.shaded[line]), at=line)
                if clue and clue[0] != UNKNOWN:
                    place = {c: board.positions[c][axis] for c in line}
                    pairs = [pair for pair in combinations(line, 2) if place[pair[1]] - place[pair[0]] == clue[0] + 1]
                    apart = any_of([m.all_of(self.shaded[pair]) for pair in pairs])
                    words = "so many cells lie between two shaded ones"
                    m.require(words, apart, at=line, clue=(self.gaps, side, i))
        not_touching(m, board, self.shaded, "shaded cells do not touch, not even at a corner")
