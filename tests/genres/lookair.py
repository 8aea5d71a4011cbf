"""Look-Air: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    all_squares,
    groups,
    judged,
    near,
    noise,
    ray,
    sometimes,
    with_value,
)


def apart(board: Lattice, shaded: Cells) -> bool:
    """Whether no two squares of the same size see each other."""
    size = {c: len(group) for group in groups(board, with_value(shaded, 1)) for c in group}
    for c in size:
        for way in range(4):
            seen = ray(board, c, way)
            clear = next((k for k, other in enumerate(seen) if shaded[other]), 0)
            if clear and size[c] == size[seen[clear]]:
                return False
    return True


@lru_cache
def answers_without_clues(board: Lattice) -> list[Cells]:
    """All shadings that keep the rules of a board without numbers."""
    return [shaded for shaded in all_squares(board) if any(shaded) and apart(board, shaded)]


def counted(board: Lattice, shaded: Cells, cell: int) -> int:
    """How many of a cell and its neighbours are shaded."""
    return shaded[cell] + sum(shaded[n] for n in near(board)[cell])


def case(rng: random.Random) -> Case:
    """Numbers of squares that fit, now and then a wrong one."""
    board = rng.choice([square(3, 4), square(4, 4), square(2, 5), square(3, 4, [(1, 1)]), square(3, 5), square(1, 4)])
    good = answers_without_clues(board)
    truth = rng.choice([rng.choice(good), max(rng.sample(good, min(9, len(good))), key=sum)])
    chance = rng.choice([0.15, 0.3, 0.6])
    clues: list[Any] = [
        sometimes(rng, chance, rng.choice([counted(board, truth, c)] * 25 + ["?", "?", 0, 5])) for c in board.cells
    ]
    if rng.random() < 0.05:
        clues = [sometimes(rng, 0.5, 0) for _ in board.cells]
    pool: list[Filling] = [(shaded,) for shaded in all_squares(board)]

    def right(shaded: Cells) -> bool:
        fits = all(n in (None, "?", counted(board, shaded, c)) for c, n in enumerate(clues))
        return fits and any(shaded) and apart(board, shaded)

    found = judged("lookair", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 60
REASONS = {
    "brNoShade": "some cell is shaded",
    "nmShade5Ne": "a number counts the shaded cells among its cell and its neighbours",
}
