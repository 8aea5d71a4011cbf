"""Unruly: what proves it."""

from __future__ import annotations

import random

from tests.genres.binairo import SIZES, binaries, some_givens
from tests.small_boards import Case, Filling, judged, kept


def case(rng: random.Random) -> Case:
    """Some numbers of a random filling, now and then a wrong one; on boards with odd lines there is none."""
    board = rng.choice(SIZES)
    every = binaries(board)
    given = some_givens(rng, rng.choice(list(every) or [(0,) * len(board)]))
    pool: list[Filling] = [(filling,) for filling in every]
    return judged("unruly", board, pool, lambda number: kept(number, given), given=given)


PUZZLES = 60
REASONS: dict[str, str] = {}
