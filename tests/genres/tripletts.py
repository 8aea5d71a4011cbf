"""Tripletts: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, fillings, groups_of, judged, near, random_rooms


def case(rng: random.Random) -> Case:
    """Some shapes of a board that is filled at random, now and then another one; some rooms are larger."""
    board = rng.choice([square(3, 3), square(3, 4), square(2, 4), square(3, 3, [(1, 1)]), square(3, 4, [(0, 1)]),
                        hexagonal(3, 3), hexagon(2)])  # fmt: skip
    rooms = random_rooms(board, rng, rng.choice([3, 3, 3, 4]))

    before = [[n for n in near(board)[c] if n < c and rooms[n] != rooms[c]] for c in board.cells]

    def parted(chosen: list[int]) -> bool:
        return all(chosen[n] != chosen[-1] for n in before[len(chosen) - 1])

    parts = groups_of(rooms)

    def fits(shape: Cells) -> bool:
        return all(len({shape[c] for c in room}) in (1, len(room)) for room in parts)

    every: list[Filling] = [(shape,) for shape in fillings([range(3)] * len(board), parted)]
    pool = every if len(every) < 3000 else rng.sample(every, 200) + [(shape,) for (shape,) in every if fits(shape)]
    right = [shape for (shape,) in pool if fits(shape)]
    known = set(right)
    if not right and rng.random() < 0.9:
        return case(rng)
    truth = rng.choice(right or [(0,) * len(board)])
    often = rng.choice([0.2, 0.4])
    given: list[Any] = ["cst"[k] if rng.random() < often else None for k in truth]
    if rng.random() < 0.15:
        given[rng.randrange(len(given))] = rng.choice("cst")

    def judge(shape: Cells) -> bool:
        return shape in known and all(g is None or g == "cst"[k] for g, k in zip(given, shape, strict=True))

    found = judged("tripletts", board, pool, judge, rooms=rooms, given=given)
    # most leave several answers
    return found if len(found.right) < 2 or rng.random() < 0.3 else case(rng)


PUZZLES = 80
REASONS: dict[str, str] = {}
CORPUS = Corpus("Tripletts", every=10)
