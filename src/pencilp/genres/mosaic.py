from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly


class Mosaic(Genre):
    """Shade some cells. A number says how many of the cells that touch it by an edge or a corner are shaded, its own
    cell included.
    """

    name = "mosaic"
    title = "Mosaic"
    title_ja = "モザイク"
    aliases = ("fillpix", "fill-a-pix", "ArtMosaico", "minesweeper mosaic", "nurie-puzzle", "ぬり絵パズル")
    shapes = ("square", "hexagonal")

    clues = Numbers("how many cells are shaded here and around", high="around_and_here")
    shaded = Shading("the shaded cells")

    dataset = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        for clue in self.clues.known():
            cells = self.shaded[(clue.cell, *self.board.around[clue.cell])]
            m.require("a number counts the shaded cells around it and its own", exactly(clue.value, cells), clue=clue)
