"""Latin Sums: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, around, fillings, judged, rows_and_columns


def case(rng: random.Random) -> Case:
    """Random grey cells and the sums around some of them, now and then a wrong one."""
    board = rng.choice([square(3, 3), square(4, 4), square(3, 4), square(4, 4), square(4, 4, [(0, 1)])])
    grey = set(rng.sample(board.cells, rng.randint(len(board) // 4, len(board) // 2)))
    lines = [[c for c in line if c not in grey] for both in rows_and_columns(board) for line in both]
    values: list[Any] = [
        [0] if c in grey else range(1, min(len(line) for line in lines if c in line) + 1) for c in board.cells
    ]

    def fits(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        return not any(chosen[c] == chosen[last] for line in lines if last in line for c in line if c < last)

    pool: list[Filling] = [(filling,) for filling in fillings(values, fits)]
    if not pool and rng.random() < 0.95:
        return case(rng)
    truth = rng.choice(pool)[0] if pool else (1,) * len(board)
    sums: list[Any] = [None] * len(board)
    for c in grey:
        sums[c] = rng.choice([sum(truth[n] for n in around(board)[c])] * 12 + ["?"] * rng.choice([1, 12]) + [3])

    def right(number: Cells) -> bool:
        return all(n in (None, "?", sum(number[x] for x in around(board)[c])) for c, n in enumerate(sums))

    return judged("kakkuru", board, pool, right, sums=sums)


PUZZLES = 80
REASONS: dict[str, str] = {}
CORPUS = Corpus("Kakkuru", every=20, unreadable=frozenset({"382_4x4"}))
