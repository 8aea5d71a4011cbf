"""Tetro Chain-Y: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from tests.genres.tetrochaink import BOARDS_OF_CHAINS, FOUR, chain, chains, scattered
from tests.small_boards import Case, Cells, Filling, judged, noise, ray


def case(rng: random.Random) -> Case:
    """Some numbers of a random chain, now and then a wrong or unknown one."""
    board = rng.choice(BOARDS_OF_CHAINS)
    truth = chain(board, rng)
    clues: list[Any] = [None] * len(board)
    few, wrong = rng.choice([0.15, 0.5, 0.9]), rng.choice([0, 0, 8])
    for cell in board.cells:
        if not truth[cell] and rng.random() < few:
            way = max(range(4), key=lambda way: (len(ray(board, cell, way)), rng.random()))
            given = (way, sum(truth[c] for c in ray(board, cell, way)))
            clues[cell] = rng.choice([given] * 30 + [(None, "?"), (way, "?")] + [(way, 1), (way, 2)] * wrong)
    pool: list[Filling] = [(shaded,) for shaded in scattered(board)]

    def right(shaded: Cells) -> bool:
        return shaded in chains(board) and all(
            not shaded[cell] and clue[1] in ("?", sum(shaded[c] for c in ray(board, cell, clue[0] or 0)))
            for cell, clue in enumerate(clues)
            if clue is not None
        )

    found = judged("tetrochain", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 60
REASONS = {
    "csLt4": FOUR,
    "csGt4": FOUR,
    "bsSameShape": "tetrominoes that touch at a corner have different shapes",
    "csDivide": "the tetrominoes are connected by their corners",
    "anShadeNe": "a number counts the shaded cells in its arrow's direction",
}
PRESENCE = ("clues",)


@pytest.mark.parametrize(("clue", "status"), [((None, 0), "none"), ((None, "?"), "unique"), (("?", 1), "unique")])
def test_a_number_needs_an_arrow(clue: tuple[str | None, int | str], status: str) -> None:
    """But an unknown one may be any: then the clue only says that its cell is not shaded."""
    puzzle = api.puzzle("tetrochain", square(1, 2), clues=[clue, None])
    assert api.solve(puzzle).status == status
