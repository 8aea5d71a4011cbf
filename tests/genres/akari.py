"""Akari: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged, near, stretches


def case(rng: random.Random) -> Case:
    """Some black cells, and the numbers of lamps next to them; now and then a wrong one."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(3, 4, [(1, 1)]), hexagonal(3, 3), hexagon(2)])
    black = set(rng.sample(board.cells, rng.randint(max(1, len(board) - 8), len(board) // 2)))
    white = [c for c in board.cells if c not in black]
    lines = stretches(board, lambda cell: cell not in black)
    seen = {c: {other for line in lines if c in line for other in line} for c in white}
    pool: list[Filling] = []
    for bits in product((0, 1), repeat=len(white)):
        lamps = {c for c, bit in zip(white, bits, strict=True) if bit}
        if all(lamps & seen[c] for c in white) and not any(lamps & seen[c] - {c} for c in lamps):
            pool.append((tuple([int(c in lamps) for c in board.cells]),))
    truth = rng.choice(pool)[0]
    walls: list[Any] = [None] * len(board)
    for c in black:
        walls[c] = rng.choice(["x", "x", sum(truth[n] for n in near(board)[c])])
    if rng.random() < 0.3:
        walls[rng.choice(sorted(black))] = rng.randint(0, 4)

    def right(lamps: Cells) -> bool:
        return all(wall in (None, "x", sum(lamps[n] for n in near(board)[c])) for c, wall in enumerate(walls))

    return judged("akari", board, pool, right, walls=walls)


PUZZLES = 100
REASONS = {"akariDup": "no lamp is lit by another"}
CORPUS = Corpus("Akari", every=60)
