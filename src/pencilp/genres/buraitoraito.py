from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly


class Buraitoraito(Genre):
    """Put stars into some cells, but none into a cell with a number. A number counts the stars that are seen from it straight
    along its row and its column. Stars hide nothing, but behind the next number nothing is seen.
    """

    name = "buraitoraito"
    title = "Bright Light"
    title_ja = "ブライトライト"
    shapes = ("square", "hexagonal")

    clues = Numbers("how many stars are seen from the cell", high="other_cells")
    stars = Shading("the cells with a star", look="star", token="*")

    dataset = [Cells("clues"), Cells("clues", ("stars", {"*": 1, ".": 0}))]

    def rules(self, m: Model) -> None:
        board, numbers = self.board, {*self.clues.given}
        for cell in self.clues.given:
            m.require("there is no star in a cell with a number", ~self.stars[cell], at=cell)
        for clue in self.clues.known():
            views = [board.until(clue.cell, way, numbers) for way in board.directions]
            seen = [self.stars[c] for view in views for c in view]
            m.require("a number counts the stars that it sees", exactly(clue.value, seen), clue=clue)
