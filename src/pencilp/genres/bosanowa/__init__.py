from pencilp.board.layers import AnswerNumbers, Numbers
from pencilp.encodings import Cells, Flag, Holes, IgnoredLinks, Number16
from pencilp.genres.base import Genre
from pencilp.genres.bosanowa.rules import sums_of_differences
from pencilp.model import Model
from pencilp.rules.numbers import givens

GREATEST = 999
"""The greatest number, as at puzz.link."""


class Bosanowa(Genre):
    """Write a number from 1 to 999 into every circle. A number is the sum of the differences between it and the
    adjacent numbers. Larger numbers are not looked for, because the multiples of an answer may be answers, too.
    """

    name = "bosanowa"
    title = "Bosanowa"
    title_ja = "ボサノワ"
    aliases = ("bossanova", "bossa nova")

    given = Numbers("the numbers printed in circles", low=1, high=GREATEST)
    number = AnswerNumbers(1, GREATEST, "the number in each circle", circles=True)

    # two letters say how it is drawn
    link = [Flag("h"), Flag("t"), Holes(always=True), Number16("given")]
    pzpr = [
        Cells("given", empty="0", hole="."), Cells("number", given="given", ignore="0"), IgnoredLinks("."),
    ]  # fmt: skip
    dataset = [Cells("given", hole="."), Cells("number")]

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        sums_of_differences(
            m, self.board, self.number, "a number is the sum of its differences to the adjacent numbers"
        )
