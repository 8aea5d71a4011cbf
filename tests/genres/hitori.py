"""Hitori: what proves it."""

from __future__ import annotations

import random

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, dynasties, judged, stretches


def case(rng: random.Random) -> Case:
    """Any numbers that leave as many answers as chosen, as far as they are soon found; some cells have none."""
    board = rng.choice([square(3, 3), square(3, 4), square(3, 4), square(1, 4), square(3, 4, [(1, 1)]), square(2, 5, [(0, 2)]),
                        hexagonal(3, 3), hexagon(2)])  # fmt: skip
    lines = stretches(board)
    pool: list[Filling] = [(shaded,) for shaded in dynasties(board)]
    wanted = rng.choice([0, 1, 1, 2])
    for _ in range(30):
        highest = rng.randint(2, 4)
        numbers = [rng.choice([rng.randint(1, highest)] * 30 + [None]) for _ in board.cells]

        def right(shaded: Cells, numbers: list[int | None] = numbers) -> bool:
            left = [[numbers[c] for c in line if not shaded[c] and numbers[c] is not None] for line in lines]
            return any(shaded) and all(len(set(line)) == len(line) for line in left)

        found = judged("hitori", board, pool, right, numbers=numbers)
        if min(2, len(found.right)) == wanted:
            break
    return found


PUZZLES = 60
REASONS = {
    "brNoShade": "some cell is shaded",
    "csAdjacent": "shaded cells do not touch",
    "nmDupRow": "no number is left twice in a line",
}
CORPUS = Corpus("Hitori", every=40)

UNNAMED = {
    "numbers": "equal numbers of a line are compared: a rule about several clues",
}
