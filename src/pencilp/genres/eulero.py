from pencilp.board.lattice import Lattice
from pencilp.board.layers import Digits, Numbers
from pencilp.board.layers.glyphs import Glyph, Text
from pencilp.encodings import Cells
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, any_of, at_most
from pencilp.model.structures import Kept
from pencilp.rules.numbers import all_different


def digits(token: str, lattice: Lattice) -> Glyph:
    """The two digits, a dot for one that is not told."""
    text = token.zfill(2).replace("0", "·")
    return Glyph([Text(text, free=True)], text, text.replace("·", "."), repeats=True)


class Eulero(Genre):
    """Fill every cell with a number of two digits, both from 1 to the size of the board, so that no two cells have the same
    number. In no row and no column two numbers have the same first digit, or the same second one.
    """

    name = "eulero"
    title = "Eulero"
    title_ja = "オイラー方陣"
    aliases = ("euler square", "graeco-latin square", "eulersche quadrate")
    equal_sides = True

    given = Numbers("the digits printed in cells: 30 is a first, 4 a second one", low=1, high=99, look=digits)
    number = Digits(1, lambda self: 11 * self.board.cols, "the number in each cell")

    dataset = [Cells(("given", {f"{n:02}": n or None for n in range(100)})), Cells("number")]

    def validate(self) -> None:
        if self.board.cols > 9:
            raise InputError("a board has at most 9 rows and columns: its numbers have two digits")

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        # the first of a number's literals tells the others
        first = [x.eq[0] for x in number]
        both = m.alike(board.kept, ("digits",), first, lambda: [self.digits(m, place) for place in (0, 1)])
        for place, (which, (of, one, once)) in enumerate(zip(("first", "second"), both, strict=True)):
            m.require("a digit is from 1 to the size of the board", one)
            for cell, told in self.given.known():
                if digit := divmod(told, 10)[place]:
                    stays = of[cell].get(digit, m.false)
                    m.require("a given digit stays", stays, at=cell, clue=(self.given, cell))
            for kind, said in zip(("row", "column"), once, strict=True):
                m.require(f"no {which} digit occurs twice in a {kind}", said)
        all_different(m, number, [board.cells], "no number occurs twice")

    def digits(self, m: Model, place: int) -> tuple[list[dict[int, Lit]], Kept, list[Kept]]:
        """Per cell the literals of its digits at a place of the number, that it has one, and that none is in a line twice."""
        board = self.board
        of = []
        for x in self.number:
            values = {d: [v for v in x.values if divmod(v, 10)[place] == d] for d in range(1, board.cols + 1)}
            of.append({d: m.any_of([x == v for v in some]) for d, some in values.items()})
        one = Kept([any_of([*lits.values()]) for lits in of], board.cells, board.kept)
        once = []
        for lines in (board.row_cells, board.col_cells):
            said = [
                (at_most(1, [of[cell][d] for cell in line]), line) for line in lines for d in range(1, board.cols + 1)
            ]
            once.append(Kept([part for part, _ in said], [at for _, at in said], board.kept))
        return of, one, once
