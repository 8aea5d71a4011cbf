"""Dominosa: what proves it."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement

from pencilp.board.lattice import hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Region, divided, divisions


def case(rng: random.Random) -> Case:
    """The numbers of all dominoes, laid anyhow; now and then two of them exchanged, or a domino too many."""
    board = rng.choice([square(2, 3), square(3, 4), square(2, 6), square(3, 5, [(0, 0), (1, 3), (2, 3)]), hexagonal(2, 3),
                        hexagonal(3, 4), square(2, 4), square(4, 5)])  # fmt: skip
    every = divisions(board, size=2)
    highest = {3: 1, 4: 1, 6: 2, 10: 3}[len(board) // 2]
    pairs = list(combinations_with_replacement(range(highest + 1), 2))
    numbers = [0] * len(board)
    for region, pair in zip(rng.choice(list(every.values())), rng.sample(pairs, len(pairs)), strict=False):
        for cell, n in zip(region, pair, strict=True):
            numbers[cell] = n
    if rng.random() < 0.3:
        a, b = rng.sample(board.cells, 2)
        numbers[a], numbers[b] = numbers[b], numbers[a]

    def right(regions: tuple[Region, ...]) -> bool:
        found = Counter(tuple(sorted(numbers[c] for c in region)) for region in regions)
        every_pair = combinations_with_replacement(range(max(numbers) + 1), 2)
        return all(found[pair] == 1 for pair in every_pair)

    return divided("dominosa", board, every, right, numbers=numbers)


PUZZLES = 100
REASONS: dict[str, str] = {}
FOLLOWS = {
    "the dominoes from 0-0 to 1-1 cover the board": "each cell is of one domino, and each domino is there once",
}
CORPUS = Corpus("Dominos", every=20)

UNNAMED = {
    "numbers": "every number belongs to a domino, and pairs are compared: a rule about all clues",
}
