"""Star Battle: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import combinations
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, around, judged, near, rows_and_columns


@lru_cache
def skies(board: Lattice, stars: int) -> list[Cells]:
    """All ways to put ``stars`` stars into every row and column, none of which touch."""
    rows, cols = rows_and_columns(board)
    found = []

    def fill(chosen: list[int], rest: list[list[int]]) -> None:
        if any(sum(c in chosen for c in col) > stars for col in cols):
            return
        if not rest:
            if all(sum(c in chosen for c in col) == stars for col in cols):
                found.append(tuple([int(c in chosen) for c in board.cells]))
            return
        for fresh in combinations(rest[0], stars):
            if not any(n in (*chosen, *fresh) for c in fresh for n in around(board)[c]):
                fill([*chosen, *fresh], rest[1:])

    fill([], rows)
    return found


def case(rng: random.Random) -> Case:
    """Rooms that each hold the stars of some sky, grown at random; now and then other rooms."""
    board, stars = rng.choice([
        (square(4, 4), 1), (square(5, 5), 1), (square(6, 6), 1), (square(5, 5, [(0, 0), (2, 2)]), 1), (square(2, 3), 0),
        (square(3, 4), 1), (square(5, 5), 1), (square(6, 6, [(1, 4), (3, 3)]), 1), (square(8, 8), 2),
    ])  # fmt: skip
    pool: list[Filling] = [(sky,) for sky in skies(board, stars)]
    rooms: list[Any] = [None] * len(board)
    truth = rng.choice(pool)[0] if pool and rng.random() < 0.9 else (1,) * len(board)
    seeds = [c for c in board.cells if truth[c]][: board.rows * max(1, stars)] or [0]
    for k, seed in enumerate(seeds):
        rooms[seed] = k // max(1, stars)
    for _ in range(rng.choice([5, 20, 60])):
        c = rng.choice(board.cells)
        if rooms[c] is None:
            rooms[c] = rooms[rng.choice(near(board)[c])]

    def right(star: Cells) -> bool:
        return all(sum(star[c] for c in board.cells if rooms[c] == room) == stars for room in set(rooms) - {None})

    return judged("starbattle", board, pool, right, rooms=rooms, stars=stars)


PUZZLES = 100
RARE = True
REASONS = {
    "starAround": "stars do not touch, not even at a corner",
    "bkStarGt": "a room holds the given number of stars",
    "bkStarLt": "a room holds the given number of stars",
    "lnStarNe": ("a row holds the given number of stars", "a column holds the given number of stars"),
}
CORPUS = Corpus("Starbattle", every=20, several=frozenset({"starbattlefdd4c885_25x25", "starbattled1051043_21x21"}))
