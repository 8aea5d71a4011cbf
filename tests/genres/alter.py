"""Alternation: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise, permutations, product
from typing import Any

from pencilp.board.lattice import square
from tests.small_boards import Case, Cells, Filling, groups_of, judged, random_rooms, rows_and_columns


def takes_turns(line: Sequence[int]) -> bool:
    """Return whether a row or column has two shapes that take turns; 0 is an empty cell."""
    shapes = [shape for shape in line if shape]
    return len({*shapes}) == 2 and all(a != b for a, b in pairwise(shapes))


def case(rng: random.Random) -> Case:
    """Two to four random rooms, some of the shapes of a filling given, now and then a wrong one."""
    board = rng.choice(
        [square(2, 3), square(2, 4), square(3, 3), square(3, 3, [(1, 1)]), square(3, 4), square(3, 4, [(0, 3)])]
    )
    lines = [line for both in rows_and_columns(board) for line in both]
    rooms = random_rooms(board, rng, 5)
    groups = groups_of(rooms)
    if len(groups) > 3 or (min(map(len, groups)) < 3 and rng.random() < 0.97):
        return case(rng)
    pool: list[Filling] = []
    for chosen in product(*[list(permutations(room, 3)) for room in groups]):
        shape = [0] * len(board)
        for cells in chosen:
            for k, cell in enumerate(cells, 1):
                shape[cell] = k
        pool.append((tuple(shape),))
    good = {(shape,) for (shape,) in pool if all(takes_turns([shape[c] for c in line]) for line in lines)}
    if not good and rng.random() < 0.97:
        return case(rng)
    given: list[Any] = [None] * len(board)
    if pool:
        (truth,) = rng.choice(sorted(good) or pool)
        for c in rng.sample(board.cells, rng.randint(0, 4)):
            given[c] = "cts"[truth[c] - 1] if truth[c] and rng.random() < 0.95 else rng.choice([None, None, "t"])

    def right(shape: Cells) -> bool:
        return (shape,) in good and all(g is None or shape[c] == 1 + "cts".index(g) for c, g in enumerate(given))

    found = judged("alter", board, pool, right, rooms=rooms, given=given)
    return found._replace(near=[*pool, *sorted(good) * 3])


PUZZLES = 60
ROOM = ("a room holds a circle, just one", "a room holds a triangle, just one", "a room holds a square, just one")
REASONS = {
    "bkDupNum": ROOM,
    "bkNumGt3": ROOM,
    "nmTripRow": "a row or column holds exactly two of the shapes",
    "nmMissRow": "a row or column holds exactly two of the shapes",
}
