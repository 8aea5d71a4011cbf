"""Kakuru: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.small_boards import Case, Cells, Filling, around, fillings, judged


def case(rng: random.Random) -> Case:
    """Random shaded cells and the sums of a random answer, now and then a wrong one. A few cells are left to be filled."""
    board = rng.choice([square(2, 3), square(1, 5), square(3, 3), square(3, 3, [(0, 1)]), square(3, 2), square(2, 4)])
    shaded = set(rng.sample(board.cells, rng.randint(1, 3)))
    while len(board) - len(shaded) > 4:
        shaded.add(rng.choice(board.cells))

    def fits(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        return last in shaded or all(chosen[c] != chosen[last] for c in around(board)[last] if c < last)

    values: list[Any] = [[0] if c in shaded else range(1, 10) for c in board.cells]
    pool: list[Filling] = [(filling,) for filling in fillings(values, fits)]
    adjacent = {c: [n for n in around(board)[c] if n not in shaded] for c in shaded}

    def different(number: Cells, cell: int) -> bool:
        return len({number[n] for n in adjacent[cell]}) == len(adjacent[cell])

    (truth,) = rng.choice(pool)
    if not all(different(truth, c) for c in shaded):
        return case(rng)
    sums: list[Any] = [None] * len(board)
    for c in shaded:
        sums[c] = rng.choice([sum(truth[n] for n in adjacent[c])] * 16 + ["x", "?", 3, 45])

    def right(number: Cells) -> bool:
        return all(
            isinstance(sums[c], str) or (sums[c] == sum(number[n] for n in adjacent[c]) and different(number, c))
            for c in shaded
        )

    found = judged("kakuru", board, pool, right, sums=sums)
    wild: list[Filling] = [(tuple(0 if c in shaded else rng.randint(1, 9) for c in board.cells),) for _ in range(3)]
    return found._replace(near=[*rng.sample(found.near, min(50, len(found.near))), *wild])


PUZZLES = 60
REASONS = {"nmAround": "equal numbers do not touch", "ceNoNum": "every cell must be filled"}
