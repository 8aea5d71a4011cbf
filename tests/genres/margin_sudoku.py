"""Margin Sudoku: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.proof import Corpus
from tests.small_boards import Case, Cells, differ, grids, judged, kept, printed, random_sudoku, rows_and_columns


def beginning(line: Sequence[int], depth: int) -> int:
    """The sum of the first cells of a line."""
    return sum(line[:depth])


def case(rng: random.Random) -> Case:
    """Sums of the first cells of a random square, now and then a wrong one; some numbers."""
    board, truth, groups, layers = random_sudoku(rng)
    depth = rng.choice([1, 2, 3])
    rows, cols = rows_and_columns(board)
    views = {"top": cols, "left": rows, "bottom": [col[::-1] for col in cols], "right": [row[::-1] for row in rows]}
    few = rng.choice([2, 6])
    clues: dict[str, list[Any]] = {
        side: [
            rng.choice([beginning([truth[c] for c in line], depth)] * 5 + [None] * few * 2 + ["?"])
            for line in views[side]
        ]
        for side in views
    }
    if rng.random() < 0.15:
        clues["top"][0] = rng.randint(0, 6)
    given = printed(truth, rng, 2)

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, groups) and all(
            clue in (None, "?", beginning([number[c] for c in line], depth))
            for side in views
            for clue, line in zip(clues[side], views[side], strict=True)
        )  # fmt: skip

    pool = [(grid,) for grid in grids(board)]
    return judged("margin_sudoku", board, pool, right, given=given, sums=clues, depth=depth, **layers)


PUZZLES = 90
REASONS: dict[str, str] = {}
CORPUS = Corpus("MarginSudoku", every=16)
PINNED = 3
