from pencilp.board.layers import UNKNOWN, Digits, Numbers
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Constraint, Model, Sum, any_of, implies, total
from pencilp.rules.everywhere import of_every_cell
from pencilp.rules.numbers import givens, no_equal_beside
from pencilp.rules.shading import connected
from pencilp.rules.sight import all_clear

EMPTY = -1


class View(Genre):
    """Write numbers into some of the cells, at least one. A number says how many empty cells are seen from it along rows and
    columns up to the first cell with a number. Equal numbers do not share an edge, and all cells with numbers form one group.
    """

    name = "view"
    title = "View"
    title_ja = "ヴィウ"

    given = Numbers("the numbers printed in cells", high="row_and_column")
    number = Digits(
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
        no_equal_beside(m, board, number, "equal numbers do not share an edge", least=0)
        connected(m, board, filled, "the cells with numbers form one group")
