"""Chocona: what proves it."""

from __future__ import annotations

import random

from pencilp.board.lattice import square
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    all_rectangles,
    counts_in_rooms,
    judged,
    noise,
    random_rooms,
    rooms_counted,
)


def case(rng: random.Random) -> Case:
    """Random rooms, most of them with the number of a random filling, now and then of one without rectangles."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 1)]), square(4, 3, [(0, 2)]), square(2, 5), square(3, 3)])
    rooms = random_rooms(board, rng, rng.choice([1, 2, 3, 3, 5]))
    every = all_rectangles(board)
    clues = counts_in_rooms(rooms, rng.choice(every), rng, rng.choice([0.7, 1]))
    if rng.random() < 0.2:
        clues = counts_in_rooms(rooms, tuple(rng.choices((0, 1), k=len(board))), rng, 0.9)
    pool: list[Filling] = [(shaded,) for shaded in every]

    def right(shaded: Cells) -> bool:
        return rooms_counted(rooms, shaded, clues)

    found = judged("chocona", board, pool, right, rooms=rooms, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 60
RARE = True
REASONS = {
    "csNotRect": "the shaded cells form rectangles",
    "bkShadeNe": "a number counts the shaded cells of its room",
}
CORPUS = Corpus("Chocona", every=10)
