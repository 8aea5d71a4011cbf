"""Hakoiri-masashi: what proves it."""

from __future__ import annotations

import random
from itertools import permutations, product
from typing import Any

from pencilp.board.lattice import hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, around, connected, groups_of, judged, random_rooms


def case(rng: random.Random) -> Case:
    """Two or three random rooms, some of the shapes of a filling given, now and then a wrong one."""
    board = rng.choice([square(2, 4), square(3, 3), square(3, 4, [(1, 1)]), square(2, 5), hexagonal(3, 3)])
    rooms = random_rooms(board, rng, 6)
    groups = groups_of(rooms)
    if len(groups) > 3 or (min(map(len, groups)) < 3 and rng.random() < 0.95):
        return case(rng)
    pool: list[Filling] = []
    for chosen in product(*[list(permutations(room, 3)) for room in groups]):
        shape = [0] * len(board)
        for cells in chosen:
            for k, cell in enumerate(cells, 1):
                shape[cell] = k
        pool.append((tuple(shape),))
    good = {
        (shape,)
        for (shape,) in pool
        if not any(shape[c] and shape[c] == shape[n] for c in board.cells for n in around(board)[c])
        and connected(board, [c for c in board.cells if shape[c]])
    }
    if not good and rng.random() < 0.9:
        return case(rng)
    given: list[Any] = [None] * len(board)
    if pool:
        (truth,) = rng.choice(sorted(good) or pool)
        for c in rng.sample(board.cells, rng.randint(0, 4)):
            given[c] = "cts"[truth[c] - 1] if truth[c] and rng.random() < 0.95 else rng.choice([None, None, "t"])

    def right(shape: Cells) -> bool:
        return (shape,) in good and all(g is None or shape[c] == 1 + "cts".index(g) for c, g in enumerate(given))

    found = judged("hakoiri", board, pool, right, rooms=rooms, given=given)
    return found._replace(near=[*pool, *sorted(good) * 3])


PUZZLES = 60
ROOM = ("a room holds a circle, just one", "a room holds a triangle, just one", "a room holds a square, just one")
REASONS = {
    "nmAround": "equal shapes do not touch, not even at a corner",
    "bkNumGt3": ROOM,
    "bkDupNum": ROOM,
    "nmDivide": "the cells with a shape form one group",
    "bkNumLt3": ROOM,
}
CORPUS = Corpus("Hakoiri", every=6)
