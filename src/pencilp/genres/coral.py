from collections import Counter
from itertools import pairwise

from pencilp.board.layers import UNKNOWN, Lines, Run, Shading
from pencilp.encodings import Framed, OutsideNumber16
from pencilp.genres.base import Genre
from pencilp.model import Constraint, Lit, Model, all_hold, at_least, exactly
from pencilp.rules.counting import lines_outside
from pencilp.rules.lines import with_gaps
from pencilp.rules.shading import connected, no_two_by_two, reaches_outside


class Coral(Genre):
    """Shade some cells, so that they form one group, no two by two is shaded, and every unshaded cell is connected to
    the edge of the board by unshaded cells. The numbers at a row or column are the lengths of its runs of shaded
    cells, in any order. A ``?`` is a run of any length. A row or column whose only number is 0 has no shaded cell.
    """

    name = "coral"
    title = "Coral"
    title_ja = "Coral"

    clues = Lines("the lengths of the runs of shaded cells", value=Run())
    shaded = Shading("the shaded cells")

    link = [OutsideNumber16("clues")]
    pzpr = [Framed("clues", "shaded")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        for clue in lines_outside(board, self.clues):
            if clue.value:
                cells = [m.false, *with_gaps(m, board, clue.cells, shaded), m.false]
                begins = [m.all_of((~a, b)) for a, b in pairwise(cells)]
                parts: list[Constraint | Lit] = [exactly(sum(n != 0 for n in clue.value), begins)]
                for n, count in Counter(n for n in clue.value if n not in (0, UNKNOWN)).items():
                    runs = [
                        m.all_of([~cells[k], *cells[k + 1 : k + n + 1], ~cells[k + n + 1]])
                        for k in range(len(cells) - n - 1)
                    ]
                    parts.append(at_least(count, runs))
                m.require("the runs of shaded cells are as the clue says, in any order", all_hold(parts), clue=clue)
        connected(m, board, shaded, "the shaded cells form one group")
        no_two_by_two(m, board, shaded, "no two by two is shaded")
        reaches_outside(m, board, [~x for x in shaded], "the unshaded cells are connected to the edge of the board")
