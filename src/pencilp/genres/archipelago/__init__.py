from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.archipelago.structure import Archipelagos, OneOfEachSize
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of
from pencilp.rules.groups import group_has_size


class Archipelago(Genre):
    """Shade some cells, among them all cells with a number. Shaded cells that are connected by edges form an island,
    and a number says how many cells its island has. Every island touches another one at a corner. If islands are
    connected by corners, one of them has one cell, one has two, and so on up to the largest. No two of them have the
    same size.
    """

    name = "archipelago"
    title = "Archipelago"
    title_ja = "アーキペラゴ"

    clues = Numbers("how many cells the island has", low=1, high="cells", look="wall")
    shaded = Shading("the shaded cells")

    link = [Number16("clues")]
    pzpr = [Cells("clues", "shaded", given=("clues", 1))]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        islands = Archipelagos(m, board, shaded)
        for cell in self.clues.given:
            m.require("a number is shaded", shaded[cell], at=cell)
        for clue in self.clues.known():
            group_has_size(m, islands, clue.cell, clue.value, "a number is the size of its island", clue=clue)
        for cell in board.cells:
            m.require(
                "an island touches another at a corner", shaded[cell] >> any_of(shaded[board.around[cell]]), at=cell
            )
        m.require("connected islands have the sizes from 1 on, one each", OneOfEachSize(islands))
