"""Cave: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import SIDES, Case, Cells, Filling, connected, judged, near, seen_from, with_value


@lru_cache
def caves(board: Lattice) -> list[Cells]:
    """All fillings with the unshaded cells in one group, and every shaded one joined to a cell with an open side."""
    sides = len(SIDES[board.shape])
    edge = {c for c in board.cells if len(near(board)[c]) < sides}

    def joined(shaded: set[int]) -> bool:
        reached = shaded & edge
        while fresh := {n for c in reached for n in near(board)[c] if n in shaded} - reached:
            reached |= fresh
        return reached == shaded

    return [
        filling
        for filling in product((0, 1), repeat=len(board))
        if connected(board, with_value(filling, 0)) and joined(set(with_value(filling, 1)))
    ]


def view(board: Lattice, shaded: Cells, cell: int) -> int:
    """How many unshaded cells are seen from an unshaded one, itself included."""
    return 1 + seen_from(board, shaded, cell, 0)


def case(rng: random.Random) -> Case:
    """Some numbers of a random cave, now and then a wrong one; or any numbers anywhere."""
    board = rng.choice([square(3, 4), square(3, 5), square(4, 3), square(3, 4, [(1, 1)]), square(1, 4), square(1, 1),
                        square(3, 3), hexagonal(3, 3), hexagonal(3, 4), hexagon(2)])  # fmt: skip
    clues: list[Any] = [None] * len(board)
    truth = rng.choice(caves(board))
    cave = with_value(truth, 0)
    for c in rng.sample(cave, rng.randint(0, min(5, len(cave)))):
        clues[c] = rng.choice([view(board, truth, c)] * 9 + ["?"])
    if rng.random() < 0.3:
        clues[rng.choice(board.cells)] = rng.choice(["?", *(n for n in (2, 3, 4, 5) if n <= len(board))])

    def right(shaded: Cells) -> bool:
        return all(n is None or (not shaded[c] and n in ("?", view(board, shaded, c))) for c, n in enumerate(clues))

    pool: list[Filling] = [(shaded,) for shaded in caves(board)]
    return judged("cave", board, pool, right, clues=clues)


PUZZLES = 100
REASONS = {
    "cuDivide": "the cave forms one group",
    "csConnOut": "the cells outside the cave are connected to the edge of the board",
}
CORPUS = Corpus("Cave", every=20)
