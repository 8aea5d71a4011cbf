"""City Space: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, groups, judged, noise, seen_from, sometimes, trees, with_value


@lru_cache
def cities(board: Lattice) -> list[Cells]:
    """The fillings that keep the rules which hold everywhere."""

    def straight(shaded: Cells) -> bool:
        places = [[board.positions[c] for c in group] for group in groups(board, with_value(shaded, 1))]
        return all(len(group) > 1 and 1 in map(len, map(set, zip(*group, strict=True))) for group in places)

    return [shaded for shaded in trees(board) if straight(shaded)]


def case(rng: random.Random) -> Case:
    """What some unshaded cells see, now and then a wrong number."""
    board = rng.choice([square(3, 3), square(3, 4), square(4, 4), square(4, 4), square(2, 5), square(4, 4, [(1, 2)]),
                        square(3, 5), square(3, 4, [(1, 1), (0, 3)])])  # fmt: skip
    every = cities(board)
    truth = rng.choice(every)
    numbers: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 4)):
        seen = 1 + seen_from(board, truth, c, 0)
        numbers[c] = sometimes(
            rng, 0.1, None if truth[c] else min(seen, board.rows + board.cols - 1), rng.choice(["?", 2, 3])
        )

    def right(shaded: Cells) -> bool:
        return all(
            n is None or (not shaded[c] and n in ("?", 1 + seen_from(board, shaded, c, 0)))
            for c, n in enumerate(numbers)
        )

    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged("cityspace", board, pool, right, numbers=numbers)
    return found._replace(near=[*found.near, *[(shaded,) for shaded in trees(board)[:30]], *noise(board, rng)])


PUZZLES = 60
PRESENCE = ("numbers",)
REASONS = {
    "cuDivide": "the unshaded cells form one group",
    "cuLoop": "the unshaded cells form no loop",
    "csWidthGt1": "a group of shaded cells is a straight line",
    "cs1x1": "no shaded cell stands alone",
    "nmSumViewNe": "a number counts the unshaded cells it sees",
}
