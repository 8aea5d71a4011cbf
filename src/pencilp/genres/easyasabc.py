from pencilp.board.layers import Diagonals, Letter, Lines, Param, PrintedLetters, WrittenLetters
from pencilp.encodings import After, Cells, Count, Framed, Header, Number16, OutsideLines, OutsideNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model, all_hold, any_of
from pencilp.rules.counting import seen_from_outside
from pencilp.rules.numbers import each_once, givens, long_diagonals


class EasyAsABC(Genre):
    """Write letters into some of the cells, so that every letter from A to the last one stands once in every row and
    column. A letter outside is the first letter that is seen from there; empty cells hide nothing.
    """

    name = "easyasabc"
    title = "Easy as ABC"
    title_ja = "ABCプレース"
    aliases = ("abc end view", "abcendview", "abc view", "easyas", "ABC Preis")
    equal_sides = True
    usual_size = (5, 5)
    penpa = {"last": "outside"}

    last = Param("the last letter, if not all cells are filled", value=Letter(), initial=lambda board: board.cols)
    clues = Lines(
        "the first letter seen from outside",
        sides=("top", "left", "bottom", "right"),
        single=True,
        value=Letter(unknown=True),
        seen=True,
    )
    given = PrintedLetters("the letters printed in cells", optional=True)
    diagonals = Param("1: every letter stands once on the two long diagonals too", value=Diagonals(), initial=0)
    letters = WrittenLetters(
        lambda self: [int(self.last == self.board.cols)] * len(self.board),
        lambda self: [self.last] * len(self.board),
        "the letters, and the empty cells",
        blank=0,
    )

    link = [Count("last"), OutsideNumber16("clues"), Number16("given", optional=True)]
    pzpr = [
        Count("last"),
        Framed("clues", "letters", ("given", After("q", most=63)), ignore="-", given="given"),
    ]
    dataset = [
        Header("last"), OutsideLines("clues", sides=("top", "bottom", "left", "right")), Cells("given"), Cells("letters"),
    ]  # fmt: skip

    def validate(self) -> None:
        if self.last > self.board.cols:
            raise self.bad("last", None, f"{self.last} letters do not fit into rows of {self.board.cols}")

    def rules(self, m: Model) -> None:
        givens(m, self.letters, self.given, blank=0)
        board = self.board
        for words, lines in (
            ("every letter stands once in a row", board.row_cells),
            ("every letter stands once in a column", board.col_cells),
            ("every letter stands once on a long diagonal", long_diagonals(board) if self.diagonals else ()),
        ):
            each_once(m, self.letters, range(1, self.last + 1), lines, words)
        for clue in seen_from_outside(board, self.clues):
            view = self.letters[clue.cells]
            seen = [x == clue.value for x in view]
            empty = [x == 0 for x in view]
            hidden = [any_of([*seen[: k + 1], empty[k]]) for k in range(len(view))]
            m.require("the letter outside is the first that is seen", all_hold([any_of(seen), *hidden]), clue=clue)
