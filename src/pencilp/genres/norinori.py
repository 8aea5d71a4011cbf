from pencilp.board.layers import Rooms, Shading
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly


class Norinori(Genre):
    """Shade two cells of every room, so that every shaded cell touches exactly one other shaded cell by an edge."""

    name = "norinori"
    title = "Norinori"
    title_ja = "のりのり"
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    shaded = Shading("the cells to be shaded")

    def rules(self, m: Model) -> None:
        for room in self.rooms:
            m.require("a room holds two shaded cells", exactly(2, self.shaded[room]), at=room)
        for cell in self.board.cells:
            neighbours = self.shaded[self.board.near[cell]]
            m.require("a shaded cell touches exactly one other", self.shaded[cell] >> exactly(1, neighbours), at=cell)
