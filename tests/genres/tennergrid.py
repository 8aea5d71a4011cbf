"""Tenner Grid: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp import api
from pencilp.board.lattice import square
from pencilp.formats.dataset import read_dataset
from pencilp.genres import find
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, around, fillings, judged, kept, rows_and_columns, sometimes


def case(rng: random.Random) -> Case:
    """The sums of some columns of a random filling and some of its numbers, now and then wrong ones."""
    board = rng.choice(
        [square(2, 4), square(1, 4), square(3, 4, [(1, 1), (2, 2)]), square(2, 5), square(2, 4), square(1, 1)]
    )
    rows, cols = rows_and_columns(board)

    def fits(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        row = next(row for row in rows if last in row)
        return not any(chosen[c] == chosen[last] and (c in row or c in around(board)[last]) for c in range(last))

    pool: list[Filling] = [(filling,) for filling in fillings([range(board.cols)] * len(board), fits)]
    truth = rng.choice(pool)[0] if pool else (0,) * len(board)
    stated = [sum(truth[c] for c in col) for col in cols]
    below: list[Any] = [rng.choice([n] * 12 + [None] * 3 + ["?", 3]) for n in stated]
    given = [sometimes(rng, 0.75, sometimes(rng, 0.05, n, rng.choice([1, "?"]))) for n in truth]

    def right(number: Cells) -> bool:
        return kept(number, given) and all(
            n in (None, "?", sum(number[c] for c in col)) for n, col in zip(below, cols, strict=True)
        )

    return judged("tennergrid", board, pool, right, given=given, sums={"bottom": below})


PUZZLES = 60
REASONS: dict[str, str] = {}
CORPUS = Corpus("TennerGrid", every=16)


def test_the_row_of_sums_is_none_of_the_board() -> None:
    puzzle = read_dataset("2 3\n- 1 -\n2 1 0", "2 3\n2 1 0\n2 1 0", find("tennergrid"))
    assert (puzzle.lattice.rows, puzzle.lattice.cols) == (1, 3)
    assert puzzle["sums"]["bottom"] == [(2,), (1,), (0,)]
    assert puzzle.answer is not None
    assert list(puzzle.answer["number"]) == [2, 1, 0]


def test_two_columns_hold_0_and_1() -> None:
    puzzle = api.puzzle("tennergrid", square(1, 2), given=[None, 0], sums={"bottom": [None, None]})
    assert [list(answer["number"]) for answer in api.solve(puzzle).answers] == [[1, 0]]
