"""Doppelblock: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp import api, genres
from pencilp.board.lattice import square
from pencilp.errors import InputError
from pencilp.formats.dataset import read_dataset
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged, kept, latin_squares, printed, rows_and_columns


def between(line: list[int]) -> int:
    """The sum of the numbers between the first two shaded cells (0) of a line."""
    first = line.index(0)
    return sum(line[first : line.index(0, first + 1)])


def case(rng: random.Random) -> Case:
    """The sums of some lines of a random filling, and some of its numbers, now and then a wrong one."""
    board = square(4, 4)
    every = latin_squares(4, 2)
    truth = rng.choice(every)
    sides = dict(zip(("left", "top"), rows_and_columns(board), strict=True))
    sums: dict[str, list[Any]] = {
        side: [rng.choice([between([truth[c] for c in line])] * 5 + [None] * 3 + ["?", 1, 3]) for line in lines]
        for side, lines in sides.items()
    }
    given = printed(truth, rng, 3)

    def right(number: Cells) -> bool:
        return kept(number, given, blank=0) and all(
            n in (None, "?", between([number[c] for c in line]))
            for side, lines in sides.items()
            for n, line in zip(sums[side], lines, strict=True)
        )

    pool: list[Filling] = [(number,) for number in every]
    return judged("doppelblock", board, pool, right, sums=sums, given=given)


PUZZLES = 80
SUM = "the number outside is the sum between the shaded cells"
REASONS = {
    "ceNoNum": "every cell must be filled",
    "ceTooManyBlocks": ("two cells of a row are shaded", "two cells of a column are shaded"),
    "nmSum": SUM,
}
FOLLOWS = {
    "two cells of a row are shaded": "all numbers stand once in a row, which leaves two of its cells",
    "two cells of a column are shaded": "all numbers stand once in a column, which leaves two of its cells",
}
PRESENCE = ("given",)
CORPUS = Corpus("DoppelBlock", every=10)
PINNED = 3


def test_small_boards_and_holes_are_refused() -> None:
    for board in (square(3, 3), square(4, 4, [(1, 1)])):
        with pytest.raises(InputError, match="full boards"):
            api.puzzle("doppelblock", board, sums={side: [()] * board.rows for side in ("top", "left")})


def test_the_highest_number_of_a_text_is_that_of_the_board() -> None:
    genre = genres.load("doppelblock")
    read_dataset("4 4 2\n0 - - -\n- 1 - -", "", genre, answered=False)
    with pytest.raises(InputError, match="the highest number is 2, not 3"):
        read_dataset("4 4 3\n0 - - -\n- 1 - -", "", genre, answered=False)


def test_a_question_mark_is_a_number_and_not_shaded() -> None:
    sums = {side: [None] * 4 for side in ("top", "left")}
    for answer in api.solve(
        api.puzzle("doppelblock", square(4, 4), sums=sums, given=["?"] + [None] * 15), count=0
    ).answers:
        assert answer["number"][0] in (1, 2)
