from collections.abc import Sequence

from pencilp.board.layers import Digits, Numbers
from pencilp.encodings import Cells, Number10
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, all_hold, any_of, exactly
from pencilp.model.structures import Kept
from pencilp.rules.numbers import givens, no_equal_beside
from pencilp.rules.shading import connected


class Sukoro(Genre):
    """Write numbers into some of the cells. A number says how many of the cells beside it, over an edge, hold a number.
    Equal numbers do not share an edge, and all cells with numbers form one group.
    """

    name = "sukoro"
    title = "Sukoro"
    title_ja = "数コロ"
    aliases = ("suukoro", "sukuro")
    shapes = ("square", "hexagonal")

    given = Numbers("the numbers printed in cells", low=1, high="sides")
    number = Digits(0, lambda self: len(self.board.direction_names), "the numbers, and the empty cells", blank=0)

    link = [Number10("given")]
    pzpr = [Cells("given"), Cells("number", given="given")]
    dataset = [Cells("given"), Cells("number")]

    def rules(self, m: Model) -> None:
        board = self.board
        filled = [x != 0 for x in self.number]
        givens(m, self.number, self.given, blank=0)
        m.require("there is a number", any_of(filled))
        words = "a number counts the cells beside it that hold one"
        m.require(words, m.alike(board.kept, ("counted",), filled, lambda: self.counted(filled)))
        no_equal_beside(m, board, self.number, "equal numbers do not share an edge")
        connected(m, board, filled, "the cells with numbers form one group")

    def counted(self, filled: Sequence[Lit]) -> Kept:
        """Of the cells beside a number so many are ``filled``."""
        board = self.board
        near = [[filled[n] for n in some] for some in board.near]
        parts = [
            all_hold([(x == n) >> exactly(n, beside) for n in x.values if n])
            for x, beside in zip(self.number, near, strict=True)
        ]
        return Kept(parts, board.cells, board.kept)
