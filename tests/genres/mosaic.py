"""Mosaic: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, around, judged


@lru_cache
def counts(board: Lattice) -> dict[Cells, Cells]:
    """Per filling and cell how many cells are shaded among it and those that touch it."""
    places = [(c, *around(board)[c]) for c in board.cells]
    every = product((0, 1), repeat=len(board))
    return {filling: tuple([sum(filling[x] for x in cells) for cells in places]) for filling in every}


def case(rng: random.Random) -> Case:
    """Some numbers of a random picture, some unknown, now and then a wrong one."""
    board = rng.choice([square(2, 3), square(3, 3), square(2, 5), square(3, 4), square(3, 4, [(1, 1)]), square(1, 4),
                        hexagonal(3, 3), hexagon(2)])  # fmt: skip
    every = counts(board)
    truth = rng.choice(list(every))
    clues: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(len(board) // 2, len(board))):
        clues[c] = rng.choice([every[truth][c]] * 20 + ["?", rng.randint(0, 6)])
    pool: list[Filling] = [(filling,) for filling in every]

    def right(shaded: Cells) -> bool:
        return all(n in (None, "?", count) for n, count in zip(clues, every[shaded], strict=True))

    return judged("mosaic", board, pool, right, clues=clues)


PUZZLES = 60
REASONS: dict[str, str] = {}
CORPUS = Corpus("Mosaic", every=10)
