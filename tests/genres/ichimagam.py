"""Magnetic Ichimaga: what proves it."""

from __future__ import annotations

import random

from tests.genres.ichimaga import joined_by_lines
from tests.small_boards import Case


def case(rng: random.Random) -> Case:
    """Circles that can be joined, mostly, with the numbers of a network that joins no equal ones; now and then a wrong one."""
    return joined_by_lines("ichimagam", rng, magnetic=True)


PUZZLES = 60
REASONS = {
    "brNoLine": "there is a line",
    "lcSameNum": "no line joins two equal numbers",
    "lcCurveGt1": "a line turns once at most",
    "nmLineNe": "as many lines end at a circle as its number says",
}
PRESENCE = ("numbers",)
TOGETHER = {"no line joins two equal numbers": "it is about two clues"}
