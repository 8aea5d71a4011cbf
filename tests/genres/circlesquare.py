"""Circles and Squares: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, all_squares, blocks, connected, judged, noise, with_value


@lru_cache
def fields(board: Lattice) -> list[Cells]:
    """All fillings with unshaded squares, and the shaded cells in one group without a two by two."""
    turned = [tuple([1 - x for x in filling]) for filling in all_squares(board)]
    return [
        filling
        for filling in turned
        if connected(board, with_value(filling, 1))
        and not any(all(filling[c] for c in block) for block in blocks(board))
    ]


def case(rng: random.Random) -> Case:
    """Circles in some cells of a random filling, now and then one of the wrong colour."""
    board = rng.choice(
        [square(3, 4), square(3, 4, [(1, 2)]), square(3, 5), square(4, 3, [(0, 0)]), square(1, 3), square(4, 4)]
    )
    every = fields(board)
    truth = rng.choice(every)
    circles: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(1, min(6, len(board)))):
        circles[c] = "wb"[truth[c] if rng.random() < 0.9 else 1 - truth[c]]

    def right(shaded: Cells) -> bool:
        return all(circle in (None, "wb"[x]) for circle, x in zip(circles, shaded, strict=True))

    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged("circlesquare", board, pool, right, circles=circles)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 80
REASONS = {
    "csDivide": "the shaded cells form one group",
    "cuNotSquare": "the unshaded cells form squares",
}
