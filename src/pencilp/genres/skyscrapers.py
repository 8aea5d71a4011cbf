from pencilp.board.layers import AnswerNumbers, Diagonals, Lines, Numbers, Param
from pencilp.encodings import After, Cells, Framed, Header, Number16, OutsideLines, OutsideNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.counting import seen_from_outside
from pencilp.rules.numbers import each_once, givens, long_diagonals, towers_seen


class Skyscrapers(Genre):
    """Build a tower in every cell, of a height from 1 to the size of the board, so that no height occurs twice in a row or
    in a column. A number outside says how many towers are seen from there: higher ones hide lower ones behind them.

    With a smaller greatest height the remaining cells of each row and column are parks without a tower.
    """

    name = "skyscrapers"
    title = "Skyscrapers"
    title_ja = "ビルディングパズル"
    aliases = ("skyscraper", "building", "towers", "ビルディング")
    equal_sides = True
    usual_size = (6, 6)

    clues = Lines(
        "how many towers are seen from outside",
        sides=("top", "left", "bottom", "right"),
        single=True,
        high="line",
        seen=True,
    )
    given = Numbers("the heights printed in cells", optional=True)
    heights = Param("the greatest height, if it is not the size of the board", low=1, initial=lambda board: board.cols)
    diagonals = Param("1: every height stands once on the two long diagonals too", value=Diagonals(), initial=0)
    number = AnswerNumbers(
        lambda self: [0 if self.highest < self.board.cols else 1] * len(self.board),
        lambda self: [self.highest] * len(self.board),
        "the height of the tower in each cell",
        blank=0,
    )

    link = [OutsideNumber16("clues"), Number16("given", optional=True)]
    pzpr = [Framed("clues", "number", ("given", After("q", most=63)), given="given")]
    dataset = [
        Header("heights", flags={"D": "diagonals"}),
        OutsideLines("clues", sides=("top", "bottom", "left", "right")),
        Cells("given"),
        Cells("number"),
    ]

    def validate(self) -> None:
        self.highest = self.heights
        if self.highest > self.board.cols:
            raise self.bad("heights", None, f"{self.highest} heights do not fit into rows of {self.board.cols}")

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        board = self.board
        for words, lines in (
            ("every height occurs once in a row", board.row_cells),
            ("every height occurs once in a column", board.col_cells),
            ("every height occurs once on a long diagonal", long_diagonals(board) if self.diagonals else ()),
        ):
            each_once(m, self.number, range(1, self.highest + 1), lines, words)
        for clue in seen_from_outside(board, self.clues):
            towers_seen(
                m, self.number[clue.cells], clue.value, "the number outside says how many towers are seen", clue=clue
            )
