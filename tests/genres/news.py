"""NEWS: what proves it."""

from __future__ import annotations

import random
from itertools import permutations, product
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, connected, groups_of, judged, random_rooms, rows_and_columns

AHEAD = {1: lambda a, b: a[0] < b[0], 2: lambda a, b: a[1] > b[1], 3: lambda a, b: a[0] > b[0],
         4: lambda a, b: a[1] < b[1]}  # fmt: skip
"""For each letter (N, E, S, W) whether a position lies further in its direction than another."""


def written(board: Lattice, room: list[int]) -> list[tuple[int, int, int, int]]:
    """Return all ways to write two letters into a room, as (cell, letter, other cell, other letter)."""
    at = board.positions
    return [
        (a, one, b, other)
        for a, b in permutations(room, 2)
        if a < b
        for one, other in product(AHEAD, repeat=2)
        if AHEAD[one](at[a], at[b]) and AHEAD[other](at[b], at[a])
    ]


def case(rng: random.Random) -> Case:
    """Two to four random rooms, some letters of a filling given and some crosses, now and then a wrong one."""
    board = rng.choice([square(2, 3), square(2, 4), square(3, 3), square(3, 3, [(1, 1)]), square(3, 4, [(1, 2)])])
    lines = [line for both in rows_and_columns(board) for line in both]
    rooms = random_rooms(board, rng, 4)
    groups = groups_of(rooms)
    if len(groups) > 4 or (min(map(len, groups)) < 2 and rng.random() < 0.97):
        return case(rng)
    pool: list[Filling] = []
    for chosen in product(*[written(board, room) for room in groups]):
        letter = [0] * len(board)
        for a, one, b, other in chosen:
            letter[a], letter[b] = one, other
        pool.append((tuple(letter),))
    if len(pool) > 20000:
        return case(rng)
    joined = int(rng.random() < 0.3)

    def fits(letter: Cells) -> bool:
        held = [[letter[c] for c in line if letter[c]] for line in lines]
        apart = all(len({*letters}) == len(letters) for letters in held)
        return apart and (not joined or connected(board, [c for c in board.cells if not letter[c]]))

    good = [(letter,) for (letter,) in pool if fits(letter)]
    if not good and rng.random() < 0.97:
        return case(rng)
    given: list[Any] = [None] * len(board)
    if pool:
        (truth,) = rng.choice(good or pool)
        for c in rng.sample(board.cells, rng.randint(0, 5)):
            given[c] = rng.choice(["xNESW"[truth[c]]] * 12 + ["N", "x"])

    def right(letter: Cells) -> bool:
        return fits(letter) and all(g is None or letter[c] == "xNESW".index(g) for c, g in enumerate(given))

    some = rng.sample(pool, min(500, len(pool)))
    found = judged("news", board, [*some, *good], right, rooms=rooms, given=given, joined=joined)
    others = [tuple(rng.choice([0, 0, 0, 1, 2, 3, 4]) for _ in board.cells) for _ in range(20)]
    return found._replace(near=[*found.near, *[(filling,) for filling in others]])


PUZZLES = 60
REASONS = {
    "arNotRelative": "a letter stands further in its direction than the other letter of its room",
    "bkNoNum": "a room holds two letters",
}
