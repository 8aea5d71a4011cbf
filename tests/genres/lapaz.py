"""La Paz: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.formats.pzpr import read_pzpr
from tests.small_boards import Case, Cells, Filling, Region, divisions, judged, near, noise, ray


def half_a_domino(board: Lattice, region: Region) -> bool:
    return len(region) < 3


@lru_cache
def cities(board: Lattice) -> dict[Filling, tuple[Region, ...]]:
    """All divisions into dominoes and single cells, which are shaded and do not touch."""
    found = {}
    for borders, regions in divisions(board, half_a_domino).items():
        alone = {c for region in regions if len(region) == 1 for c in region}
        if not any(n in alone for c in alone for n in near(board)[c]):
            found[tuple([int(c in alone) for c in board.cells]), borders] = regions
    return found


def counted(board: Lattice, shaded: Cells, region: Region, cell: int) -> int:
    """How many cells are shaded in the line of a domino, seen from one of its cells."""
    (r1, _), (r2, _) = (board.positions[c] for c in region)
    return sum(shaded[c] for way in ((1, 3) if r1 == r2 else (0, 2)) for c in ray(board, cell, way))


def case(rng: random.Random) -> Case:
    """Some numbers of a random division, now and then a wrong one."""
    board = rng.choice([square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 1)]), square(4, 4, [(1, 2)])])
    (truth, borders), regions = rng.choice(list(cities(board).items()))
    clues: list[Any] = [None] * len(board)
    chance, wrong = rng.choice([0.2, 0.5, 0.9]), rng.choice([0, 0, 3])
    for region in regions:
        for cell in region:
            if len(region) == 2 and rng.random() < chance:
                given = counted(board, truth, region, cell)
                clues[cell] = rng.choice([given] * 20 + ["?"] + [0, 1, 2] * wrong)

    def right(shaded: Cells, borders: Cells) -> bool:
        return all(
            clues[c] in (None, "?") or (len(region) == 2 and counted(board, shaded, region, c) == clues[c])
            for region in cities(board)[shaded, borders]
            for c in region
        ) and not any(x and clues[c] is not None for c, x in enumerate(shaded))

    found = judged("lapaz", board, list(cities(board)), right, clues=clues)
    return found._replace(near=[*found.near, *((shaded, borders) for (shaded,) in noise(board, rng))])


PUZZLES = 80
REASONS = {
    "nmLt1": "a cell that is not shaded is half of a domino",
    "csAdjacent": "shaded cells do not touch",
    "nmShadeNe": "a number counts the shaded cells in the line of its domino",
}
PRESENCE = ("clues",)


def test_borders_around_shaded_cells_need_not_be_drawn() -> None:
    puzzle = read_pzpr("pzprv3/lapaz/1/3/. . . /0 0 /# . . /")
    assert puzzle.answer is not None
    assert api.check(puzzle, puzzle.answer) == []
