"""Palisade: what proves it."""

from __future__ import annotations

import random

from pencilp.board.lattice import hexagonal, square
from tests.genres.fourcells import sized
from tests.small_boards import Case


def case(rng: random.Random) -> Case:
    """Numbers of a random division into regions of some size, now and then a wrong one."""
    board, size = rng.choice([
        (square(2, 5), 5), (square(3, 5), 5), (square(4, 4, [(1, 1)]), 5), (square(3, 4), 6), (hexagonal(3, 5), 5),
        (square(3, 4), 4), (square(3, 3), 3), (hexagonal(3, 4), 6), (square(2, 4), 8),
    ])  # fmt: skip
    return sized("palisade", board, size, rng, **({} if size == 5 else {"size": size}))


PUZZLES = 80
REASONS: dict[str, str] = {}
