from pencilp.board.layers import UNKNOWN, AnswerNumbers, NumbersOrSymbols
from pencilp.encodings import Blanks, Cells, Grid, Numeral, Sign, Signs
from pencilp.genres.base import Genre
from pencilp.model import AllDifferent, Model
from pencilp.rules.counting import touching
from pencilp.rules.numbers import adds_up


class Kakuru(Genre):
    """Fill every cell that is not shaded with a number from 1 to 9, so that equal numbers do not touch, not even at a corner.
    A number in a shaded cell is the sum of the numbers in the cells around it, those that touch it at a corner included, and
    no number occurs twice among these. Around a question mark numbers may occur twice.
    """

    name = "kakuru"
    title = "Kakuru"
    title_ja = "カックル"

    sums = NumbersOrSymbols(
        {"x": "a shaded cell without a number"},
        "the shaded cells, with the sum of the numbers around them",
        high=45,
        unknown=True,
        look="wall",
    )
    number = AnswerNumbers(
        lambda self: self.least, lambda self: [9 * low for low in self.least], "the numbers", blank=0
    )

    link = [
        Grid(
            "sums", Numeral(20), Signs("ABCDEFGHIJKLMNOPQRSTUVWXYZ", range(20, 46)), Sign("_", UNKNOWN), Sign("+", "x"),
            Blanks("k", shortest=2), Sign(".", None),
        )
    ]  # fmt: skip
    pzpr = [Cells(("sums", {"b": "x", "?": "?"})), Cells("number", ignore="0")]

    def validate(self) -> None:
        self.least = [int(shaded is None) for shaded in self.sums]

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        for group in touching(board):
            white = [c for c in group if self.least[c]]
            m.require("equal numbers do not touch", AllDifferent(number[white]), at=white)
        for clue in self.sums.items():
            if isinstance(clue.value, int):
                around = [c for c in board.around[clue.cell] if self.least[c]]
                words = "the number in a shaded cell is the sum of the numbers around it"
                adds_up(m, number[around], clue.value, words, at=(clue.cell, *around), clue=clue)
                words = "no number occurs twice around a number in a shaded cell"
                m.require(words, AllDifferent(number[around]), at=(clue.cell, *around), clue=clue)
