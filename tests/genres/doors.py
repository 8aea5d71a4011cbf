"""Doors: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp import api
from pencilp.board.lattice import square
from pencilp.formats.dataset import read_dataset, write_dataset
from pencilp.genres import find
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged, ray


def case(rng: random.Random) -> Case:
    """What is seen from cells through random doors, now and then a wrong number."""
    board = rng.choice([square(2, 3), square(3, 3), square(2, 4), square(1, 5), square(3, 3, [(1, 1)]), square(3, 3)])
    links = [frozenset(link) for link in board.links]
    pool: list[Filling] = [(closed,) for closed in product((0, 1), repeat=len(links))]

    def seen(closed: Cells, cell: int) -> int:
        shut = {link for link, x in zip(links, closed, strict=True) if x}
        count = 0
        for way in range(4):
            here = cell
            for there in ray(board, cell, way):
                if frozenset((here, there)) in shut:
                    break
                here, count = there, count + 1
        return count

    def joined(closed: Cells) -> bool:
        reached = [0]
        for c in reached:
            reached += [b for a in links for b in a if c in a and b not in reached and not closed[links.index(a)]]
        return len(reached) == len(board)

    truth = next(closed for (closed,) in rng.sample(pool, len(pool)) if joined(closed))
    wrong = rng.choice([0, 0, 4])
    numbers: list[Any] = [
        rng.choice([seen(truth, c)] * 30 + [None, "?"] + [rng.randint(0, 3)] * wrong) for c in board.cells
    ]

    def right(closed: Cells) -> bool:
        return joined(closed) and all(n in (None, "?") or n == seen(closed, c) for c, n in enumerate(numbers))

    return judged("doors", board, pool, right, numbers=numbers)


PUZZLES = 60
REASONS: dict[str, str] = {}
CORPUS = Corpus("Doors", every=10)


def test_the_doors_of_a_cell_have_their_weights() -> None:
    puzzle = read_dataset("2 2\n1 1\n0 0", "2 2\n11 14\n15 15", find("doors"))
    assert puzzle.answer is not None
    assert {puzzle.lattice.links[e] for e, x in enumerate(puzzle.answer["closed"]) if x} == {(0, 2), (1, 3), (2, 3)}
    assert {fault.rule for fault in api.check(puzzle, puzzle.answer)} == {"every cell can be reached from every other"}
    assert write_dataset(puzzle, puzzle.answer)["solution"] == "2 2\n11 14\n15 15"
