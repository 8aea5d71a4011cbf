from collections.abc import Sequence

from pencilp.board.layers import Calculations, Digits, Numbers, Rooms
from pencilp.encodings import Cells, RoomIds
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.model import Constraint, Int, Model, any_of, implies, total
from pencilp.rules import givens, latin_square, pair, product


class KenKen(Genre):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row or in a
    column. The numbers in a cage, taken in some order, make the result printed there by the calculation printed there;
    subtractions and divisions are of two numbers. Without a sign any calculation will do.
    """

    name = "kenken"
    title = "KenKen"
    title_ja = "賢くなるパズル"
    aliases = ("calcudoku", "keen", "tomtom", "mathdoku", "四則", "計算ブロック")

    cages = Rooms("the cages", connected=False, partial=True, look="cage")
    results = Calculations("the result of a cage and its calculation, in one of its cells")
    given = Numbers("numbers printed in cells", low=1, optional=True)
    number = Digits(1, lambda self: self.board.cols, "the number in each cell")

    dataset = [Cells("results", ignore="."), RoomIds("cages"), Cells("number")]

    def validate(self) -> None:
        if self.board.rows != self.board.cols:
            raise InputError(f"a {self.name} has as many rows as columns, not {self.board.rows} of {self.board.cols}")
        for cage, (_, sign) in self.cages.numbers(self.results):
            if sign in ("-", "/") and len(cage) != 2:
                raise InputError(f"a cage of {len(cage)} cells has no {sign}", self.board.names[cage[0]])

    def rules(self, m: Model) -> None:
        givens(m, self.number, self.given)
        latin_square(m, self.board, self.number)
        words = "the numbers of a cage make its result"
        for cage, (result, sign) in self.cages.numbers(self.results):
            ints = self.number[cage]
            if sign or len(cage) == 1:
                for constraint in calculation(ints, result, sign or "+"):
                    m.require(words, constraint, at=cage)
                continue
            made = {s: m.binary() for s in ("+-*/" if len(cage) == 2 else "+*")}
            m.require(words, any_of(made.values()), at=cage)
            for s, lit in made.items():
                for constraint in calculation(ints, result, s):
                    m.require(words, implies((lit,), constraint), at=cage)


def calculation(ints: Sequence[Int], result: int, sign: str) -> list[Constraint]:
    """What it takes for ``ints`` to make ``result`` by ``sign``."""
    if sign == "+":
        return [total(ints) == result]
    if sign == "*":
        return product(ints, result)
    x, y = ints
    pairs = [(a, b) for b in x.values for a in [b + result if sign == "-" else b * result] if a in y.values]
    return pair(x, y, [*pairs, *((b, a) for a, b in pairs)])
