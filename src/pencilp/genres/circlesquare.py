from pencilp.board.layers import Shading, Symbols
from pencilp.encodings import Cells, Circle
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.shading import connected, in_squares, no_two_by_two


class CircleSquare(Genre):
    """Shade some cells, so that they form one group, no two by two is shaded, and the groups of unshaded cells are squares. A
    cell with a black circle is shaded, one with a white circle is not.
    """

    name = "circlesquare"
    title = "Circles and Squares"
    title_ja = "Circles and Squares"

    circles = Symbols(
        {"w": "a white circle", "b": "a black circle"}, "which cells are shaded, and which not", look="circle"
    )
    shaded = Shading("the shaded cells")

    link = [Circle("circles", ("w", "b"))]
    pzpr = [Cells(("circles", {"1": "w", "2": "b"})), Cells("shaded")]

    def rules(self, m: Model) -> None:
        unshaded = [~x for x in self.shaded]
        for token, words, cells in (
            ("b", "a black circle is shaded", self.shaded),
            ("w", "a white circle is not shaded", unshaded),
        ):
            for clue in self.circles.known(token):
                m.require(words, cells[clue.cell], clue=clue)
        no_two_by_two(m, self.board, self.shaded, "no two by two is shaded")
        connected(m, self.board, self.shaded, "the shaded cells form one group")
        in_squares(m, self.board, unshaded, "the unshaded cells form squares")
