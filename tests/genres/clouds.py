"""Clouds: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, around, judged, line_counts, lines_counted, near, noise


@lru_cache
def rectangles(board: Lattice, least: int) -> list[frozenset[int]]:
    """All rectangles of cells of at least this width and height."""
    at = {p: c for c, p in enumerate(board.positions)}
    found = []
    for (top, left), (below, behind) in product(product(range(board.rows), range(board.cols)), repeat=2):
        places = [*product(range(top, below + 1), range(left, behind + 1))]
        if below - top >= least - 1 and behind - left >= least - 1 and all(place in at for place in places):
            found.append(frozenset(at[place] for place in places))
    return found


@lru_cache
def skies(board: Lattice, least: int = 2, corners: bool = True) -> list[Cells]:
    """All fillings with rectangles that do not touch, at ``corners`` neither."""
    touching = around(board) if corners else near(board)
    found: list[set[int]] = [set()]
    for cloud in rectangles(board, least):
        rim = {n for c in cloud for n in touching[c]} | cloud
        found += [sky | cloud for sky in found if not sky & rim]
    return sorted({tuple([int(c in sky) for c in board.cells]) for sky in found})


def case(rng: random.Random) -> Case:
    """How many cells of some lines are shaded in a random filling, now and then another number."""
    board = rng.choice([square(3, 4), square(4, 4), square(4, 5), square(2, 5), square(4, 4, [(1, 1)]), square(5, 3)])
    every = skies(board)
    truth = rng.choice(every)
    counts: dict[str, list[Any]] = line_counts(board, truth, rng)
    if rng.random() < 0.3:
        counts = {side: [sum(truth[c] for c in line) for line in lines] for side, lines in lines_of(board).items()}
    layers = {"counts": counts}
    if rng.random() < 0.1:
        layers, counts = {}, {}
    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged("clouds", board, pool, lambda shaded: lines_counted(board, shaded, counts), **layers)
    # narrow clouds, and some that touch at a corner
    wrong = [*rng.sample(skies(board, 1), 5), *rng.choices(skies(board, 2, False), k=5)]
    return found._replace(near=[*pool, *[(shaded,) for shaded in wrong], *noise(board, rng)])


def lines_of(board: Lattice) -> dict[str, list[list[int]]]:
    """The cells of each row and column, by the side at which their number stands."""
    return {
        "left": [[c for c, (row, _) in enumerate(board.positions) if row == k] for k in range(board.rows)],
        "top": [[c for c, (_, col) in enumerate(board.positions) if col == k] for k in range(board.cols)],
    }


PUZZLES = 80
REASONS: dict[str, str] = {}
