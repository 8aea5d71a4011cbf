from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Weighed
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly


class Squaro(Genre):
    """Put black circles on some of the corners of cells. A number says how many of its cell's four corners have one."""

    name = "squaro"
    title = "SquarO"
    title_ja = "スクアロ"
    aliases = ("SquareO",)

    clues = Numbers("how many corners of the cell have a black circle", high="at_corner")
    black = Shading("the corners with a black circle", on="corners", look="dot")

    dataset = [Cells("clues"), Weighed("black", (1, 2, 4, 8))]

    def rules(self, m: Model) -> None:
        for clue in self.clues.known():
            corners = self.black[self.board.cell_corners[clue.cell]]
            m.require(
                "a number counts the black circles at the corners of its cell", exactly(clue.value, corners), clue=clue
            )
