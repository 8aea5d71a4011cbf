"""Mathrax: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from tests.proof import Corpus
from tests.small_boards import Case, Cells, grids, judged, kept, printed


def results(x: int, y: int) -> set[tuple[int, str]]:
    """All that two numbers make in some order."""
    low, high = sorted((x, y))
    return {(x + y, "+"), (high - low, "-"), (x * y, "*")} | ({(high // low, "/")} if high % low == 0 else set())


def fits(clue: Any, numbers: list[int]) -> bool:
    """Whether four numbers keep the clue between them."""
    if clue in ("E", "O"):
        return all(n % 2 == (clue == "O") for n in numbers)
    result, sign = clue
    a, b, c, d = numbers
    return any((result, s) in results(a, d) & results(b, c) for s in (sign or "+-*/"))


def case(rng: random.Random) -> Case:
    """Clues that a random square keeps, now and then another one, and some of its numbers; some squares have a hole."""
    board = rng.choice([square(3, 3), square(4, 4), square(4, 4), square(4, 4, [(0, 3)])])
    truth = rng.choice(grids(board))
    at = {p: c for c, p in enumerate(board.positions)}
    clues: list[Any] = [None] * len(board.corners)
    around: dict[int, list[int]] = {}
    for row in range(1, board.rows):
        for col in range(1, board.cols):
            places = [(row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col)]
            corner = board.corner_keys.index((row, col))
            if all(p in at for p in places):
                around[corner] = [at[p] for p in places]
    for corner, cells in around.items():
        numbers = [truth[c] for c in cells]
        every = [*("EO"), *((n, sign) for n in range(13) for sign in (*"+-*/", None))]
        right_ones = [clue for clue in every if fits(clue, numbers)]
        if right_ones and rng.random() < 0.7:
            clues[corner] = right_ones[0] if right_ones[0] in ("E", "O") else rng.choice(right_ones)
        elif rng.random() < 0.03:
            clues[corner] = rng.choice([*every, (30, "*")])
    given = printed(truth, rng, 4)

    def right(number: Cells) -> bool:
        return kept(number, given) and all(
            clue is None or fits(clue, [number[c] for c in around[corner]]) for corner, clue in enumerate(clues)
        )

    return judged("mathrax", board, [(grid,) for grid in grids(board)], right, clues=clues, given=given)


PUZZLES = 60
BOARDS = (
    "mathrax\nsize: 3 3\nclues:\n- - - -\n- O - -\n- - - -\n- - - -\n",
    "mathrax\nsize: 3 3\nclues:\n- - - -\n- - 1- -\n- - - -\n- - - -\ngiven:\n? - -\n- 2 -\n- - -\n",
)
REASONS: dict[str, str] = {}
CORPUS = Corpus("Mathrax", every=20)


def test_a_clue_lies_on_a_corner_of_four_cells() -> None:
    with pytest.raises(InputError, match="where four cells meet"):
        api.puzzle("mathrax", square(2, 2), clues=["E", *[None] * 8])


def test_a_missing_sign_is_the_same_for_both_pairs() -> None:
    """1 + 1 and 4 - 2 are both 2, but not by the same calculation; 3 - 1 and 4 - 2 are."""
    clues: list[Any] = [None] * 25
    clues[12] = (2, None)
    for pair, status in (((1, 1), "none"), ((3, 1), "multiple")):
        given: list[int | None] = [None] * 16
        given[5], given[10] = pair
        given[6], given[9] = 4, 2
        assert api.solve(api.puzzle("mathrax", square(4, 4), clues=clues, given=given)).status == status
