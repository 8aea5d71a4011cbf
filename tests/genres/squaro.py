"""SquarO: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp import api
from pencilp.board.lattice import square
from pencilp.formats.dataset import read_dataset, write_dataset
from pencilp.genres import find
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged


def case(rng: random.Random) -> Case:
    """Some counts of random circles, now and then a wrong one."""
    board = rng.choice([square(2, 2), square(2, 3), square(1, 4), square(2, 3, [(0, 1)]), square(3, 1)])
    at = {key: p for p, key in enumerate(board.corner_keys)}
    corners = [
        [p for key, p in at.items() if key in adjacent]
        for adjacent in ([(r + i, c + j) for i in (0, 1) for j in (0, 1)] for r, c in board.positions)
    ]
    pool: list[Filling] = [(black,) for black in product((0, 1), repeat=len(at))]
    # where nearly all corners are alike there is one answer
    heavy = rng.choice([1, 8, 30])
    truth = rng.choices([0, 1], rng.choice([(heavy, 1), (1, heavy)]), k=len(at))
    wrong = rng.choice([0, 0, 4])
    clues: list[Any] = [
        rng.choice([sum(truth[p] for p in some)] * 30 + [None, "?"] + [rng.randint(0, 4)] * wrong) for some in corners
    ]

    def right(black: Cells) -> bool:
        return all(n in (None, "?", sum(black[p] for p in some)) for n, some in zip(clues, corners, strict=True))

    return judged("squaro", board, pool, right, clues=clues)


PUZZLES = 60
REASONS: dict[str, str] = {}
CORPUS = Corpus("SquareO", every=6)


def test_each_corner_of_a_cell_has_its_weight() -> None:
    puzzle = read_dataset("1 2\n1 2", "1 2\n1 10", find("squaro"))
    assert puzzle.answer is not None
    assert [p for p, black in enumerate(puzzle.answer["black"]) if black] == [1, 5]
    assert api.check(puzzle, puzzle.answer) == []
    assert write_dataset(puzzle, puzzle.answer)["solution"] == "1 2\n1 10"
