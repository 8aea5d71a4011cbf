"""Norinuri: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.small_boards import Case, Cells, Filling, Region, groups, judged, near, noise, with_value


@lru_cache
def pairs(board: Lattice) -> dict[Cells, list[Region]]:
    """Per filling whose shaded cells lie in pairs the islands between them."""
    return {
        shaded: groups(board, with_value(shaded, 0))
        for shaded in product((0, 1), repeat=len(board))
        if all(sum(shaded[n] for n in near(board)[c]) == 1 for c in with_value(shaded, 1))
    }


def case(rng: random.Random) -> Case:
    """A number on each island of a random filling, now and then a wrong one, one more or one less."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 1)]), square(2, 5), square(1, 4), square(3, 3), hexagonal(3, 3),
                        hexagonal(2, 5), hexagon(2)])  # fmt: skip
    every = pairs(board)
    unsure = rng.choice([0, 0.3, 1])
    clues: list[Any] = [None] * len(board)
    for island in rng.choice(list(every.values())):
        number = "?" if rng.random() < unsure else rng.choice([len(island)] * 12 + [1, 2])
        clues[rng.choice(sorted(island))] = number
    if rng.random() < 0.2:
        clues[rng.choice(board.cells)] = rng.choice([None, "?", 1, 2])

    def right(shaded: Cells) -> bool:
        for island in every[shaded]:
            numbers = [clues[c] for c in island if clues[c] is not None]
            if len(numbers) != 1 or numbers[0] not in ("?", len(island)):
                return False
        return not any(shaded[c] for c, clue in enumerate(clues) if clue is not None)

    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged("norinuri", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 100
REASONS = {
    "csLt2": "a shaded cell touches exactly one other",
    "bkNumGe2": "an island holds no two numbers",
    "bkSizeNe": "a number counts the cells of its island",
}
