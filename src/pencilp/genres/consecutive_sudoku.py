from pencilp.board.layers import AnswerNumbers, Numbers, Rooms, Symbols
from pencilp.encodings import Cells, Weighed
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.numbers import all_different, fitting, givens, latin_square


class ConsecutiveSudoku(Genre):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a
    column, or in an outlined box if there are any. If a dot lies between two cells, their numbers differ by 1. If
    there is no dot, they do not.
    """

    name = "consecutive_sudoku"
    title = "Consecutive Sudoku"
    title_ja = "連続ナンプレ"
    aliases = ("consecutive", "renzoku", "コンセキュティブ")
    equal_sides = True
    usual_size = (9, 9)

    given = Numbers("the numbers printed in cells", low=1, high="columns")
    boxes = Rooms("the boxes, if there are any", connected=False, partial=True, optional=True)
    dots = Symbols({"w": "the numbers differ by 1"}, "the dots between cells", on="links", look="center")
    number = AnswerNumbers(1, lambda self: self.board.cols, "the number in each cell")

    dataset = [Cells("given"), Weighed("dots", (8, 1, 2, 4), mark="w", outline=False, both=True), Cells("number")]

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        latin_square(m, self.board, self.number)
        all_different(m, self.number, self.boxes, "no number occurs twice in a box")
        for e, (a, b) in enumerate(self.board.links):
            dot = self.dots[e] is not None
            words = "the numbers at a dot differ by 1" if dot else "without a dot numbers do not differ by 1"
            numbers = fitting(self.number[a], self.number[b], follow if dot else do_not_follow)
            m.require(words, numbers, at=(a, b), clue=self.dots.at(e))


def follow(v: int, w: int) -> bool:
    """Return that the numbers differ by 1."""
    return abs(v - w) == 1


def do_not_follow(v: int, w: int) -> bool:
    """Return that the numbers do not differ by 1."""
    return not follow(v, w)
