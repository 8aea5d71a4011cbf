"""Cojun: what proves it."""

from __future__ import annotations

import random

from pencilp.board.lattice import square
from tests.proof import Corpus
from tests.small_boards import Case, Filling, fillings, judged, kept, near, printed, random_rooms


def case(rng: random.Random) -> Case:
    """Random rooms that can be filled, mostly, and some of their numbers."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(6, 2), square(4, 3, [(1, 1)])])
    rooms = random_rooms(board, rng, 4, hang_together=rng.random() < 0.9)
    at = {position: c for c, position in enumerate(board.positions)}

    def fits(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        row, col = board.positions[last]
        above = at.get((row - 1, col))
        return not any(
            chosen[c] == chosen[last] and (rooms[c] == rooms[last] or c in near(board)[last]) for c in range(last)
        ) and (above is None or rooms[above] != rooms[last] or chosen[above] > chosen[last])

    pool: list[Filling] = []
    for filling in fillings([range(1, rooms.count(room) + 1) for room in rooms], fits):
        pool.append((filling,))
        if len(pool) > 500:
            return case(rng)
    if not pool and rng.random() < 0.97:
        return case(rng)
    given = printed(rng.choice(pool)[0] if pool else (1,) * len(board), rng, 4)
    return judged("cojun", board, pool, lambda number: kept(number, given), rooms=rooms, given=given)


PUZZLES = 100
REASONS = {"bkDupNum": "no number occurs twice in a room"}
CORPUS = Corpus("Cojun", every=10)
