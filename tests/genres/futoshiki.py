"""Futoshiki: what proves it."""

from __future__ import annotations

import random

from tests.genres.minarism import marked
from tests.small_boards import Case


def case(rng: random.Random) -> Case:
    """Signs alone."""
    return marked("futoshiki", True, rng)


PUZZLES = 60
RARE = True
REASONS: dict[str, str] = {}
