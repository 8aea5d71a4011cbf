"""Nurimisaki: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, blocks, judged, near, noise, seen_from, walls, with_value


@lru_cache
def mixed(board: Lattice) -> list[Cells]:
    """All fillings with the unshaded cells in one group, and no two by two of one kind."""
    turned = [tuple([1 - x for x in filling]) for filling in walls(board)]
    return [filling for filling in turned if not any(all(filling[c] for c in block) for block in blocks(board))]


def capes(board: Lattice, shaded: Cells) -> set[int]:
    """The unshaded cells that touch exactly one other."""
    return {c for c in with_value(shaded, 0) if sum(not shaded[n] for n in near(board)[c]) == 1}


def case(rng: random.Random) -> Case:
    """Circles on all capes of a random filling, most with their numbers; now and then one is wrong, missing, or too many."""
    board = rng.choice([square(3, 4), square(3, 5, [(1, 1)]), square(4, 3), square(2, 5), square(3, 4, [(0, 3)]), square(1, 4),
                        hexagonal(3, 3), hexagonal(3, 4), hexagon(2)])  # fmt: skip
    every = mixed(board)
    truth = rng.choice(every)
    clues: list[Any] = [None] * len(board)
    share = rng.choice([1, 0.5])
    for c in capes(board, truth):
        clues[c] = 1 + seen_from(board, truth, c, 0) if rng.random() < share else "?"
        if rng.random() < 0.05:
            clues[c] = rng.choice([2, 3, None])
    if rng.random() < 0.05:
        clues[rng.choice(board.cells)] = "?"

    def right(shaded: Cells) -> bool:
        return capes(board, shaded) == {c for c, clue in enumerate(clues) if clue is not None} and all(
            clue in (None, "?", 1 + seen_from(board, shaded, c, 0)) for c, clue in enumerate(clues)
        )

    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged("nurimisaki", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 80
REASONS = {
    "brNoShade": "no two by two is unshaded",
    "cuDivide": "the unshaded cells form one group",
    "nmSumViewNe": "a number counts the unshaded cells it sees",
    "cu2x2": "no two by two is unshaded",
    "circleNotPromontory": "a circle touches exactly one unshaded cell",
    "nonCirclePromontory": "a cape has a circle",
}
CORPUS = Corpus("Nurimisaki", every=5)
