from pencilp.board.layers import AnswerNumbers, Lines, Numbers
from pencilp.encodings import After, Cells, Framed, Number16, OutsideLines, OutsideNumber16
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.genres.doppelblock import codec
from pencilp.genres.doppelblock.rules import terms_between
from pencilp.model import Linear, Model, exactly
from pencilp.rules.counting import seen_from_outside
from pencilp.rules.numbers import each_once, givens


class Doppelblock(Genre):
    """Shade two cells in every row and in every column. The others hold numbers from 1 up to the size of the board less two,
    each once in every row and in every column. A number outside is the sum of the numbers between the two shaded cells of
    its row or column.
    """

    name = "doppelblock"
    title = "Doppelblock"
    title_ja = "ドッペルブロック"
    aliases = ("smashed sums",)
    equal_sides = True
    usual_size = (6, 6)

    sums = Lines(
        "the sum of the numbers between the shaded cells", sides=("top", "left"), single=True, high="sum_of_line"
    )
    given = Numbers("numbers printed in cells", low=1, high="columns", optional=True)
    number = AnswerNumbers(0, lambda self: self.board.cols - 2, "the numbers, and the shaded cells", shaded=True)

    link = [OutsideNumber16("sums"), Number16("given", optional=True)]
    pzpr = [Framed("sums", ("number", {"-": 0}), ("given", After("q", most=63)), given="given")]
    dataset = [codec.Highest(), OutsideLines("sums"), Cells("given", optional=True), Cells("number")]

    def validate(self) -> None:
        if self.board.cols < 4 or len(self.board) < self.board.rows * self.board.cols:
            raise InputError("doppelblock is played on full boards of four rows and more")

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given, blank=0)
        board, highest = self.board, self.board.cols - 2
        for words, lines in (("a row", board.row_cells), ("a column", board.col_cells)):
            each_once(m, self.number, range(1, highest + 1), lines, f"every number stands once in {words}")
            for line in lines:
                shaded = [x == 0 for x in self.number[line]]
                m.require(f"two cells of {words} are shaded", exactly(2, shaded), at=line)
        terms = terms_between(m, board, self.number, [x == 0 for x in self.number], range(1, highest + 1))
        for clue in seen_from_outside(board, self.sums):
            m.require(
                "the number outside is the sum between the shaded cells",
                Linear(terms[clue.cells], clue.value, clue.value),
                clue=clue,
            )
