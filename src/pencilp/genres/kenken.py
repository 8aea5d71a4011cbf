from collections.abc import Callable, Sequence
from operator import add, mul, sub, truediv

from pencilp.board.layers import AnswerNumbers, Calculations, Numbers, Rooms
from pencilp.encodings import Cells, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import (
    Constraint,
    Int,
    Linear,
    Lit,
    Model,
    any_of,
)
from pencilp.rules.numbers import givens, latin_square, pair, product

WAYS = {"+": add, "-": sub, "*": mul, "/": truediv}


class KenKen(Genre):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row or in a
    column. The numbers in a cage, taken in some order, make the result printed there by the calculation printed there;
    subtractions and divisions are of two numbers. Without a sign any calculation will do.
    """

    name = "kenken"
    title = "KenKen"
    title_ja = "賢くなるパズル"
    aliases = ("calcudoku", "keen", "tomtom", "mathdoku", "四則", "計算ブロック")
    equal_sides = True
    usual_size = (6, 6)

    cages = Rooms("the cages", connected=False, partial=True, cages=True)
    results = Calculations("the result of a cage and its calculation, in one of its cells")
    given = Numbers("numbers printed in cells", low=1, high="columns", optional=True)
    number = AnswerNumbers(1, lambda self: self.board.cols, "the number in each cell")

    dataset = [Cells("results", ignore="."), RoomIds("cages"), Cells("number")]

    def validate(self) -> None:
        for clue in self.cages.numbers(self.results):
            _, sign = clue.value
            if sign in ("-", "/") and len(clue.cells) != 2:
                raise self.bad("results", clue.cell, f"a cage of {len(clue.cells)} cells has no {sign}")

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        latin_square(m, self.board, self.number)
        words = "the numbers of a cage make its result"
        for clue in self.cages.numbers(self.results):
            m.require(words, calculation(m, self.number[clue.cells], *clue.value), clue=clue)


def calculation(m: Model, ints: Sequence[Int], result: int, sign: str | None) -> Constraint | Lit:
    """Return that ``ints`` make ``result`` by ``sign``, or, without one, by any sign that fits this number of them."""
    if sign == "+" or len(ints) == 1:
        return Linear([(1, x) for x in ints], result, result)
    if sign == "*":
        return product(ints, result)
    if len(ints) > 2:
        return any_of([makes(m, ints, result, add), makes(m, ints, result, mul)])
    x, y = ints
    ways = [WAYS[s] for s in sign or WAYS]
    pairs = [(a, b) for a in x.values for b in y.values if any(result in (way(a, b), way(b, a)) for way in ways)]
    return pair(x, y, pairs)


def makes(m: Model, ints: Sequence[Int], result: int, calculate: Callable[[int, int], int]) -> Lit:
    """Return a literal that is true exactly if the numbers, one after the other, make ``result``. The numbers are at
    least 1, and ``calculate`` adds or multiplies, so no number on the way to ``result`` is greater.
    """
    reached = [{v for v in ints[0].values if v <= result}]
    for x in ints[1:]:
        reached.append({now for before in reached[-1] for v in x.values if (now := calculate(before, v)) <= result})
    # those numbers from which the others lead to the result
    useful = [{result} & reached[-1]]
    for x, some in zip(reversed(ints[1:]), reversed(reached[:-1]), strict=True):
        useful.append({before for before in some if any(calculate(before, v) in useful[-1] for v in x.values)})
    so_far: dict[int, Lit] = {v: ints[0] == v for v in sorted(useful.pop())}
    for x in ints[1:]:
        cases: dict[int, list[Lit]] = {now: [] for now in sorted(useful.pop())}
        for before, lit in so_far.items():
            for v in x.values:
                if (now := calculate(before, v)) in cases:
                    cases[now].append(m.all_of((lit, x == v)))
        so_far = {now: m.any_of(lits) for now, lits in cases.items()}
    return so_far.get(result, m.false)
