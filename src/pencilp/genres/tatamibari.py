from pencilp.board.layers import UNKNOWN, Borders, Symbols
from pencilp.encodings import Cells, Matrix, Number16, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, total
from pencilp.rules.loops import straight_runs
from pencilp.rules.regions import divided, each_holds_one, no_crossing, rectangular

SIGNS = {"+": "a square", "|": "taller than wide", "_": "wider than tall", UNKNOWN: "some rectangle"}


class Tatamibari(Genre):
    """Divide the board into rectangles, each with exactly one sign: a plus in a square, an upright line in one that is
    taller than wide, a lying line in one that is wider than tall. No four rectangles meet at a corner.
    """

    name = "tatamibari"
    title = "Tatamibari"
    title_ja = "タタミバリ"

    signs = Symbols(SIGNS, "the signs of the rectangles", look="plank")
    borders = Borders("the borders of the rectangles")

    link = [Number16("signs", {1: "|", 2: "_", 3: "+"})]
    pzpr = [Cells(("signs", {"a": "|", "b": "_", "c": "+", "-": UNKNOWN})), Matrix("borders")]
    dataset = [Cells(("signs", {"s": "+", "v": "|", "h": "_"})), RoomIds("borders")]

    def rules(self, m: Model) -> None:
        board, borders = self.board, self.borders
        regions = divided(m, board, borders)
        rectangular(m, board, regions, "a region is a rectangle")
        each_holds_one(m, regions, self.signs.given, "a region has a sign", "a region has no two signs")
        no_crossing(m, board, borders, "no four regions meet at a corner")
        inside = [~x for x in borders]
        for clue in self.signs.known():
            up, right, down, left = [straight_runs(m, board, inside, clue.cell, way) for way in board.directions]
            taller = total([*up, *down]) - total([*left, *right])
            if clue.value == "+":
                words, shape = "a rectangle with a plus is a square", taller == 0
            elif clue.value == "|":
                words, shape = "a rectangle with an upright line is taller than wide", taller >= 1
            else:
                words, shape = "a rectangle with a lying line is wider than tall", taller <= -1
            m.require(words, shape, clue=clue)
