from pencilp.board.layers import Digits, Numbers, Symbols
from pencilp.encodings import Cells, Circle, LinkMarks
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.numbers import givens, latin_square, pair


class Kropki(Genre):
    """Fill every cell with a number from 1 to the length of the board's longer side, so that no number occurs twice in a
    row or in a column. Where a white dot lies between two cells, their numbers differ by 1; where a black one does, one
    number is twice the other. All dots are there: between 1 and 2 lies either, between other numbers without a dot neither
    is so.
    """

    name = "kropki"
    title = "Kropki"
    title_ja = "クロプキ"
    aliases = ("dots", "kropki dots")

    dots = Symbols(
        {"w": "the numbers differ by 1", "b": "one number is twice the other"}, "the dots between cells", on="links",
        look="center",
    )  # fmt: skip
    given = Numbers("the numbers printed in cells", low=1, high="line", optional=True)
    number = Digits(1, lambda self: max(self.board.rows, self.board.cols), "the number in each cell")

    link = [Circle("dots", "wb")]
    pzpr = [LinkMarks("dots", {"0": None, "1": "w", "2": "b"}), Cells("number")]

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        latin_square(m, self.board, self.number)
        for e, dot in enumerate(self.dots):
            x, y = self.number[self.board.links[e]]
            pairs = [(v, w) for v in x.values for w in y.values]
            follow = [(v, w) for v, w in pairs if abs(v - w) == 1]
            double = [(v, w) for v, w in pairs if v == 2 * w or w == 2 * v]
            if dot == "w":
                words, fitting = "the numbers beside a white dot differ by 1", follow
            elif dot == "b":
                words, fitting = "of the numbers beside a black dot one is twice the other", double
            else:
                words = "without a dot numbers do not differ by 1, and neither is twice the other"
                fitting = [both for both in pairs if both not in (*follow, *double)]
            m.require(words, pair(x, y, fitting), self.board.links[e], clue=(self.dots, e) if dot else None)
