"""Key West: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, hexagon, square
from tests.small_boards import Case, Cells, Filling, judged, kept, near, printed

BOARDS_TRIED = (square(2, 3), square(3, 3), square(2, 4), square(3, 4, [(1, 1), (0, 3)]), hexagon(2), square(3, 3))


@lru_cache
def bridged(board: Lattice) -> list[tuple[Cells, Cells]]:
    """All ways to draw bridges, with the number of bridges of each cell."""
    found = []
    for bridges in product((0, 1), repeat=len(board.links)):
        number = [0] * len(board)
        for link, x in zip(board.links, bridges, strict=True):
            for cell in link:
                number[cell] += x
        found.append((tuple(number), bridges))
    return found


def together(board: Lattice, bridges: Cells) -> bool:
    """Whether all cells with a bridge can be reached from each other over bridges."""
    drawn = [set(link) for link, x in zip(board.links, bridges, strict=True) if x]
    reached = drawn[0] if drawn else set[int]()
    for _ in drawn:
        reached = reached.union(*(link for link in drawn if link & reached))
    return all(link <= reached for link in drawn)


@lru_cache
def fitting(board: Lattice) -> set[Filling]:
    """The ways that keep all rules but the printed numbers."""
    return {
        (number, bridges)
        for number, bridges in bridged(board)
        if all(number[a] != number[b] for a in board.cells for b in near(board)[a]) and together(board, bridges)
    }


def case(rng: random.Random) -> Case:
    """Some numbers of a random way that fits, now and then a wrong one."""
    board = rng.choice(BOARDS_TRIED)
    fits = fitting(board)
    truth, _ = rng.choice(sorted(fits)) if fits else (((1,) * len(board)), ())
    given: list[Any] = printed(truth, rng, 4)

    def right(number: Cells, bridges: Cells) -> bool:
        return (number, bridges) in fits and kept(number, given)

    found = judged("keywest", board, bridged(board), right, given=given)
    return found._replace(near=[*sorted(found.right), *rng.sample(bridged(board), 10)])


PUZZLES = 60
REASONS = {
    "nmAdjacent": "equal numbers do not share an edge",
    "nmLineLt": "a number counts the bridges of its island",
    "nmLineGt": "a number counts the bridges of its island",
    "ceNoNum": "every cell must be filled",
}
