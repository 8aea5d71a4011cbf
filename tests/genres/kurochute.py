"""Kurochute: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import SIDES, Case, Cells, Filling, dynasties, judged, noise, ray, with_value


def shot(board: Lattice, shaded: Cells, cell: int, far: int) -> int:
    """How many shaded cells lie so far from a cell, in all directions."""
    rays = [ray(board, cell, way) for way in range(len(SIDES[board.shape]))]
    return sum(shaded[line[far - 1]] for line in rays if len(line) >= far)


def case(rng: random.Random) -> Case:
    """Some unshaded cells of a random filling say a distance at which there is just one shaded cell, now and then another."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 1)]), square(2, 5), square(4, 3, [(0, 0)]), square(1, 4),
                        hexagonal(3, 3), hexagonal(3, 4), hexagon(2)])  # fmt: skip
    every = dynasties(board)
    truth = rng.choice(every)
    most = max(board.rows, board.cols)
    clues: list[Any] = [None] * len(board)
    for c in rng.sample(with_value(truth, 0), rng.randint(1, min(6, truth.count(0)))):
        good = [far for far in range(1, most + 1) if shot(board, truth, c, far) == 1]
        clues[c] = rng.choice(good * 6 + ["?", rng.randint(1, most)])
    if rng.random() < 0.1:
        clues[rng.choice(board.cells)] = rng.choice(["?", 1])

    def right(shaded: Cells) -> bool:
        fits = (
            n is None or (not shaded[c] and (n == "?" or shot(board, shaded, c, n) == 1)) for c, n in enumerate(clues)
        )
        return any(shaded) and all(fits)

    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged("kurochute", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 80
REASONS = {
    "brNoShade": "some cell is shaded",
    "csAdjacent": "shaded cells do not touch",
    "cuDivideRB": "the unshaded cells form one group",
    "nmShootShadeNe1": "just one cell as far away as a number says is shaded",
}
CORPUS = Corpus("Kuroshuto", every=8)
