"""Str8ts: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from tests.proof import Corpus
from tests.small_boards import Case, fillings, judged, kept, printed, rows_and_columns, stretches


def case(rng: random.Random) -> Case:
    """Black cells, some with numbers, and some numbers of a random filling."""
    board = rng.choice(
        [square(2, 2), square(3, 3), square(4, 4), square(3, 3, [(1, 1)]), square(4, 4, [(0, 3), (1, 1)])]
    )
    size = board.rows
    dark = set(rng.sample(board.cells, rng.randint(1, size) if size < 4 else rng.randint(4, 7)))
    runs = [run for run in stretches(board, lambda cell: cell not in dark) if len(run) > 1]
    lines = [line for both in rows_and_columns(board) for line in both]
    partners = [{c for line in lines if cell in line for c in line} - {cell} for cell in board.cells]
    values: list[Sequence[int]] = [range(1, size + 1)] * len(board)
    given: list[Any] = [None] * len(board)
    for c in dark:
        given[c] = rng.choice([None, rng.randint(1, size)])
        values[c] = [given[c] or 0]

    def fits(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        if chosen[last] and any(chosen[c] == chosen[last] for c in partners[last] if c < last):
            return False
        ended = [[chosen[c] for c in run] for run in runs if run[-1] == last]
        return all(max(numbers) - min(numbers) < len(numbers) for numbers in ended)

    every = [(filling,) for filling in fillings(values, fits)]
    truth = rng.choice(every)[0] if every else (1,) * len(board)
    hints = printed(truth, rng, 6)
    given = [given[c] if c in dark else hints[c] for c in board.cells]
    black = ["x" if c in dark else None for c in board.cells]
    return judged("str8ts", board, every, lambda number: kept(number, given), black=black, given=given)


PUZZLES = 100
REASONS: dict[str, str] = {}
CORPUS = Corpus("Str8t", every=40)


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="as many rows as columns"):
        api.puzzle("str8ts", square(2, 3), given=[None] * 6, black=[None] * 6)
