from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly, not_all
from pencilp.rules.shading import dynasty


class Smullyan(Genre):
    """Shade some cells, so that they do not touch by an edge and the unshaded cells form one group. A number that is
    not shaded counts the shaded cells that touch it by an edge or a corner. A shaded number lies: it is not the
    number of these cells and itself.
    """

    name = "smullyan"
    title = "Smullyanic Dynasty"
    title_ja = "Smullyanic Dynasty"
    shapes = ("square", "hexagonal")

    clues = Numbers("how many cells are shaded here and around", high="around_and_here")
    shaded = Shading("the shaded cells")

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        for clue in self.clues.known():
            around = shaded[board.around[clue.cell]]
            m.require(
                "an unshaded number counts the shaded cells around it",
                ~shaded[clue.cell] >> exactly(clue.value, around),
                clue=clue,
            )
            # its own cell counts, too
            as_stated = m.all_of((m.count_of(clue.value - 1, around), ~m.count_of(clue.value, around)))
            m.require(
                "a shaded number is not the count of the shaded cells around it and itself",
                not_all((shaded[clue.cell], as_stated)),
                clue=clue,
            )
        dynasty(m, board, shaded)
