from pencilp.board.layers import UNKNOWN, Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Clause, Model, all_hold, exactly
from pencilp.rules.shading import connected, no_two_by_two
from pencilp.rules.sight import sees


class Nurimisaki(Genre):
    """Shade some cells, so that no two by two is all shaded or all unshaded and the unshaded cells form one group. A
    circle lies on a cape: an unshaded cell that touches exactly one other unshaded cell by an edge. There are no
    other capes. A number in a circle says how many unshaded cells are seen from it along rows and columns up to the
    first shaded cell, its own cell included.
    """

    name = "nurimisaki"
    title = "Nurimisaki"
    title_ja = "ぬりみさき"
    shapes = ("square", "hexagonal")

    clues = Numbers("how many unshaded cells are seen from a cape", low=2, high="line", look="circle")
    shaded = Shading("the shaded cells")

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]
    dataset = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, unshaded = self.board, [~x for x in self.shaded]
        for cell in board.cells:
            adjacent = [unshaded[n] for n in board.near[cell]]
            if self.clues[cell] is None:
                several = [Clause((~x, ~unshaded[cell], *(y for y in adjacent if y is not x))) for x in adjacent]
                m.require("a cape has a circle", all_hold(several), at=cell)
            else:
                m.require("a circle is not shaded", unshaded[cell], at=cell)
                m.require("a circle touches exactly one unshaded cell", exactly(1, adjacent), at=cell)
        for clue in self.clues.known():
            sees(m, board, unshaded, clue.cell, clue.value, "a number counts the unshaded cells it sees", clue=clue)
        no_two_by_two(m, board, self.shaded, "no two by two is shaded")
        no_two_by_two(m, board, unshaded, "no two by two is unshaded")
        connected(m, board, unshaded, "the unshaded cells form one group")

    def open_rules(self, m: Model) -> OpenLayers:
        board, unshaded = self.board, [~x for x in self.shaded]
        no_two_by_two(m, board, self.shaded, "no two by two is shaded")
        no_two_by_two(m, board, unshaded, "no two by two is unshaded")
        connected(m, board, unshaded, "the unshaded cells form one group")
        return {
            "clues": [
                {UNKNOWN: m.all_of((x, m.any_of(adjacent), ~m.count_of(2, adjacent)))}
                for x, adjacent in zip(unshaded, ([unshaded[n] for n in near] for near in board.near), strict=True)
            ]
        }
