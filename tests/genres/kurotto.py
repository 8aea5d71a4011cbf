"""Kurotto: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged, touched_sizes


def case(rng: random.Random) -> Case:
    """Circles in unshaded cells of a random picture, with their numbers, question marks, now and then a wrong number."""
    board = rng.choice([square(2, 3), square(3, 3), square(2, 5), square(3, 4), square(3, 4, [(1, 1)]), square(1, 4),
                        hexagonal(3, 3), hexagon(2)])  # fmt: skip
    every = touched_sizes(board)
    truth = rng.choice(list(every))
    clues: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(1, len(board))):
        if not truth[c]:
            clues[c] = rng.choice([every[truth][c]] * 20 + ["?", "?", rng.randint(0, 6)])
        elif rng.random() < 0.05:
            clues[c] = rng.choice(["?", 1, 2])
    pool: list[Filling] = [(filling,) for filling in every]

    def right(shaded: Cells) -> bool:
        return all(n is None or (not shaded[c] and n in ("?", every[shaded][c])) for c, n in enumerate(clues))

    return judged("kurotto", board, pool, right, clues=clues)


PUZZLES = 60
REASONS = {"nmSumSizeNe": "a number counts the cells of the groups it touches"}
CORPUS = Corpus("Kurotto", every=20, several=frozenset({"221_21x10", "223_10x10", "224_10x10", "227_10x10"}))
PINNED = 3
