from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, exactly
from pencilp.rules.shading import dynasty


class Kurochute(Genre):
    """Shade some cells, at least one, but no cell with a number. A number is a distance along its row or column:
    exactly one of the cells at this distance is shaded. The next cell has distance 1, and cells beyond a hole in the
    board do not count. Shaded cells do not touch by an edge, and the unshaded cells form one group.
    """

    name = "kurochute"
    title = "Kurochute"
    title_ja = "クロシュート"
    aliases = ("kuroshuto",)
    shapes = ("square", "hexagonal")

    clues = Numbers("how far away a single shaded cell is", low=1, high="line")
    shaded = Shading("the shaded cells")

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells(("shaded", "1"))]
    dataset = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        for cell in self.clues.given:
            m.require("a number is not shaded", ~self.shaded[cell], at=cell)
        for clue in self.clues.known():
            there = [self.shaded[ray[clue.value - 1]] for ray in self.board.rays[clue.cell] if clue.value <= len(ray)]
            m.require("just one cell as far away as a number says is shaded", exactly(1, there), clue=clue)
        m.require("some cell is shaded", any_of(self.shaded))
        dynasty(m, self.board, self.shaded)
