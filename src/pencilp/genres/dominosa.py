from itertools import combinations_with_replacement
from math import isqrt

from pencilp.board.layers import Borders, Numbers
from pencilp.encodings import Cells, RoomIds
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Lit, Model, exactly, impossible


class Dominosa(Genre):
    """Divide the board into dominoes so that every pair of numbers, from double zero to the double of the highest
    number, occurs exactly once.
    """

    name = "dominosa"
    title = "Dominosa"
    title_ja = "ドミノ"
    aliases = ("Dominos", "Dominoes", "Domino")
    shapes = ("square", "hexagonal")
    usual_size = (6, 7)

    numbers = Numbers("the numbers on the dominoes", unknown=False)
    borders = Borders("the borders of the dominoes")

    dataset = [Cells("numbers"), RoomIds("borders")]

    def validate(self) -> None:
        if None in self.numbers:
            raise self.bad("numbers", self.numbers.index(None), "every cell needs a number")

    def rules(self, m: Model) -> None:
        board, numbers, domino = self.board, self.numbers, self.dominoes(m)
        ends: dict[tuple[int, ...], list[int]] = {}
        for e, (a, b) in enumerate(board.links):
            ends.setdefault(tuple(sorted((numbers[a], numbers[b]))), []).append(e)
        highest = max(numbers)
        if (highest + 1) * (highest + 2) != len(board):
            m.require(f"the dominoes from 0-0 to {highest}-{highest} cover the board", impossible)
        # a set up to a number above the root needs more cells than the board has
        for pair in combinations_with_replacement(range(min(highest, isqrt(len(board))) + 1), 2):
            here = ends.get(pair, [])
            cells = sorted({c for e in here for c in board.links[e]})
            m.require(f"the domino {pair[0]}-{pair[1]} is there once", exactly(1, [domino[e] for e in here]), at=cells)

    def dominoes(self, m: Model) -> list[Lit]:
        """State that all cells are in dominoes. Return for each inner edge whether there is one across it."""
        domino = [~border for border in self.borders]
        for cell, links in enumerate(self.board.links_at):
            m.require("a cell forms a domino with one neighbour", exactly(1, [domino[e] for e in links]), at=cell)
        return domino

    def open_rules(self, m: Model) -> OpenLayers:
        domino, highest = self.dominoes(m), isqrt(len(self.board)) - 1
        if (highest + 1) * (highest + 2) != len(self.board):
            m.require("no set of dominoes covers the board", impossible)
        number = [[m.binary() for _ in range(highest + 1)] for _ in self.board.cells]
        m.require_all("a cell has one number", [exactly(1, each) for each in number], self.board.cells)
        for a, b in combinations_with_replacement(range(highest + 1), 2):
            here = [
                m.all_of((x, number[c][v], number[d][w]))
                for x, (c, d) in zip(domino, self.board.links, strict=True)
                for v, w in {(a, b), (b, a)}
            ]
            m.require("each pair of numbers is there once", exactly(1, here))
        return {"numbers": [dict(enumerate(each)) for each in number]}
