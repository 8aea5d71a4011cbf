"""Rekuto: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.proof import Corpus
from tests.small_boards import Case, Filling, Region, divided, divisions, is_rectangle


def both_sides(board: Lattice, region: Region) -> int:
    """The width of a rectangle plus its height."""
    return sum(len({board.positions[c][axis] for c in region}) for axis in (0, 1))


def case(rng: random.Random) -> Case:
    """What random rectangles tell, now and then a wrong number, a question mark, a number more or one less."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 2)])])
    every = divisions(board, is_rectangle)
    unsure = rng.choice([0.1, 0.1, 0.6])
    numbers: list[Any] = [None] * len(board)
    for region in rng.choice(list(every.values())):
        cell = rng.choice(sorted(region))
        numbers[cell] = "?" if rng.random() < unsure else rng.choice([both_sides(board, region)] * 14 + [3])
    if rng.random() < 0.2:
        numbers[rng.choice(board.cells)] = rng.choice([2, None, 3, "?"])

    def right(regions: tuple[Region, ...]) -> bool:
        inside = [[numbers[c] for c in region if numbers[c] is not None] for region in regions]
        return all(len(n) == 1 and n[0] in ("?", both_sides(board, r)) for n, r in zip(inside, regions, strict=True))

    found = divided("rekuto", board, every, right, numbers=numbers)
    # borders drawn anyhow, most of which part nothing
    anyhow: list[Filling] = [(tuple(rng.choices((0, 1), k=len(board.links))),) for _ in range(10)]
    return found._replace(near=[*found.near, *anyhow])


PUZZLES = 100
REASONS: dict[str, str] = {}
CORPUS = Corpus("Rekuto", every=12)
