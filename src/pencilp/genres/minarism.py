from typing import ClassVar

from pencilp.board.layers import UNKNOWN, AnswerNumbers, Numbers, NumbersOrSymbols
from pencilp.encodings import Blanks, Cells, Grid, Joined, LinkMarks, Numeral, OnLayer, Sign, Signs
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.numbers import givens, greater_than, latin_square, pair

SIGNS = {
    "<": "the left number is smaller",
    ">": "the right number is smaller",
    "^": "the upper number is smaller",
    "v": "the lower number is smaller",
}


class Minarism(Genre):
    """Fill every cell with a number from 1 to the length of the board's longer side, so that no number occurs twice
    in a row or in a column. A sign between two cells points to the smaller of their numbers. A number between two
    cells is the difference of their numbers.
    """

    name = "minarism"
    title = "Minarism"
    title_ja = "マイナリズム"
    aliases: ClassVar[tuple[str, ...]] = ("minarizumu",)

    marks = NumbersOrSymbols(
        SIGNS,
        "the signs and the differences between cells",
        low=1,
        high="line",
        unknown=True,
        on="links",
        look="inequality",
    )
    given = Numbers("the numbers printed in cells", low=1, high="line", optional=True)
    number = AnswerNumbers(1, lambda self: max(self.board.rows, self.board.cols), "the number in each cell")

    link = [
        Grid(
            Joined(OnLayer("marks", {"g": "<", "h": ">"}, part="across"), OnLayer("marks", {"g": "^", "h": "v"}, part="down")),
            Signs("gh", "gh"), Numeral(16), Numeral(16, 2, "-"), Sign(".", UNKNOWN), Blanks("i"),
        )
    ]  # fmt: skip
    pzpr = [
        LinkMarks(
            "marks", {"0": None, ".": UNKNOWN, "a": "<", "b": ">"}, {"0": None, ".": UNKNOWN, "a": "^", "b": "v"}
        ),
        Cells("number"),
    ]

    def validate(self) -> None:
        for e, mark in self.marks.items():
            a, b = self.board.links[e]
            adjacent = self.board.positions[a][0] == self.board.positions[b][0]
            if mark in SIGNS and (mark in "<>") != adjacent:
                wanted = "< or >" if adjacent else "^ or v"
                raise self.bad("marks", e, f"{wanted} is needed here, not {mark}")

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        latin_square(m, self.board, self.number)
        for clue in self.marks.items():
            x, y = self.number[clue.at]
            if clue.value in SIGNS:
                less, more = (x, y) if clue.value in "<^" else (y, x)
                m.require("a sign points to the smaller number", greater_than(more, less), clue=clue)
            elif clue.is_known:
                apart = [(v, w) for v in x.values for w in y.values if abs(v - w) == clue.value]
                m.require("a number between two cells is their difference", pair(x, y, apart), clue=clue)
