"""Tango: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.genres.binairo import SIZES, binaries, some_givens
from tests.small_boards import Case, Cells, Filling, judged, kept


def case(rng: random.Random) -> Case:
    """Some numbers and signs of a random filling, now and then a wrong one; on boards with odd lines there is none."""
    board = rng.choice(SIZES)
    every = binaries(board)
    truth = rng.choice(list(every) or [(0,) * len(board)])
    given = some_givens(rng, truth) if rng.random() < 0.5 else [None] * len(board)
    chance = rng.choice([0, 0.2, 0.6])
    signs: list[Any] = [None] * len(board.links)
    for e, (a, b) in enumerate(board.links):
        if rng.random() < chance:
            signs[e] = rng.choice(["=" if truth[a] == truth[b] else "x"] * 20 + ["=", "x"])

    def right(number: Cells) -> bool:
        return kept(number, given) and all(
            sign is None or (sign == "=") == (number[a] == number[b])
            for sign, (a, b) in zip(signs, board.links, strict=True)
        )

    pool: list[Filling] = [(filling,) for filling in every]
    return judged("tango", board, pool, right, given=given, signs=signs)


PUZZLES = 80
REASONS: dict[str, str] = {}
