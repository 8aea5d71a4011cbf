from itertools import combinations_with_replacement
from math import isqrt

from pencilp.board.layers import Borders, Numbers
from pencilp.encodings import Cells, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly, impossible


class Dominosa(Genre):
    """Divide the board into dominoes so that every pair of numbers, from double zero to the double of the highest
    number, occurs exactly once.
    """

    name = "dominosa"
    title = "Dominosa"
    title_ja = "ドミノ"
    aliases = ("Dominos", "Dominoes", "Domino")
    shapes = ("square", "hexagonal")

    numbers = Numbers("the numbers on the dominoes", unknown=False)
    borders = Borders("the borders of the dominoes")

    dataset = [Cells("numbers"), RoomIds("borders")]

    def validate(self) -> None:
        if None in self.numbers:
            raise self.bad("numbers", self.numbers.index(None), "every cell needs a number")

    def rules(self, m: Model) -> None:
        board, numbers = self.board, self.numbers
        domino = [~border for border in self.borders]
        for cell in board.cells:
            m.require(
                "a cell forms a domino with one neighbour",
                exactly(1, [domino[e] for e in board.links_at[cell]]),
                at=cell,
            )
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
