"""Skyscraper Sudoku: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.genres.skyscrapers import seen
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Cells,
    differ,
    grids,
    groups_of,
    judged,
    kept,
    long_lines,
    printed,
    rows_and_columns,
    usual_boxes,
)


def case(rng: random.Random) -> Case:
    """How many towers of a random square are seen from some places, now and then a wrong count; some numbers."""
    board = rng.choice([square(4, 4), square(4, 4), square(4, 4), square(3, 3), square(3, 3, [(1, 1)])])
    boxes = rng.choice([None, None, [row for row, _ in board.positions]]) if len(board) == board.rows**2 else None
    long = rng.choice([0, 0, 0, 1])
    groups = groups_of(boxes or usual_boxes(board)) + long_lines(board) * long
    truth = rng.choice([grid for grid in grids(board) if differ(grid, groups)] or grids(board))
    rows, cols = rows_and_columns(board)
    views = {"top": cols, "left": rows, "bottom": [col[::-1] for col in cols], "right": [row[::-1] for row in rows]}
    few = rng.choice([2, 6])
    clues: dict[str, list[Any]] = {
        side: [rng.choice([seen([truth[c] for c in line])] * 5 + [None] * few * 2 + ["?"]) for line in views[side]]
        for side in views
    }
    if rng.random() < 0.15:
        clues["top"][0] = rng.randint(0, board.rows)
    given = printed(truth, rng, 2)

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, groups) and all(
            clue in (None, "?", seen([number[c] for c in line]))
            for side in views
            for clue, line in zip(clues[side], views[side], strict=True)
        )  # fmt: skip

    layers: dict[str, Any] = {} if boxes is None else {"boxes": boxes}
    pool = [(grid,) for grid in grids(board)]
    return judged("skyscraper_sudoku", board, pool, right, given=given, clues=clues, diagonals=long, **layers)


PUZZLES = 80
REASONS: dict[str, str] = {}
CORPUS = Corpus("SkyscraperSudoku", every=4)
