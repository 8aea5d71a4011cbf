"""Number Snake: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from pencilp.board.puzzle import Answer
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged, line_of, loops, near, sometimes


@lru_cache
def paths(board: Lattice) -> dict[Cells, tuple[int, ...]]:
    """All paths from the first cell to the last, by the values of their links."""

    def walk(path: list[int]) -> Iterator[tuple[int, ...]]:
        if path[-1] == len(board) - 1:
            yield tuple(path)
            return
        for n in near(board)[path[-1]]:
            if n not in path:
                yield from walk([*path, n])

    return {line_of(board, path, closed=False): path for path in walk([0])}


def case(rng: random.Random) -> Case:
    """The numbers along a random path and others next to it, now and then a wrong one; some cells are without."""
    board = rng.choice([square(3, 3), square(3, 4), square(4, 4), square(3, 4, [(1, 1)]), hexagonal(3, 3), hexagon(2)])
    every = paths(board)
    truth = rng.choice(list(every.values()))
    numbers: list[Any] = [None] * len(board)
    along = rng.sample(range(1, len(truth) + 1), len(truth))
    for c in board.cells:
        numbers[c] = along[truth.index(c)] if c in truth else sometimes(rng, 0.2, rng.choice(along))
    for _ in range(rng.choice([0, 0, 0, 1])):
        numbers[rng.choice(board.cells)] = rng.choice([*along, None])
    greatest = max((n for n in numbers if n), default=0)

    def right(line: Cells) -> bool:
        passed = sorted(numbers[c] for c in every[line] if numbers[c])
        return passed == list(range(1, greatest + 1))

    pool: list[Filling] = [(line,) for line in every]
    found = judged("numbersnake", board, pool, right, numbers=numbers)
    adjacent: list[Filling] = []
    for (line,) in [*found.right, *found.near[:20]]:
        apart = [loop for loop in loops(board) if {*every[line]}.isdisjoint(loop)]
        for loop in apart:
            adjacent.append((tuple(map(sum, zip(line, line_of(board, loop), strict=True))),))
    return found._replace(near=[*found.near, *adjacent])


PUZZLES = 80
REASONS: dict[str, str] = {}
UNNAMED = {"numbers": "a rule speaks of all cells with a number together"}
FOLLOWS = {
    "the path leads from the first cell to the last": "a line that ends in two cells only leads from one to the other"
}
CORPUS = Corpus("NumberSnake", every=2)


def test_an_answer_to_a_board_without_links_can_be_checked() -> None:
    puzzle = api.puzzle("numbersnake", square(1, 1), numbers=[1])
    assert api.check(puzzle, Answer(puzzle, {"line": []}))
