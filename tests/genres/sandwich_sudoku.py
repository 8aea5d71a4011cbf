"""Sandwich Sudoku: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.small_boards import Case, Cells, differ, grids, judged, kept, printed, random_sudoku, rows_and_columns


def between(line: list[int], highest: int) -> int | None:
    """The sum of the numbers between the 1 and the greatest, if both are there."""
    if not {1, highest} <= {*line}:
        return None
    first, last = sorted((line.index(1), line.index(highest)))
    return sum(line[first + 1 : last])


def case(rng: random.Random) -> Case:
    """What lies between the 1 and the greatest number in lines of a random square, now and then another sum; some numbers."""
    board, truth, groups, layers = random_sudoku(rng)
    lines = dict(zip(("left", "top"), rows_and_columns(board), strict=True))
    few = rng.choice([1, 6])
    sums: dict[str, list[Any]] = {
        side: [rng.choice([between([truth[c] for c in line], board.rows)] * 5 + [None] * few + ["?"]) for line in some]
        for side, some in lines.items()
    }
    if rng.random() < 0.2:
        sums["top"][0] = rng.randint(0, 5)
    given = printed(truth, rng, 3)

    def right(number: Cells) -> bool:
        # a line with a hole may lack the 1 or the greatest, and tells nothing then
        return kept(number, given) and differ(number, groups) and all(
            stated in (None, "?") or between([number[c] for c in line], board.rows) in (None, stated)
            for side, some in lines.items()
            for stated, line in zip(sums[side], some, strict=True)
        )  # fmt: skip

    if rng.random() < 0.9:
        layers["sums"] = sums
    else:
        sums = {side: [None] * board.rows for side in lines}
    pool = [(grid,) for grid in grids(board)]
    return judged("sandwich_sudoku", board, pool, right, given=given, **layers)


PUZZLES = 100
RARE = True
REASONS: dict[str, str] = {}
