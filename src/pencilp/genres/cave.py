from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.shading import connected, reaches_outside
from pencilp.rules.sight import sees


class Cave(Genre):
    """Shade the cells outside a cave. The cave, the unshaded cells, forms one group and holds all numbers. Every
    shaded cell is connected to the edge of the board through shaded cells. A number says how many cells of the cave
    are seen from it along rows and columns up to the first shaded cell, its own cell included.
    """

    name = "cave"
    title = "Cave"
    title_ja = "バッグ"
    aliases = ("bag", "corral")
    shapes = ("square", "hexagonal")

    clues = Numbers("how many cells of the cave are seen from here", low=1, high="cells")
    shaded = Shading("the cells outside the cave")

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]
    dataset = [Cells("clues"), Cells(("shaded", {"x": None, "-": 1}))]

    def rules(self, m: Model) -> None:
        inside = [~x for x in self.shaded]
        for cell in self.clues.given:
            m.require("a number lies in the cave", inside[cell], at=cell)
        for clue in self.clues.known():
            sees(
                m, self.board, inside, clue.cell, clue.value, "a number counts the cells of the cave it sees", clue=clue
            )
        connected(m, self.board, inside, "the cave forms one group")
        reaches_outside(m, self.board, self.shaded, "the cells outside the cave are connected to the edge of the board")
