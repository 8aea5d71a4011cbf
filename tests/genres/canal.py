"""Canal View: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp import api
from pencilp.board.lattice import hexagon, hexagonal, square
from pencilp.formats.text import text as plain
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged, noise, seen_from, walls, with_value


def case(rng: random.Random) -> Case:
    """Some numbers of a random canal, some unknown, now and then a wrong one; or one anywhere."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 1)]), square(2, 5), square(3, 3), square(1, 4), hexagonal(3, 3),
                        hexagonal(2, 5), hexagon(2)])  # fmt: skip
    every = walls(board)
    truth = rng.choice(every)
    clues: list[Any] = [None] * len(board)
    places = with_value(truth, 0)
    for c in rng.sample(places, min(len(places), rng.randint(1, 6))):
        clues[c] = rng.choice([seen_from(board, truth, c, 1)] * 15 + ["?", "?", 1])
    if rng.random() < 0.1:
        clues[rng.choice(board.cells)] = rng.choice(["?", 2])

    def right(shaded: Cells) -> bool:
        return all(
            n is None or (not shaded[c] and n in ("?", seen_from(board, shaded, c, 1))) for c, n in enumerate(clues)
        )

    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged("canal", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 80
REASONS = {
    "cs2x2": "no two by two is shaded",
    "nmShadeViewNe": "a number counts the shaded cells it sees",
}
CORPUS = Corpus("CanalView", every=5)


def test_a_number_does_not_count_its_own_cell() -> None:
    puzzle = plain.read("canal\nclues:\n1 - -\nanswer:\nshaded:\n- x x\n")[0]
    (broken,) = api.check(puzzle)
    assert "2 instead of 1" in broken.found
