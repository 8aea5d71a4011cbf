"""Inverse LITSO: what proves it."""

from __future__ import annotations

import random

from tests.genres.lits import four_in_each_room
from tests.small_boards import Case


def case(rng: random.Random) -> Case:
    return four_in_each_room("invlitso", rng, 0)


PUZZLES = 60
PIECE = "a room holds one group of four unshaded cells"
REASONS = {
    "cs2x2": "no two by two is shaded",
    "bkShadeDivide": PIECE,
    "bkShadeGt4": PIECE,
    "bkShadeLt4": PIECE,
    "bsSameShape": "equal shapes do not touch",
}
