"""Nuribou: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, around, groups, judged, noise, with_value


@lru_cache
def stripped(board: Lattice) -> list[Cells]:
    """All fillings whose shaded cells form strips, of which no two of equal length touch at a corner."""
    found = []
    for filling in product((0, 1), repeat=len(board)):
        strips = groups(board, with_value(filling, 1))
        lines = [{len({board.positions[c][k] for c in strip}) for k in (0, 1)} for strip in strips]
        if all(min(sides) == 1 for sides in lines):
            of = {c: strip for strip in strips for c in strip}
            pairs = [(c, n) for c in of for n in around(board)[c] if n in of and of[n] != of[c]]
            if all(len(of[a]) != len(of[b]) for a, b in pairs):
                found.append(filling)
    return found


def case(rng: random.Random) -> Case:
    """A number for every island of a random filling, now and then a wrong one or one too many."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 1)]), square(2, 5), square(4, 3, [(0, 0)]), square(3, 3)])
    truth = rng.choice(stripped(board))
    clues: list[Any] = [None] * len(board)
    for island in groups(board, with_value(truth, 0)):
        if rng.random() < 0.97:
            clues[rng.choice(sorted(island))] = rng.choice([len(island)] * 4 + ["?"] * 3)
    if rng.random() < 0.1:
        clues[rng.choice(board.cells)] = rng.choice(["?", 1, 2])

    def right(shaded: Cells) -> bool:
        islands = [[clues[c] for c in g if clues[c] is not None] for g in groups(board, with_value(shaded, 0))]
        sizes = [len(g) for g in groups(board, with_value(shaded, 0))]
        return not any(shaded[c] and n is not None for c, n in enumerate(clues)) and all(
            len(given) == 1 and given[0] in ("?", size) for given, size in zip(islands, sizes, strict=True)
        )

    pool: list[Filling] = [(shaded,) for shaded in stripped(board)]
    found = judged("nuribou", board, pool, right, clues=clues)
    close = [(tuple([int(v != (c == k)) for k, v in enumerate(one)]),) for (one,) in found.right for c in board.cells]
    return found._replace(near=[*found.near, *close * 9, *noise(board, rng)])


PUZZLES = 120
REASONS = {"bkNoNum": "an island holds a number", "bkNumGe2": "an island holds no two numbers"}
PRESENCE = ("clues",)
