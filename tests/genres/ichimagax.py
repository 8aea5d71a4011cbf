"""Crossing Ichimaga: what proves it."""

from __future__ import annotations

import random

from tests.genres.ichimaga import joined_by_lines
from tests.small_boards import Case


def case(rng: random.Random) -> Case:
    """Circles that can be joined, mostly, with the numbers of some network; now and then a wrong one."""
    return joined_by_lines("ichimagax", rng, crossing=True)


PUZZLES = 60
REASONS = {
    "lcCurveGt1": "a line turns once at most",
    "nmLineNe": "as many lines end at a circle as its number says",
    "nmNoLine": "the lines join all circles",
}
PRESENCE = ("numbers",)
