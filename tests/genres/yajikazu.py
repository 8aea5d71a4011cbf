"""Yajisan-Kazusan: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.small_boards import Case, Cells, Filling, dynasties, judged, noise, ray


def case(rng: random.Random) -> Case:
    """Numbers that are true of a random filling where it is unshaded, any where it is shaded, now and then a wrong one."""
    board = rng.choice(
        [square(3, 4), square(3, 4, [(1, 1)]), square(2, 5), square(4, 3, [(0, 0)]), square(1, 4), square(3, 3)]
    )
    every = dynasties(board)
    truth = rng.choice(every)
    clues: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(min(len(board), 4), min(len(board), 12))):
        way = rng.choice([0, 1, 2, 3, 3, None, "?"])
        if way in (None, "?"):
            clues[c] = rng.choice([(way, 1), (way, "?")])
            continue
        number = sum(truth[x] for x in ray(board, c, way))
        if truth[c]:
            number = rng.choice([0, 1, 2, 99])
        clues[c] = (way, rng.choice([number] * 16 + ["?", 1, 2]))

    def right(shaded: Cells) -> bool:
        return any(shaded) and all(
            clue is None
            or shaded[c]
            or clue[0] in (None, "?")
            or clue[1] in ("?", sum(shaded[x] for x in ray(board, c, clue[0])))
            for c, clue in enumerate(clues)
        )

    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged("yajikazu", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 80
REASONS = {
    "brNoShade": "some cell is shaded",
    "anShadeNe": "an unshaded number counts the shaded cells in its arrow's direction",
}
