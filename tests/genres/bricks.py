"""Bricks: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp import api
from pencilp.board.lattice import square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, grids, judged, kept, printed


def case(rng: random.Random) -> Case:
    """Some numbers of a square that fits a wall laid in one of two ways, or in bricks that stand upright."""
    board = rng.choice([square(2, 2), square(3, 3), square(4, 4), square(4, 4), square(4, 4), square(4, 4, [(1, 2)])])
    way = rng.choice([0, 0, 1, 2])
    walls = {
        0: [(r, (c + r % 2) // 2) for r, c in board.positions],
        1: [(r, (c + 1 - r % 2) // 2) for r, c in board.positions],
        2: [((r + c % 2) // 2, c) for r, c in board.positions],
    }
    wall = walls[way]
    whole = [(a, b) for a in board.cells for b in board.cells if a < b and wall[a] == wall[b]]
    pool: list[Filling] = [(grid,) for grid in grids(board)]

    def mixed(number: Cells) -> bool:
        return all((number[a] + number[b]) % 2 for a, b in whole)

    good = [filling for filling in pool if mixed(*filling)]
    given = printed(rng.choice(good or pool)[0], rng, 4 * (board.cols > 2))
    layers: dict[str, Any] = {"given": given} if way == 0 else {"given": given, "wall": wall}
    found = judged("bricks", board, pool, lambda number: kept(number, given) and mixed(number), **layers)
    return found._replace(near=[*good * 3, *found.near])


PUZZLES = 80
RARE = True
REASONS: dict[str, str] = {}
CORPUS = Corpus("Bricks", every=8)


def test_bricks_are_laid_in_courses() -> None:
    puzzle = api.puzzle("bricks", square(4, 4), given=[None] * 16)
    assert [*map(len, puzzle["wall"])] == [2, 2, 1, 2, 1, 2, 2, 1, 2, 1]


def test_offsets_of_courses_come_from_the_answer() -> None:
    from pencilp.formats.dataset import read_dataset

    numbers = "1 3 2 4\n3 2 1 4\n2 4 3 1\n4 1 3 2"
    puzzle = read_dataset(
        "4 4\n" + "- - - -\n" * 4, f"4 4\n{numbers}", api.puzzle("bricks", square(2, 2), given=[None] * 4).genre
    )
    assert [len(brick) for brick in puzzle["wall"]][:3] == [1, 2, 1]
