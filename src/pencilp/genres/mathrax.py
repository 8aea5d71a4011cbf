from operator import add, mul, sub, truediv

from pencilp.board.layers import AnswerNumbers, Calculation, Grid, Layer, Numbers, Symbol
from pencilp.board.layers.symbols import Either
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.model import Constraint, Lit, Model, Table, all_hold, none_of
from pencilp.rules.numbers import givens, latin_square, pair

WAYS = {"+": add, "-": sub, "*": mul, "/": truediv}
ODD, EVEN = "O", "E"


class Mathrax(Genre):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row or in a
    column. At a point where four cells meet, a result and a calculation are printed: both pairs of numbers diagonally
    across that point make this result, in some order. Without a sign any calculation will do, the same for both
    pairs. Around an E all four numbers are even, around an O all are odd.
    """

    name = "mathrax"
    title = "Mathrax"
    title_ja = "マスラックス"
    equal_sides = True
    usual_size = (6, 6)

    clues: Layer[Grid] = Layer(
        "corners",
        Either(Symbol({EVEN: "even numbers", ODD: "odd numbers"}), Calculation()),
        "a result, or E or O, for the four numbers around a corner",
    )
    given = Numbers("the numbers printed in cells", low=1, high="columns", optional=True)
    number = AnswerNumbers(1, lambda self: self.board.cols, "the number in each cell")

    dataset = [
        Cells("given"),
        Cells(("clues", {"e": EVEN, "o": ODD, "E": EVEN, "O": ODD}), inner=True),
        Cells("number"),
    ]

    def validate(self) -> None:
        for corner, _ in self.clues.items():
            if len(self.board.corner_cells[corner]) < 4:
                raise self.bad("clues", corner, "a clue must lie where four cells meet, not here")

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        latin_square(m, self.board, self.number)
        for clue in self.clues.items():
            a, b, c, d = self.number[clue.at]
            if clue.value in (EVEN, ODD):
                words = f"the numbers around an {'E are even' if clue.value == EVEN else 'O are odd'}"
                wrong = [x == v for x in (a, b, c, d) for v in x.values if v % 2 == (clue.value == EVEN)]
                m.require(words, none_of(wrong), clue=clue)
                continue
            result, sign = clue.value
            by_way = [
                [(v, w) for v in a.values for w in a.values if result in (way(v, w), way(w, v))]
                for way in ([WAYS[sign]] if sign else WAYS.values())
            ]
            if sign:
                made: Constraint | Lit = all_hold([pair(a, d, by_way[0]), pair(b, c, by_way[0])])
            else:  # both pairs by the same calculation
                made = Table((a, d, b, c), [one + other for pairs in by_way for one in pairs for other in pairs])
            m.require("both pairs of numbers across a corner make its result", made, clue=clue)
