from collections.abc import Mapping, Sequence

from pencilp.board.lattice import Lattice
from pencilp.board.layers import AnswerNumbers, Numbers
from pencilp.board.layers.glyphs import Glyph, Text
from pencilp.encodings import Cells
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.model import Int, Lit, Model, any_of, at_most
from pencilp.rules.everywhere import cached_per_shape
from pencilp.rules.numbers import all_different


def digits(token: str, lattice: Lattice) -> Glyph:
    """Return the two digits, with a dot for an unknown one."""
    text = token.zfill(2).replace("0", "·")
    return Glyph([Text(text, free=True)], text, text.replace("·", "."), repeats=True)


class Eulero(Genre):
    """Fill every cell with a number of two digits, both from 1 to the size of the board, so that no two cells have the same
    number. In no row and no column do two numbers have the same first digit, or the same second digit.
    """

    name = "eulero"
    title = "Eulero"
    title_ja = "オイラー方陣"
    aliases = ("euler square", "graeco-latin square", "eulersche quadrate")
    equal_sides = True
    usual_size = (5, 5)

    given = Numbers("the digits printed in cells: 30 is a first, 4 a second one", low=1, high=99, look=digits)
    number = AnswerNumbers(1, lambda self: 11 * self.board.cols, "the number in each cell")

    dataset = [Cells(("given", {f"{n:02}": n or None for n in range(100)})), Cells("number")]

    def validate(self) -> None:
        if self.board.cols > 9:
            raise InputError("a board has at most 9 rows and columns: its numbers have two digits")

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        for place, which in enumerate(("first", "second")):
            digit_is = no_digit_twice(m, board, number, place, which)
            for clue in self.given.known():
                if digit := divmod(clue.value, 10)[place]:
                    stays = digit_is[clue.cell].get(digit, m.false)
                    m.require("a given digit stays", stays, clue=clue)
        all_different(m, number, [board.cells], "no number occurs twice")


@cached_per_shape
def no_digit_twice(m: Model, board: Lattice, number: list[Int], place: int, which: str) -> Sequence[Mapping[int, Lit]]:
    """State that the digits at one place of the numbers are in range, and occur once in a line. Return per cell the
    literals of its digit."""
    digits = range(1, board.cols + 1)
    digit_is = [{d: m.any_of([x == v for v in x.values if divmod(v, 10)[place] == d]) for d in digits} for x in number]
    for cell, lits in enumerate(digit_is):
        m.require("a digit is from 1 to the size of the board", any_of([*lits.values()]), at=cell)
    for kind, lines in (("row", board.row_cells), ("column", board.col_cells)):
        for line in lines:
            for d in digits:
                once = at_most(1, [digit_is[cell][d] for cell in line])
                m.require(f"no {which} digit occurs twice in a {kind}", once, at=line)
    return digit_is
