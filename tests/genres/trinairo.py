"""Trinairo: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, fillings, judged, near, rows_and_columns


@lru_cache
def balanced(board: Lattice) -> list[Cells]:
    """All ways to fill a board so that every row and every column holds each of three numbers equally often."""
    lines = [line for both in rows_and_columns(board) for line in both]
    if any(len(line) % 3 for line in lines):
        return []
    adjacent = [[line for line in lines if cell in line] for cell in board.cells]

    def fits(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        return all(
            sum(chosen[c] == chosen[last] for c in line if c <= last) * 3 <= len(line) for line in adjacent[last]
        )

    return list(fillings([(1, 2, 3)] * len(board), fits))


def alone(board: Lattice, number: Cells, cell: int) -> bool:
    """Whether no cell next to it has the same number."""
    return all(number[n] != number[cell] for n in near(board)[cell])


def case(rng: random.Random) -> Case:
    """Some numbers of a random filling, with grey cells where one stands alone, now and then otherwise."""
    diagonal = square(4, 4, [(k, k) for k in range(4)])
    board = rng.choice([*[square(3, 6), square(6, 3), diagonal] * 4, square(3, 3), square(2, 3)])
    pool: list[Filling] = [(number,) for number in balanced(board)]
    truth = rng.choice(pool)[0] if pool else (1, 2, 3, 2, 3, 1)
    given: list[Any] = [None] * len(board)
    grey: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(1, len(board) // 2)):
        given[c] = truth[c] if rng.random() < 0.98 else rng.randint(1, 3)
        if alone(board, truth, c) == (rng.random() < 0.98):
            grey[c] = "x"
            given[c] = rng.choice([given[c]] * 3 + [None])

    def right(number: Cells) -> bool:
        return all(
            given[c] in (None, number[c])
            and (alone(board, number, c) if grey[c] else given[c] is None or not alone(board, number, c))
            for c in board.cells
        )

    return judged("trinairo", board, pool, right, given=given, grey=grey)


PUZZLES = 60
RARE = True
REASONS: dict[str, str] = {}
PRESENCE = ("grey",)
CORPUS = Corpus("Trinairo", every=6)
