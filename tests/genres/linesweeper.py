"""Linesweeper: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.proof import Corpus
from tests.small_boards import LOOP_BOARDS, Case, Drawn, around, drawn_loops, looped, sometimes


def case(rng: random.Random) -> Case:
    """Some numbers off a random loop, now and then a wrong one, or one anywhere."""
    board = rng.choice(LOOP_BOARDS)
    truth = rng.choice(list(drawn_loops(board).values()))
    numbers: list[Any] = [None] * len(board)
    off = [c for c in board.cells if c not in truth.cells]
    for c in rng.sample(off, min(len(off), rng.randint(1, 5))):
        numbers[c] = sometimes(rng, 0.1, sum(n in truth.cells for n in around(board)[c]), rng.choice(["?", 3]))
    if rng.random() < 0.1:
        numbers[rng.choice(board.cells)] = rng.choice(["?", 2])

    def right(loop: Drawn) -> bool:
        given = [(c, n) for c, n in enumerate(numbers) if n is not None]
        return all(
            c not in loop.cells and n in ("?", sum(other in loop.cells for other in around(board)[c])) for c, n in given
        )

    return looped("linesweeper", board, right, numbers=numbers)


PUZZLES = 80
REASONS: dict[str, str] = {}
PRESENCE = ("numbers",)
CORPUS = Corpus("Linesweeper", every=16)
