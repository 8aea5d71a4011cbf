from pencilp.board.layers import Lines, Numbers, Shading
from pencilp.encodings import Cells, OutsideLines
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.counting import seen_from_outside


class NumberCross(Genre):
    """Cross out some of the numbers, so that those that are left in a row or column add up to the number outside."""

    name = "numbercross"
    title = "Number Cross"
    title_ja = "ナンバークロス"
    aliases = ("sumplete", "rullo")

    numbers = Numbers("the numbers to choose from", high=999, unknown=False)
    sums = Lines("the sums of the numbers that are left in a column or row", single=True, high=9_999_999)
    crossed = Shading("the numbers crossed out")

    dataset = [OutsideLines("sums"), Cells("numbers"), Cells("crossed")]

    def rules(self, m: Model) -> None:
        for line, amount, clue in seen_from_outside(self.board, self.sums):
            numbers = {c: self.numbers[c] or 0 for c in line}
            crossed = sum(n * self.crossed[c] for c, n in numbers.items())
            words = "the numbers that are left add up to the number outside"
            m.require(words, crossed == sum(numbers.values()) - amount, at=line, clue=clue)
