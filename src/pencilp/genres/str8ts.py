from pencilp.board.layers import AnswerNumbers, Numbers, Symbols
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.counting import segments
from pencilp.rules.numbers import all_different, consecutive, givens


class Str8ts(Genre):
    """Fill every white cell with a number from 1 to the size of the board, so that no number occurs twice in a row or
    in a column, numbers in black cells included. The numbers of a run of white cells between black ones are
    consecutive, in any order.
    """

    name = "str8ts"
    title = "Str8ts"
    title_ja = "ストレーツ"
    aliases = ("str8t", "straights", "straight")
    equal_sides = True
    usual_size = (9, 9)

    black = Symbols({"x": "a black cell"}, "the black cells", look="wall")
    given = Numbers("the numbers printed in white and black cells", low=1, high="columns")
    number = AnswerNumbers(
        lambda self: [0 if black and not n else 1 for black, n in zip(self.black, self.given, strict=True)],
        lambda self: [
            0 if black and not n else self.board.cols for black, n in zip(self.black, self.given, strict=True)
        ],
        "the number in each cell",
        blank=0,
    )

    dataset = [Cells("given", ("black", {"x": "x"}), joined=True), Cells("number")]

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        for words, lines in (("row", self.board.row_cells), ("column", self.board.col_cells)):
            filled = ([c for c in line if self.number[c].low] for line in lines)
            all_different(m, self.number, filled, f"no number occurs twice in a {words}")
        for run in segments(self.board, [not black for black in self.black]):
            consecutive(m, self.number[run], "the numbers of a run are consecutive", at=run)
