from pencilp.board.layers import Lines, Shading, Symbols
from pencilp.encodings import Cells, OutsideLines
from pencilp.genres.base import Genre
from pencilp.genres.sternenhimmel import codec
from pencilp.model import Model, exactly
from pencilp.rules.counting import counts_outside
from pencilp.rules.sight import WAYS, ahead


class Sternenhimmel(Genre):
    """Draw stars into some of the cells without an arrow. Every arrow points to exactly one star, near or far, and exactly
    one arrow points to every star; neither arrows nor stars are in the way. A number outside counts the stars in its row or
    column.
    """

    name = "sternenhimmel"
    title = "Starry Sky"
    title_ja = "星空"
    aliases = ("hidden stars", "stars and arrows")

    arrows = Symbols({way: f"an arrow to the {way}" for way in WAYS}, "the arrows", look="pointer")
    counts = Lines("how many stars there are in a column or row", single=True, high="line", optional=True)
    stars = Shading("the cells with a star", look="star", token="*")

    dataset = [codec.Mark(), OutsideLines("counts"), Cells("arrows"), Cells(("stars", "*"))]

    def rules(self, m: Model) -> None:
        board, stars = self.board, self.stars
        pointing = [0] * len(board)
        for clue in self.arrows.items():
            m.require("there is no star on an arrow", ~stars[clue.cell], at=clue.cell)
            pointed_at = ahead(board, clue.cell, clue.value)
            for c in pointed_at:
                pointing[c] += 1
            m.require("an arrow points to exactly one star", exactly(1, stars[pointed_at]), clue=clue)
        for cell, count in enumerate(pointing):
            if count != 1:
                m.require("exactly one arrow points to a star", ~stars[cell], at=cell)
        counts_outside(m, board, self.counts, stars, "the number outside counts the stars in its line")
