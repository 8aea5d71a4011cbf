"""Panorama: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from pencilp import api
from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from pencilp.board.puzzle import Answer, Puzzle
from tests.small_boards import SIDES, Case, Cells, fillings, judged, near, ray


@lru_cache
def hills(board: Lattice) -> list[Cells]:
    """All heights from 1 to 4 with 1 at the water and steps of at most 1."""
    earlier = [[n for n in near(board)[c] if n < c] for c in board.cells]

    def fits(heights: Sequence[int]) -> bool:
        return all(abs(heights[-1] - heights[n]) <= 1 for n in earlier[len(heights) - 1])

    inland = [len(adjacent) == len(SIDES[board.shape]) for adjacent in near(board)]
    return list(fillings([(1, 2, 3, 4) if dry else (1,) for dry in inland], fits))


def seen(board: Lattice, cell: int, heights: Cells) -> int:
    """How many other cells are seen from a cell."""
    count = 0
    for direction in range(len(SIDES[board.shape])):
        for c in ray(board, cell, direction):
            if heights[c] > heights[cell]:
                break
            count += 1
    return count


def case(rng: random.Random) -> Case:
    """Clues of random hills, now and then a wrong one; some boards have a lake."""
    board = rng.choice([hexagon(2), hexagon(3), hexagonal(4, 4), square(4, 4), square(5, 5), square(5, 5, [(0, 0)]), square(5, 6),
                        hexagonal(5, 5, [(r, c) for r in range(5) for c in range(5) if abs(r - c) > 2 or (r, c) == (2, 1)]),
                        square(4, 6, [(1, 3)])])  # fmt: skip
    truth = rng.choice(hills(board))
    clues = {c: seen(board, c, truth) + rng.choice([0] * 15 + [1]) for c in rng.sample(board.cells, rng.randint(1, 4))}

    def right(heights: Cells) -> bool:
        return all(seen(board, c, heights) == n for c, n in clues.items())

    pool = [(heights,) for heights in hills(board)]
    return judged("panorama", board, pool, right, clues=[clues.get(c) for c in board.cells])


PUZZLES = 50
REASONS: dict[str, str] = {}


def broken(puzzle: Puzzle, heights: list[int]) -> list[str]:
    """What ``check`` says about an answer."""
    return [str(b) for b in api.check(puzzle, Answer(puzzle, {"heights": heights}))]


def test_broken_rules_have_their_place() -> None:
    puzzle = api.puzzle("panorama", square(4, 4), clues=[6 if c == 5 else None for c in range(16)])
    flat = [1] * 16
    assert broken(puzzle, flat) == []
    hill = [*flat]
    hill[6] = 2
    assert broken(puzzle, hill) == ["r2c2: a number counts the cells seen from it"]
    hill[6], hill[0] = 1, 2
    assert broken(puzzle, hill) == ["r1c1: a cell at the water has height 1"]
    steep = [1] * 25
    steep[12] = 3
    assert set(broken(api.puzzle("panorama", square(5, 5), clues=[None] * 25), steep)) == {
        f"{pair}: neighbours differ by at most 1" for pair in ("r2c3 r3c3", "r3c2 r3c3", "r3c3 r3c4", "r3c3 r4c3")
    }
