"""Minarism: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from tests.small_boards import Case, Cells, grids, judged, kept, printed

MARKS = {"<": "<", ">": ">", "^": "<", "v": ">"}
"""Per sign the sign that it would be between two numbers in a row."""


def marked(name: str, signs_only: bool, rng: random.Random) -> Case:
    """Some signs, and some differences, between the numbers of a random square; now and then a wrong one."""
    board = rng.choice(
        [square(3, 3), square(4, 4), square(3, 3, [(0, 1)]), square(4, 4, [(1, 1), (2, 3)]), square(4, 3)]
    )
    truth = rng.choice(grids(board))
    marks = [mark_of(board, link, truth, signs_only, rng) for link in board.links]
    given = printed(truth, rng, rng.choice([0, 0, 8]))

    def right(number: Cells) -> bool:
        for (a, b), mark in zip(board.links, marks, strict=True):
            if isinstance(mark, int) and abs(number[a] - number[b]) != mark:
                return False
            if mark in MARKS and (number[a] < number[b]) != (MARKS[mark] == "<"):
                return False
        return kept(number, given)

    return judged(name, board, [(grid,) for grid in grids(board)], right, marks=marks, given=given)


def mark_of(board: Lattice, link: tuple[int, int], truth: Cells, signs_only: bool, rng: random.Random) -> Any:
    """What stands between two cells."""
    (a, b), (row, _), (other, _) = link, board.positions[link[0]], board.positions[link[1]]
    if rng.random() < 0.5:
        return None
    if signs_only or rng.random() < 0.6:
        smaller_first = (truth[a] < truth[b]) != (rng.random() < 0.03)
        return ("<" if smaller_first else ">") if row == other else ("^" if smaller_first else "v")
    return rng.choice([abs(truth[a] - truth[b])] * 12 + ["?", "?", 1])


def case(rng: random.Random) -> Case:
    """Signs and differences."""
    return marked("minarism", False, rng)


PUZZLES = 80
REASONS = {
    "nmDupRow": ("no number occurs twice in a row", "no number occurs twice in a column"),
    "ceNoNum": "every cell must be filled",
}


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="marks r1c1-r1c2: < or > is needed here, not v"):
        api.puzzle("minarism", square(2, 2), marks=["v", None, None, None])
    with pytest.raises(InputError, match="is needed here, not <"):
        api.puzzle("minarism", square(2, 2), marks=[None, None, None, "<"])
