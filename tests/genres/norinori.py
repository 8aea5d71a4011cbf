"""Norinori: what proves it."""

from __future__ import annotations

import random
from itertools import product

from pencilp import api
from pencilp.board.lattice import hexagon, hexagonal, square
from pencilp.board.puzzle import Answer
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, groups_of, judged, near, with_value


def case(rng: random.Random) -> Case:
    """Up to three random rooms."""
    board = rng.choice([square(3, 4), square(3, 3, [(1, 1)]), hexagonal(3, 4), hexagon(2), hexagonal(4, 3, [(2, 1)])])
    rooms = [-1] * len(board)
    while -1 in rooms:
        c = rng.choice([c for c in board.cells if rooms[c] < 0])
        taken = [rooms[n] for n in near(board)[c] if rooms[n] >= 0]
        if taken and rng.random() < 0.9:
            rooms[c] = rng.choice(taken)
        elif max(rooms) < 2:
            rooms[c] = max(rooms) + 1
    pool: list[Filling] = [(shaded,) for shaded in product((0, 1), repeat=len(board))]

    cells_of, adjacent = groups_of(rooms), near(board)

    def right(shaded: Cells) -> bool:
        return all(sum([shaded[c] for c in room]) == 2 for room in cells_of) and all(
            sum([shaded[n] for n in adjacent[c]]) == 1 for c in with_value(shaded, 1)
        )

    found = judged("norinori", board, pool, right, rooms=rooms)
    # most rooms leave no answer
    return found if found.right or rng.random() < 0.2 else case(rng)


PUZZLES = 50
REASONS = {
    "csGt2": "a shaded cell touches exactly one other",
    "bkShadeGt2": "a room holds two shaded cells",
    "bkShadeLt2": "a room holds two shaded cells",
}
CORPUS = Corpus("Norinori", every=16)


def test_broken_rules_have_their_place() -> None:
    puzzle = api.puzzle("norinori", square(2, 4), rooms=[1, 1, 2, 2, 1, 1, 2, 2])

    def broken(shaded: list[int]) -> list[str]:
        return [str(b) for b in api.check(puzzle, Answer(puzzle, {"shaded": shaded}))]

    assert broken([1, 0, 0, 1, 1, 0, 0, 1]) == []
    assert broken([1, 1, 1, 1, 0, 0, 0, 0]) == [
        "r1c2: a shaded cell touches exactly one other",
        "r1c3: a shaded cell touches exactly one other",
    ]
    assert broken([1, 0, 0, 0, 1, 0, 0, 1]) == [
        "r1c3 r1c4 r2c3 r2c4: a room holds two shaded cells",
        "r2c4: a shaded cell touches exactly one other",
    ]
