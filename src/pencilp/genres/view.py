from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN, AnswerNumbers, Numbers
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Constraint, Lit, Model, Sum, any_of, implies, total
from pencilp.rules.everywhere import cached_per_shape, of_every_cell
from pencilp.rules.numbers import givens, no_equal_adjacent
from pencilp.rules.shading import connected

EMPTY = -1


class View(Genre):
    """Write numbers into some of the cells, at least one. A number says how many empty cells are seen from it along rows and
    columns up to the first cell with a number. Equal numbers do not share an edge, and all cells with numbers form one group.
    """

    name = "view"
    title = "View"
    title_ja = "ヴィウ"

    given = Numbers("the numbers printed in cells", high="row_and_column")
    number = AnswerNumbers(
        EMPTY, lambda self: self.board.rows + self.board.cols - 2, "the numbers, and the empty cells", blank=EMPTY
    )

    link = [Number16("given")]
    pzpr = [Cells("given"), Cells("number", given="given")]

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        empty = [x == EMPTY for x in number]
        filled = [~x for x in empty]
        givens(m, number, self.given)
        for cell in self.given.where(UNKNOWN):
            m.require("there is a number where one is printed", filled[cell], at=cell)
        m.require("there is a number", any_of(filled))
        views = all_clear(m, board, empty)

        def counts(cell: int) -> Constraint:
            x = number[cell]
            said: Constraint = total(views[cell]) == Sum([(n, x == n) for n in x.values if n != EMPTY])
            return implies((x != EMPTY,), said)

        of_every_cell(m, board, counts, "a number counts the empty cells it sees")
        no_equal_adjacent(m, board, number, "equal numbers do not share an edge", least=0)
        connected(m, board, filled, "the cells with numbers form one group")


@cached_per_shape
def all_clear(m: Model, board: Lattice, clear: Sequence[Lit]) -> Sequence[Sequence[Lit]]:
    """Return per cell a literal for each cell that it may see: all cells from the next one up to that one are
    ``clear``."""
    views: list[list[Lit]] = [[] for _ in board.cells]
    between = {(cell, cell): clear[cell] for cell in board.cells}
    """Return the literal that all cells from one to another are clear, which is the same from both ends."""
    for cell in board.cells:
        for ray in board.rays[cell]:
            so_far: list[Lit] = []
            for c in ray:
                ends = (ray[0], c) if ray[0] < c else (c, ray[0])
                if ends not in between:
                    between[ends] = m.all_of((so_far[-1], clear[c]))
                so_far.append(between[ends])
            views[cell] += so_far
    return views
