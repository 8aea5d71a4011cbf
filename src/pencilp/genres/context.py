from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.shading import dynasty


class Context(Genre):
    """Shade some cells, so that they do not share an edge and the unshaded cells form one group. An unshaded number
    counts the shaded cells that touch it by an edge. A shaded number counts the shaded cells that touch it at a
    corner.
    """

    name = "context"
    title = "Context"
    title_ja = "Context"

    clues = Numbers("how many shaded cells touch the cell", high="sides")
    shaded = Shading("the shaded cells")

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        for clue in self.clues.known():
            cell = clue.cell
            adjacent = exactly(clue.value, shaded[board.near[cell]])
            m.require("an unshaded number counts the shaded cells at its edges", ~shaded[cell] >> adjacent, clue=clue)
            across = exactly(clue.value, shaded[board.diagonal[cell]])
            m.require("a shaded number counts the shaded cells at its corners", shaded[cell] >> across, clue=clue)
        dynasty(m, board, shaded)
