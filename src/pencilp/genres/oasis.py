from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, any_of, exactly
from pencilp.rules.shading import dynasty, no_two_by_two


class Oasis(Genre):
    """Shade some cells, at least one, but no cell with a circle. Shaded cells do not touch by an edge, the unshaded cells form
    one group, and no two by two is unshaded. A number says how many other circles its circle reaches by ways over unshaded
    cells that pass no third circle.
    """

    name = "oasis"
    title = "Oasis"
    title_ja = "Oasis"
    shapes = ("square", "hexagonal")

    circles = Numbers("how many other circles are reached without passing a third", high="cells", look="circle")
    shaded = Shading("the shaded cells")

    link = [Number16("circles")]
    pzpr = [Cells("circles"), Cells(("shaded", "1"), ignore="+ -")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        for cell in self.circles.given:
            m.require("a circle is not shaded", ~shaded[cell], at=cell)
        m.require("some cell is shaded", any_of(shaded))
        dynasty(m, board, shaded)
        no_two_by_two(m, board, [~x for x in shaded], "no two by two is unshaded")
        for clue in self.circles.known():
            words = "a circle reaches as many other circles as its number says"
            m.require(words, exactly(clue.value, self.reached(m, clue.cell)), clue=clue)

    def reached(self, m: Model, start: int) -> list[Lit]:
        """Return for each other circle the literal that ``start`` reaches it without passing a third."""
        board, circles = self.board, {*self.circles.given}
        ends = circles - {start}
        sand = [m.false if cell in ends else ~x for cell, x in enumerate(self.shaded)]
        sand[start] = m.true
        oasis = m.flood(sand, [(a, b, None) for a, b in board.links], (start,))
        return [m.any_of([oasis[n] for n in board.near[end]]) for end in sorted(ends)]
