"""Vertex Slitherlink: what proves it."""

from __future__ import annotations

import random

from tests.genres.slitherlink import looped_around
from tests.small_boards import Case


def case(rng: random.Random) -> Case:
    return looped_around("vslither", rng, lambda around: around.corners, full=False)


PUZZLES = 100
REASONS = {
    "brNoLine": "the loop is one single loop",
    "lnBranch": "the loop neither branches nor ends",
    "lnCross": "the loop neither branches nor ends",
    "nmVertexNe": "the loop passes as many corners of the cell as its number says",
    "lnDeadEnd": "the loop neither branches nor ends",
}
