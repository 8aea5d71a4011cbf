"""Archipelago: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, around, groups, judged, with_value


@lru_cache
def networks(board: Lattice, shaded: Cells) -> list[list[int]]:
    """The sizes of the islands that hang together by their corners, of each network."""
    islands = groups(board, with_value(shaded, 1))
    left, found = set(islands), []
    while left:
        chain = [left.pop()]
        for island in chain:
            fresh = {other for other in left if any(n in other for c in island for n in around(board)[c])}
            left -= fresh
            chain += fresh
        found.append(sorted(map(len, chain)))
    return found


@lru_cache
def fitting(board: Lattice) -> list[Cells]:
    """All fillings whose networks have one island of each size, and two islands at least."""
    return [
        shaded
        for shaded in product((0, 1), repeat=len(board))
        if all(len(sizes) > 1 and sizes == list(range(1, len(sizes) + 1)) for sizes in networks(board, shaded))
    ]


def case(rng: random.Random) -> Case:
    """Numbers in some shaded cells of a random filling, some unknown, now and then a wrong one."""
    board = rng.choice([square(3, 3), square(2, 4), square(3, 4), square(3, 4), square(4, 3, [(1, 1)]), square(2, 6)])
    good = fitting(board)
    truth = rng.choice([shaded for shaded in good if any(shaded)] * 9 + good)
    clues: list[Any] = [None] * len(board)
    for island in groups(board, with_value(truth, 1)):
        for c in island:
            clues[c] = rng.choice([None, None, len(island), "?"])
    if rng.random() < 0.2:
        clues[rng.choice(board.cells)] = rng.choice(["?", 1, 2, 3, len(board)])

    def right(shaded: Cells) -> bool:
        if shaded not in known:
            return False
        size = {c: len(island) for island in groups(board, with_value(shaded, 1)) for c in island}
        return all(clue is None or (c in size and clue in ("?", size[c])) for c, clue in enumerate(clues))

    known = set(good)
    every = list(product((0, 1), repeat=len(board)))
    found = judged("archipelago", board, [(shaded,) for shaded in every], right, clues=clues)
    near = [(shaded,) for shaded in [*rng.sample(good, min(len(good), 100)), *rng.sample(every, 100)]]
    return found._replace(near=near)


PUZZLES = 60
SIZES = "connected islands have the sizes from 1 on, one each"
REASONS = {
    "bkSizeNe": "a number is the size of its island",
    "bsSameNum": SIZES,
    "bkNoChain": ("an island touches another at a corner", SIZES),
}
PRESENCE = ("clues",)
PINNED = 3
