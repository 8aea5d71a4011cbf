"""Guide Arrow: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from tests.small_boards import SIDES, Case, Cells, Filling, dynasties, judged, near, sometimes, trees


def first_step(board: Lattice, shaded: Cells, cell: int, star: int) -> str | None:
    """The direction in which the only way from a cell to the star begins; None where there is none."""
    come = {star: star}
    queue = [star]
    for c in queue:
        for n in near(board)[c]:
            if n not in come and not shaded[n]:
                come[n] = c
                queue.append(n)
    if cell == star or cell not in come:
        return None
    (r1, c1), (r2, c2) = board.positions[cell], board.positions[come[cell]]
    return "nesw"[SIDES["square"].index((r2 - r1, c2 - c1))]


@lru_cache
def parks(board: Lattice) -> list[Cells]:
    """The fillings that keep the rules which hold everywhere."""
    allowed = set(trees(board))
    return [shaded for shaded in dynasties(board) if shaded in allowed]


def case(rng: random.Random) -> Case:
    """A star and some arrows that lead to it, now and then a wrong one."""
    board = rng.choice([square(3, 3), square(3, 4), square(4, 4), square(2, 5), square(3, 3, [(1, 1)]), square(3, 4, [(0, 0)]),
                        square(4, 4, [(1, 2)]), square(1, 2)])  # fmt: skip
    every = parks(board)
    truth = rng.choice(every)
    star = rng.choice([c for c in board.cells if not truth[c]])
    arrows: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, len(board) // 2)):
        arrows[c] = sometimes(rng, 0.1, first_step(board, truth, c, star), rng.choice("nesw?"))

    def right(shaded: Cells) -> bool:
        return not shaded[star] and all(
            arrow is None or (not shaded[c] and arrow in ("?", first_step(board, shaded, c, star)))
            for c, arrow in enumerate(arrows)
        )

    signs = ["o" if c == star else None for c in board.cells]
    pool: list[Filling] = [(shaded,) for shaded in dynasties(board)]
    fits = set(every)
    return judged("guidearrow", board, pool, lambda s: s in fits and right(s), star=signs, arrows=arrows)


PUZZLES = 80
UNNAMED = {"star": "every puzzle has one"}
PRESENCE = ("arrows",)
REASONS = {
    "csAdjacent": "shaded cells do not touch",
    "csOnArrow": "arrows and the star are not shaded",
    "cuLoop": "the unshaded cells form no loop",
}
PINNED = 3


def test_there_is_one_star() -> None:
    with pytest.raises(InputError, match="the puzzle needs one star, not 2"):
        api.solve(api.puzzle("guidearrow", square(1, 3), star=["o", None, "o"], arrows=[None] * 3))
