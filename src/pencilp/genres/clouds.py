from pencilp.board.layers import Lines, Shading
from pencilp.genres.base import Genre
from pencilp.model import Clause, Model, any_of
from pencilp.rules.counting import across_corners, counts_outside
from pencilp.rules.shading import in_rectangles


class Clouds(Genre):
    """Shade clouds: rectangles, at least two cells wide and two cells high, that do not touch, not even at a corner. A number
    outside says how many cells of its row or column are shaded.
    """

    name = "clouds"
    title = "Clouds"
    title_ja = "雲"
    aliases = ("radar", "weather radar", "Wolken")

    counts = Lines("how many cells of the row or column are shaded", single=True, high="line", optional=True)
    shaded = Shading("the clouds")

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        in_rectangles(m, board, shaded, "a cloud is a rectangle")
        for cell in board.cells:
            for words, ways in (("a cloud is two cells wide", "we"), ("a cloud is two cells high", "ns")):
                adjacent = [n for way in ways if (n := board.neighbour(cell, way)) is not None]
                m.require(words, any_of([~shaded[cell], *shaded[adjacent]]), at=cell)
        for a, b, others in across_corners(board):
            joined = Clause((~shaded[a], ~shaded[b], *shaded[others]))
            m.require("clouds do not touch at a corner", joined, at=(a, b))
        counts_outside(m, board, self.counts, shaded, "as many cells of the line are shaded as its number says")
