"""Shikaku: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.proof import Corpus
from tests.small_boards import Case, Filling, Region, divided, divisions, is_rectangle


def case(rng: random.Random) -> Case:
    """Sizes of random rectangles, now and then a wrong one, a question mark, a number more or one less."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 2)])])
    every = divisions(board, is_rectangle)
    unsure = rng.choice([0.1, 0.1, 0.6])
    numbers: list[Any] = [None] * len(board)
    for region in rng.choice(list(every.values())):
        cell = rng.choice(sorted(region))
        numbers[cell] = "?" if rng.random() < unsure else rng.choice([len(region)] * 14 + [2])
    if rng.random() < 0.2:
        numbers[rng.choice(board.cells)] = rng.choice([1, None, 2, "?"])

    def right(regions: tuple[Region, ...]) -> bool:
        inside = [[numbers[c] for c in region if numbers[c] is not None] for region in regions]
        return all(len(n) == 1 and n[0] in ("?", len(r)) for n, r in zip(inside, regions, strict=True))

    found = divided("shikaku", board, every, right, numbers=numbers)
    # borders drawn anyhow, most of which part nothing
    anyhow: list[Filling] = [(tuple(rng.choices((0, 1), k=len(board.links))),) for _ in range(10)]
    return found._replace(near=[*found.near, *anyhow])


PUZZLES = 120
REASONS = {
    "bkNoNum": "a region has a number",
    "bkNumGe2": "a region has no two numbers",
    "bkSizeNe": "a number is the size of its region",
    "bdDeadEnd": "a border parts two regions",
}
CORPUS = Corpus("Shikaku", every=15)
