from pencilp.board.layers import AnswerNumbers, Numbers
from pencilp.encodings import Cells, Number10
from pencilp.genres.base import Genre
from pencilp.model import Constraint, Lit, Model, all_hold, any_of, exactly
from pencilp.rules.everywhere import of_every_cell
from pencilp.rules.numbers import givens, no_equal_adjacent
from pencilp.rules.shading import connected


class Sukoro(Genre):
    """Write numbers into some of the cells, at least one. A number says how many of the cells that share an edge with
    it hold a number. Equal numbers do not share an edge, and all cells with numbers form one group.
    """

    name = "sukoro"
    title = "Sukoro"
    title_ja = "数コロ"
    aliases = ("suukoro", "sukuro")
    shapes = ("square", "hexagonal")

    given = Numbers("the numbers printed in cells", low=1, high="sides")
    number = AnswerNumbers(0, lambda self: len(self.board.direction_names), "the numbers, and the empty cells", blank=0)

    link = [Number10("given")]
    pzpr = [Cells("given"), Cells("number", given="given")]
    dataset = [Cells("given"), Cells("number")]

    def rules(self, m: Model) -> None:
        self.count_adjacent(m)
        no_equal_adjacent(m, self.board, self.number, "equal numbers do not share an edge")

    def count_adjacent(self, m: Model) -> None:
        """Require a connected group of cells whose numbers count the adjacent cells that hold a number."""
        board, number = self.board, self.number
        filled = [x != 0 for x in number]
        givens(m, number, self.given, blank=0)
        m.require("there is a number", any_of(filled))

        def counts(cell: int) -> Constraint | Lit:
            adjacent = [number[n] != 0 for n in board.near[cell]]
            return all_hold([(number[cell] == n) >> exactly(n, adjacent) for n in number[cell].values if n])

        of_every_cell(m, board, counts, "a number counts the adjacent cells that hold a number")
        connected(m, board, filled, "the cells with numbers form one group")
