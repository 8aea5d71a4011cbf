"""Hidato: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from pencilp.errors import InputError
from tests.proof import Corpus
from tests.small_boards import Case, Cells, around, judged


@lru_cache
def walks(board: Lattice) -> list[Cells]:
    """Per walk over all cells by edges and corners the number of each cell."""
    found = []

    def walk(path: list[int]) -> None:
        if len(path) == len(board):
            found.append(tuple(path.index(c) + 1 for c in board.cells))
        for n in around(board)[path[-1]]:
            if n not in path:
                walk([*path, n])

    for start in board.cells:
        walk([start])
    return found


def case(rng: random.Random) -> Case:
    """Some numbers of a random walk, now and then two of them exchanged."""
    board = rng.choice([square(2, 3), square(2, 4), square(3, 3), square(3, 3, [(1, 1)]), square(3, 4, [(0, 1), (1, 1), (2, 3)]),
                        hexagonal(3, 3), hexagon(2), square(1, 4)])  # fmt: skip
    pool = [(walk,) for walk in walks(board)]
    truth = list(rng.choice(walks(board)))
    if rng.random() < 0.3:
        a, b = rng.sample(board.cells, 2)
        truth[a], truth[b] = truth[b], truth[a]
    numbers: list[int | None] = [None] * len(board)
    for c in rng.sample(board.cells, min(len(board), rng.randint(2, 5))):
        numbers[c] = truth[c]
    return judged("hidato", board, pool, lambda path: all(n in (None, path[c]) for c, n in enumerate(numbers)),
                  numbers=numbers)  # fmt: skip


PUZZLES = 80
REASONS: dict[str, str] = {}
FOLLOWS = {
    "every number is there once": "next to every number are the next and the last one, so all are there, one for each cell",
}
CORPUS = Corpus("Hidoku", every=40)


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="given twice"):
        api.puzzle("hidato", square(1, 3), numbers=[1, None, 1])
    with pytest.raises(InputError, match="only 1 to 3"):
        api.puzzle("hidato", square(1, 3), numbers=[1, None, 4])


def test_a_number_that_no_walk_reaches_leaves_no_answer() -> None:
    assert api.solve(api.puzzle("hidato", square(1, 4), numbers=[1, None, 2, None])).status == "none"
    assert api.solve(api.puzzle("hidato", square(1, 4), numbers=[None] * 4)).status == "multiple"
