"""Yajikabe: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged, noise, ray, walls


def case(rng: random.Random) -> Case:
    """Some numbers of a random wall, now and then a wrong or unknown one."""
    board = rng.choice([square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 1)]), square(3, 3, [(0, 2)])])
    truth = rng.choice(walls(board))
    clues: list[Any] = [None] * len(board)
    wrong = rng.choice([0, 0, 4])
    few = rng.random() < 0.4
    for cell in board.cells:
        if not truth[cell] and (rng.random() < 0.4 or not few):
            way = max(range(4), key=lambda way: (len(ray(board, cell, way)), rng.random()))
            given = (way, sum(truth[c] for c in ray(board, cell, way)))
            clues[cell] = rng.choice([given] * 30 + [(None, "?"), (way, "?")] + [(way, 1), (way, 2)] * wrong)
    pool: list[Filling] = [(shaded,) for shaded in walls(board)]

    def right(shaded: Cells) -> bool:
        return all(
            not shaded[cell] and clue[1] in ("?", sum(shaded[c] for c in ray(board, cell, clue[0] or 0)))
            for cell, clue in enumerate(clues)
            if clue is not None
        )

    found = judged("yajikabe", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 80
REASONS: dict[str, str] = {}
PRESENCE = ("clues",)
CORPUS = Corpus("Yajikabe", every=6)
