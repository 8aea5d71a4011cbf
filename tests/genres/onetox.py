"""One to X: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    fillings,
    judged,
    kept,
    near,
    printed,
    random_rooms,
    rows_and_columns,
)


def case(rng: random.Random) -> Case:
    """Random rooms, the sums of some lines of a random filling, some of its numbers, now and then wrong ones."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(2, 4), square(3, 4, [(1, 1)])])
    rooms = random_rooms(board, rng, 4)

    def fits(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        return not any(
            chosen[c] == chosen[last] and (rooms[c] == rooms[last] or c in near(board)[last]) for c in range(last)
        )

    pool: list[Filling] = []
    for filling in fillings([range(1, rooms.count(room) + 1) for room in rooms], fits):
        pool.append((filling,))
        if len(pool) > 800:
            return case(rng)
    if not pool and rng.random() < 0.97:
        return case(rng)
    truth = rng.choice(pool)[0] if pool else (1,) * len(board)
    lines = dict(zip(("left", "top"), rows_and_columns(board), strict=True))
    few = rng.choice([0, 10])
    sums: dict[str, list[Any]] = {
        side: [rng.choice([sum(truth[c] for c in line)] * 20 + [None] * few + ["?", 5]) for line in some]
        for side, some in lines.items()
    }
    given = printed(truth, rng, 3)

    def right(number: Cells) -> bool:
        return kept(number, given) and all(
            n in (None, "?", sum(number[c] for c in line))
            for side, some in lines.items()
            for n, line in zip(sums[side], some, strict=True)
        )

    return judged("onetox", board, pool, right, rooms=rooms, sums=sums, given=given)


PUZZLES = 80
PINNED = 3
REASONS: dict[str, str] = {}
CORPUS = Corpus("OneToX", every=5)
