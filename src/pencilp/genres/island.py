from pencilp.encodings import Cells, Number16
from pencilp.genres.kurotto import Kurotto
from pencilp.model import Model, any_of
from pencilp.rules.shading import connected


class Island(Kurotto):
    """Shade some cells, at least one, but no cell with a circle. A number in a circle is the total number of cells in the
    groups of shaded cells that the circle touches by an edge. The shaded cells and the circles together form one group.
    """

    name = "island"
    title = "Inaba's Island"
    title_ja = "アイランド"

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        super().rules(m)
        m.require("some cell is shaded", any_of(self.shaded))
        circles = {*self.clues.given}
        land = [m.true if cell in circles else x for cell, x in enumerate(self.shaded)]
        connected(m, self.board, land, "the shaded cells and the circles form one group")
