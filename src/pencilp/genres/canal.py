from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.shading import connected, no_two_by_two
from pencilp.rules.sight import sees


class Canal(Genre):
    """Shade some cells, the canal, but no cell with a number. The canal forms one group, and no two by two is shaded.
    A number says how many shaded cells are seen from it along rows and columns up to the first unshaded cell.
    """

    name = "canal"
    title = "Canal View"
    title_ja = "Canal View"
    shapes = ("square", "hexagonal")

    clues = Numbers("how many shaded cells are seen from here", high="other_cells")
    shaded = Shading("the canal")

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]
    dataset = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        for cell in self.clues.given:
            m.require("a number is not shaded", ~self.shaded[cell], at=cell)
        for clue in self.clues.known():
            words = "a number counts the shaded cells it sees"
            sees(m, self.board, self.shaded, clue.cell, clue.value, words, clue=clue, itself=False)
        no_two_by_two(m, self.board, self.shaded, "no two by two is shaded")
        connected(m, self.board, self.shaded, "the canal forms one group")
