"""Bosnian Road: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, around, connected, judged, near, noise, with_value


def is_road(board: Lattice, shaded: Cells) -> bool:
    """Whether the shaded cells are a loop that does not touch itself."""
    road = with_value(shaded, 1)
    adjacent = near(board)
    for a in road:
        for b in {*around(board)[a]} - {*adjacent[a]}:
            if shaded[b] and not any(shaded[c] for c in {*adjacent[a]} & {*adjacent[b]}):
                return False
    return bool(road) and connected(board, road) and all(sum(shaded[n] for n in adjacent[c]) == 2 for c in road)


@lru_cache
def every_filling(board: Lattice) -> tuple[list[Cells], list[Cells]]:
    """All roads, and groups of cells that break one rule of roads: two roads, or a road that touches itself."""
    roads, others = [], []
    for shaded in product((0, 1), repeat=len(board)):
        counts = [sum(shaded[n] for n in near(board)[c]) for c in with_value(shaded, 1)]
        if counts and set(counts) <= {2}:
            (roads if is_road(board, shaded) else others).append(shaded)
        elif counts.count(2) >= len(counts) - 2 and connected(board, with_value(shaded, 1)):
            others.append(shaded)
    return roads, others


def case(rng: random.Random) -> Case:
    """Numbers next to a random road, now and then a wrong one or one on the road."""
    board = rng.choice([square(3, 3), square(3, 4), square(4, 4), square(3, 5), square(4, 4, [(0, 3)]), square(4, 4, [(1, 1)]),
                        square(2, 5)])  # fmt: skip
    roads, others = every_filling(board)
    truth = rng.choice(roads)
    chance = rng.choice([0, 0.15, 0.4])
    clues: list[Any] = [None] * len(board)
    for c in board.cells:
        if rng.random() < (chance if not truth[c] else 0.01):
            clues[c] = rng.choice(
                [sum(truth[n] for n in around(board)[c])] * 12 + ["?", 2, 8 if len(around(board)[c]) == 8 else 3]
            )

    def right(shaded: Cells) -> bool:
        return is_road(board, shaded) and all(
            n is None or (not shaded[c] and n in ("?", sum(shaded[a] for a in around(board)[c])))
            for c, n in enumerate(clues)
        )

    pool: list[Filling] = [(shaded,) for shaded in (*roads, *rng.sample(others, min(60, len(others))))]
    found = judged("bosnianroad", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, ((0,) * len(board),), *noise(board, rng)])


PUZZLES = 60
TWO = "a cell of the road touches exactly two others"
PRESENCE = ("clues",)
REASONS = {
    "cs2x2": TWO,
    "shBranch": TWO,
    "shDeadEnd": TWO,
    "anShadeNe": "a number counts the cells of the road around it",
}
