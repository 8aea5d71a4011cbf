from pencilp.board.layers import UNKNOWN, Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.groups import groups_touched, shaded_groups


class Kurotto(Genre):
    """Shade some cells, but no cell with a circle. A number in a circle is the total number of cells in the groups of
    shaded cells that the circle touches by an edge.
    """

    name = "kurotto"
    title = "Kurotto"
    title_ja = "クロット"
    shapes = ("square", "hexagonal")

    clues = Numbers("how many shaded cells lie in the groups around a circle", high="cells", look="circle")
    shaded = Shading("the shaded cells")

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]
    dataset = [Cells(("clues", {"o": UNKNOWN})), Cells("shaded")]

    def rules(self, m: Model) -> None:
        for cell in self.clues.given:
            m.require("a circle is not shaded", ~self.shaded[cell], at=cell)
        groups = shaded_groups(m, self.board, self.shaded)
        for clue in self.clues.known():
            groups_touched(
                m, groups, clue.cell, clue.value, "a number counts the cells of the groups it touches", clue=clue
            )
