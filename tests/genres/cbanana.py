"""Choco Banana: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, all_rectangles, groups, is_rectangle, judged, noise, with_value


@lru_cache
def bananas(board: Lattice) -> list[Cells]:
    """All fillings with rectangles of shaded cells, and no group of the others that is one."""
    return [
        filling
        for filling in all_rectangles(board)
        if not any(is_rectangle(board, group) for group in groups(board, with_value(filling, 0)))
    ]


def case(rng: random.Random) -> Case:
    """Some numbers of a random filling, now and then a wrong one."""
    board = rng.choice([square(3, 3), square(3, 4), square(3, 4, [(1, 1)]), square(4, 3, [(0, 0)]), square(2, 5)])
    truth = rng.choice(bananas(board))

    def sizes(shaded: Cells) -> dict[int, int]:
        return {c: len(group) for value in (0, 1) for group in groups(board, with_value(shaded, value)) for c in group}

    size = sizes(truth)
    clues: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(1, 6)):
        clues[c] = rng.choice([size[c]] * 25 + ["?", rng.randint(1, 5)])

    def right(shaded: Cells) -> bool:
        found = sizes(shaded)
        return shaded in bananas(board) and all(n in (None, "?", found[c]) for c, n in enumerate(clues))

    pool: list[Filling] = [(shaded,) for shaded in all_rectangles(board)]
    found = judged("cbanana", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *[(one,) for one in bananas(board)], *noise(board, rng)])


PUZZLES = 100
PINNED = 3
REASONS = {
    "csNotRect": "the shaded cells form rectangles",
    "cuRect": "no group of unshaded cells is a rectangle",
    "bkSizeNe": "a number counts the cells of its group",
}
