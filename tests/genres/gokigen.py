"""Gokigen: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from tests.proof import Corpus
from tests.small_boards import Case, Cells, judged


@lru_cache
def drawings(rows: int, cols: int) -> dict[Cells, tuple[Cells, bool]]:
    """Per choice of diagonals (1: rising) how many end at each corner of the cells, and whether they close a loop."""
    found = {}
    for rising in product((0, 1), repeat=rows * cols):
        joined = list(range((rows + 1) * (cols + 1)))
        ends = [0] * len(joined)
        loop = False
        for cell, up in enumerate(rising):
            upper_left = cell // cols * (cols + 1) + cell % cols
            a, b = (upper_left + 1, upper_left + cols + 1) if up else (upper_left, upper_left + cols + 2)
            ends[a] += 1
            ends[b] += 1
            loop = loop or joined[a] == joined[b]
            joined = [joined[a] if group == joined[b] else group for group in joined]
        found[rising] = (tuple(ends), loop)
    return found


def case(rng: random.Random) -> Case:
    """Some numbers of random diagonals, now and then a wrong one."""
    rows, cols = rng.choice([(1, 3), (2, 2), (2, 3), (3, 3), (3, 4)])
    every = drawings(rows, cols)
    truth = rng.choice([ends for ends, loop in every.values() if not loop or rng.random() < 0.05])
    clues: list[Any] = [None] * len(truth)
    for corner in rng.sample(range(len(truth)), rng.randint(2, len(truth) // 2)):
        clues[corner] = rng.choice([truth[corner]] * 30 + ["?", 1, 3])

    def right(rising: Cells) -> bool:
        ends, loop = every[rising]
        return not loop and all(n in (None, "?", count) for n, count in zip(clues, ends, strict=True))

    return judged("gokigen", square(rows, cols), [(rising,) for rising in every], right, clues=clues)


PUZZLES = 60
REASONS = {
    # pzpr calls a number wrong as soon as too few diagonals are drawn
    "crConnSlNe": ("a number counts the diagonals that end there", "every cell must be filled"),
    "ceNoSlash": "every cell must be filled",
}
CORPUS = Corpus("GokigenNaname", every=40)


def test_it_is_played_on_whole_boards() -> None:
    with pytest.raises(InputError, match="without holes"):
        api.puzzle("gokigen", square(2, 2, [(0, 0)]), clues=[None] * 8)
