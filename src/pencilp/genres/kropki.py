from pencilp.board.layers import AnswerNumbers, Numbers, Symbols
from pencilp.encodings import Cells, Circle, LinkMarks
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.numbers import fitting, givens, latin_square


class Kropki(Genre):
    """Fill every cell with a number from 1 to the length of the board's longer side, so that no number occurs twice
    in a row or in a column. At a white dot between two cells, their numbers differ by 1. At a black dot, one number
    is twice the other. All dots are given: 1 and 2 have a dot of either colour, and numbers without a dot neither
    differ by 1 nor is one twice the other.
    """

    name = "kropki"
    title = "Kropki"
    title_ja = "クロプキ"
    aliases = ("dots", "kropki dots")

    dots = Symbols(
        {"w": "the numbers differ by 1", "b": "one number is twice the other"},
        "the dots between cells",
        on="links",
        look="center",
    )
    given = Numbers("the numbers printed in cells", low=1, high="line", optional=True)
    number = AnswerNumbers(1, lambda self: max(self.board.rows, self.board.cols), "the number in each cell")

    link = [Circle("dots", "wb")]
    pzpr = [LinkMarks("dots", {"0": None, "1": "w", "2": "b"}), Cells("number")]

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        latin_square(m, self.board, self.number)
        for e, dot in enumerate(self.dots):
            x, y = self.number[self.board.links[e]]
            if dot == "w":
                words, fits = "the numbers at a white dot differ by 1", follow
            elif dot == "b":
                words, fits = "one of the numbers at a black dot is twice the other", double
            else:
                words = "without a dot numbers do not differ by 1, and neither is twice the other"
                fits = neither
            m.require(words, fitting(x, y, fits), at=self.board.links[e], clue=self.dots.at(e))


def follow(v: int, w: int) -> bool:
    """Return that the numbers differ by 1."""
    return abs(v - w) == 1


def double(v: int, w: int) -> bool:
    """Return that one of the numbers is twice the other."""
    return v == 2 * w or w == 2 * v


def neither(v: int, w: int) -> bool:
    """Return that the numbers do not differ by 1, and that none is twice the other."""
    return not follow(v, w) and not double(v, w)
