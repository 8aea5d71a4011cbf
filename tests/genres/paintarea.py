"""Paintarea: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    blocks,
    connected,
    groups_of,
    judged,
    near,
    noise,
    random_rooms,
    with_value,
)


def case(rng: random.Random) -> Case:
    """Random rooms, and in some cells the number of a random filling, now and then a wrong one."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 1)]), square(3, 5), square(4, 4, [(0, 0)]), square(3, 3),
                        hexagonal(3, 3), hexagonal(3, 4), hexagon(2)])  # fmt: skip
    while True:
        rooms = random_rooms(board, rng, 3)
        parts = groups_of(rooms)
        if len(parts) < 11:
            break
    every = []
    for choice in product((0, 1), repeat=len(parts)):
        shaded = dict.fromkeys(board.cells, 0) | {c: x for part, x in zip(parts, choice, strict=True) for c in part}
        every.append(tuple(shaded.values()))

    def fits(shaded: Cells) -> bool:
        return connected(board, with_value(shaded, 1)) and all(
            len({shaded[c] for c in block}) == 2 for block in blocks(board)
        )

    pool: list[Filling] = [(shaded,) for shaded in every]
    good = [*filter(fits, every)]
    truth = rng.choice(good or every)
    clues: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 4)):
        clues[c] = rng.choice([sum(truth[n] for n in near(board)[c])] * 12 + ["?", 1])

    def right(shaded: Cells) -> bool:
        counted = (n in (None, "?", sum(shaded[b] for b in near(board)[c])) for c, n in enumerate(clues))
        return fits(shaded) and all(counted)

    found = judged("paintarea", board, pool, right, rooms=rooms, clues=clues)
    if not found.right and rng.random() < 0.8:
        return case(rng)
    return found._replace(near=[*[(shaded,) for shaded in good], *noise(board, rng)])


PUZZLES = 80
REASONS = {
    "bkMixed": "a room is shaded as a whole or not at all",
    "csDivide": "the shaded cells form one group",
    "cs2x2": "no two by two is shaded",
}
CORPUS = Corpus("PaintArea", every=9)
