from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Flag, FormerCell
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.shading import connected


class Creek(Genre):
    """Shade some cells. A number at a corner says how many of the cells around it are shaded. The unshaded cells form
    one group.
    """

    name = "creek"
    title = "Creek"
    title_ja = "クリーク"
    shapes = ("square", "hexagonal")

    clues = Numbers("how many cells around a corner are shaded", high="at_corner", on="corners")
    shaded = Shading("the shaded cells")

    link = [Flag("c"), Flag("d"), FormerCell("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]
    dataset = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        for clue in self.clues.known():
            m.require(
                "a number counts the shaded cells around it", exactly(clue.value, self.shaded[clue.at]), clue=clue
            )
        unshaded = [~x for x in self.shaded]
        connected(m, self.board, unshaded, "the unshaded cells form one group")
