"""Fobidoshi: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import groupby, product
from typing import Any

from pencilp.board.lattice import Lattice, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, connected, judged, noise, stretches, with_value


@lru_cache
def short(board: Lattice) -> list[Cells]:
    """All connected circles of which no four stand in a row."""
    return [
        filling
        for filling in product((0, 1), repeat=len(board))
        if connected(board, with_value(filling, 1))
        and not any(
            x and len(list(run)) > 3 for line in stretches(board) for x, run in groupby(filling[c] for c in line)
        )
    ]


def case(rng: random.Random) -> Case:
    """Some circles and crosses of a random right answer, now and then wrong ones."""
    board = rng.choice(
        [square(3, 4), square(2, 5), square(2, 6, [(1, 2)]), hexagonal(3, 4), square(5, 2), square(1, 5)]
    )
    pool: list[Filling] = [(circles,) for circles in short(board)]
    truth = rng.choice(pool)[0]
    given: list[Any] = [None] * len(board)
    wrong = rng.choice([0, 0, 6])
    for c in rng.sample(board.cells, rng.randint(1, len(board))):
        given[c] = rng.choice(["xo"[truth[c]]] * 20 + ["o", "x"] * wrong)

    def right(circles: Cells) -> bool:
        return all(sign is None or "xo"[x] == sign for sign, x in zip(given, circles, strict=True))

    found = judged("fobidoshi", board, pool, right, given=given)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 80
REASONS: dict[str, str] = {}
CORPUS = Corpus("Fobidoshi", every=10)
