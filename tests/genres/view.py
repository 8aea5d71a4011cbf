"""View: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, connected, judged, near, seen_from


@lru_cache
def viewed(board: Lattice) -> dict[Cells, bool]:
    """Per filling whose numbers count the empty cells that they see whether equal ones keep apart and all hang together."""
    found = {}
    for filled in product((0, 1), repeat=len(board)):
        number = tuple([seen_from(board, filled, c, 0) if here else -1 for c, here in enumerate(filled)])
        cells = [c for c in board.cells if filled[c]]
        if cells:
            apart = not any(number[c] == number[n] for c in cells for n in near(board)[c])
            found[number] = apart and connected(board, cells)
    return found


def case(rng: random.Random) -> Case:
    """Some numbers of a random filling, now and then a wrong one or a question mark."""
    board = rng.choice(
        [square(2, 3), square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 1)]), square(3, 3, [(0, 2)])]
    )
    every = viewed(board)
    good = [number for number, right in every.items() if right]
    truth = rng.choice(good) if good and rng.random() < 0.9 else rng.choice(list(every))
    given: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 4)):
        given[c] = rng.choice([truth[c] if truth[c] >= 0 else None] * 12 + ["?", 1])

    def right(number: Cells) -> bool:
        return every[number] and all(
            n is None or (number[c] >= 0 and n in ("?", number[c])) for c, n in enumerate(given)
        )

    pool: list[Filling] = [(number,) for number in every]
    return judged("view", board, pool, right, given=given)


PUZZLES = 80
PINNED = 3
TOGETHER = {"there is a number where one is printed": "it speaks of a number by its being there"}

REASONS = {
    "brNoValidNum": "there is a number",
    "nmAdjacent": "equal numbers do not share an edge",
    "ceSuspend": "a number counts the empty cells it sees",
}
PRESENCE = ("given",)
