from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.islands import each_island_holds_one, island_has_size, parted_by_sea
from pencilp.rules.shading import in_pairs


class Norinuri(Genre):
    """Shade some cells, so that every shaded cell touches exactly one other shaded cell by an edge. The other cells
    form islands, groups of cells connected by edges. Each island holds exactly one number, which says how many cells
    it has.
    """

    name = "norinuri"
    title = "Norinuri"
    title_ja = "海苔ぬり"
    shapes = ("square", "hexagonal")

    clues = Numbers("how many cells the island has", low=1, high="cells")
    shaded = Shading("the shaded cells")

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        for cell in self.clues.given:
            m.require("a number lies on an island", ~self.shaded[cell], at=cell)
        islands = parted_by_sea(m, self.board, self.shaded)
        one, single = "an island holds a number", "an island holds no two numbers"
        each_island_holds_one(m, islands, self.clues.given, one, single)
        for clue in self.clues.known():
            island_has_size(m, islands, clue.cell, clue.value, "a number counts the cells of its island", clue=clue)
        in_pairs(m, self.board, self.shaded, "a shaded cell touches exactly one other")
