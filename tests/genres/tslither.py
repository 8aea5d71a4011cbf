"""Touch Slitherlink: what proves it."""

from __future__ import annotations

import random

from tests.genres.slitherlink import looped_around
from tests.small_boards import Case


def case(rng: random.Random) -> Case:
    return looped_around("tslither", rng, lambda around: around.pieces, full=True)


PUZZLES = 100
REASONS = {
    "brNoLine": "the loop is one single loop",
    "lnBranch": "the loop neither branches nor ends",
    "nmTouchNe": "the loop touches the cell as many times as its number says",
    "lnPlLoop": "the loop is one single loop",
    "lnDeadEnd": "the loop neither branches nor ends",
}
