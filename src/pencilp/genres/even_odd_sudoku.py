from pencilp.board.lattice import Lattice
from pencilp.board.layers import Symbols
from pencilp.board.layers.glyphs import Circle, Glyph, Polygon
from pencilp.encodings import Cells
from pencilp.genres.sudoku import Sudoku
from pencilp.model import Model, any_of

KINDS = {"e": (0, "a grey square holds an even number"), "o": (1, "a grey circle holds an odd number")}
"""Per mark the remainder of the number divided by 2, and the text of the rule."""


def grey(token: str, lattice: Lattice) -> Glyph:
    """Return a grey square for an even number, or a grey circle for an odd one."""
    if token == "e":
        return Glyph([Polygon([(-0.38, -0.38), (0.38, -0.38), (0.38, 0.38), (-0.38, 0.38)], "grey")], "▫", "e")
    return Glyph([Circle(0.4, "grey", "none", width=0)], "◦", "o")


class EvenOddSudoku(Sudoku):
    """Fill every cell with a number from 1 to the size of the board, so that no number occurs twice in a row, in a column or
    in an outlined box. Grey squares hold even numbers, grey circles odd ones.
    """

    name = "even_odd_sudoku"
    title = "Even-Odd Sudoku"
    title_ja = "偶奇ナンプレ"
    aliases = ("even odd", "parity sudoku", "偶数奇数ナンプレ")
    penpa = {"marks": "even or odd"}

    marks = Symbols({"e": "an even number", "o": "an odd number"}, "grey squares and circles", look=grey)

    dataset = [Cells("given", ("marks", {"E": "e", "O": "o"})), Cells("number")]

    def rules(self, m: Model) -> None:
        super().rules(m)
        for clue in self.marks.items():
            left, words = KINDS[clue.value]
            x = self.number[clue.cell]
            m.require(words, any_of([x == n for n in x.values if n % 2 == left]), clue=clue)
