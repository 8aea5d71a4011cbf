from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.islands import each_island_holds_one, island_has_size, parted_by_sea
from pencilp.rules.shading import connected, no_two_by_two


class Nurikabe(Genre):
    """Shade some cells, the sea. The other cells form islands, groups of cells connected by edges. Each island holds
    exactly one number, which says how many cells it has. The sea forms one group, and no two by two is shaded.
    """

    name = "nurikabe"
    title = "Nurikabe"
    title_ja = "ぬりかべ"
    shapes = ("square", "hexagonal")

    clues = Numbers("how many cells the island has", low=1, high="cells")
    shaded = Shading("the sea")

    link = [Number16("clues")]
    pzpr = [Cells("clues", "shaded")]
    dataset = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        for cell in self.clues.given:
            m.require("a number lies on an island", ~self.shaded[cell], at=cell)
        islands = parted_by_sea(m, self.board, self.shaded)
        one, single = "an island holds a number", "an island holds no two numbers"
        each_island_holds_one(m, islands, self.clues.given, one, single)
        for clue in self.clues.known():
            island_has_size(m, islands, clue.cell, clue.value, "a number counts the cells of its island", clue=clue)
        no_two_by_two(m, self.board, self.shaded, "no two by two is shaded")
        connected(m, self.board, self.shaded, "the sea forms one group")
