"""Nurikabe: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from pencilp.formats.text import text as plain
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Region, groups, judged, noise, walls, with_value


@lru_cache
def seas(board: Lattice) -> dict[Cells, list[Region]]:
    """Per filling whose sea forms one group without a block the islands."""
    return {shaded: groups(board, with_value(shaded, 0)) for shaded in walls(board)}


def case(rng: random.Random) -> Case:
    """A number on each island of a random filling, now and then a wrong one, one more or one less."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 1)]), square(2, 5), square(1, 4), square(1, 1), square(3, 3),
                        hexagonal(3, 3), hexagonal(2, 5), hexagon(2)])  # fmt: skip
    every = seas(board)
    unsure = rng.choice([0, 0.2, 1])
    clues: list[Any] = [None] * len(board)
    for island in rng.choice(list(every.values())):
        number = "?" if rng.random() < unsure else rng.choice([len(island)] * 12 + [1, 2])
        clues[rng.choice(sorted(island))] = number
    if rng.random() < 0.2:
        clues[rng.choice(board.cells)] = rng.choice([None, "?", 1, 2])

    def right(shaded: Cells) -> bool:
        for island in every[shaded]:
            numbers = [clues[c] for c in island if clues[c] is not None]
            if len(numbers) != 1 or numbers[0] not in ("?", len(island)):
                return False
        return not any(shaded[c] for c, clue in enumerate(clues) if clue is not None)

    found = judged("nurikabe", board, [(shaded,) for shaded in every], right, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 100
REASONS = {
    "cs2x2": "no two by two is shaded",
    "bkNumGe2": ("an island holds exactly one number", "an island holds no two numbers"),
    "bkSizeNe": "a number counts the cells of its island",
}
CORPUS = Corpus("Nurikabe", every=40)


def test_the_island_at_fault_is_named() -> None:
    puzzle = plain.read("nurikabe\nclues:\n2 - -\n- - -\n- - 1\nanswer:\nshaded:\n- - -\nx x x\nx x -\n")[0]
    assert {str(broken) for broken in api.check(puzzle)} == {
        "r1c1 r1c2 r1c3: a number counts the cells of its island",
        "r2c1 r2c2 r3c1 r3c2: no two by two is shaded",
    }
