"""Sukoro: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, counts_adjacent, judged, near


def apart(board: Lattice, number: Cells) -> bool:
    """Return whether no two equal numbers share an edge."""
    return not any(number[c] == number[n] for c in board.cells if number[c] for n in near(board)[c])


def case(rng: random.Random) -> Case:
    """Some numbers of a random filling, now and then a wrong one or a question mark."""
    board = rng.choice([square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 1)]), hexagonal(3, 3), hexagon(2)])
    every = {number: whole and apart(board, number) for number, whole in counts_adjacent(board).items()}
    good = [number for number, right in every.items() if right]
    truth = rng.choice(good) if good and rng.random() < 0.9 else rng.choice(list(every))
    given: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 4)):
        given[c] = rng.choice([truth[c] or None] * 12 + ["?", 1])

    def right(number: Cells) -> bool:
        return every[number] and all(n is None or (number[c] and n in ("?", number[c])) for c, n in enumerate(given))

    pool: list[Filling] = [(number,) for number in every]
    return judged("sukoro", board, pool, right, given=given)


PUZZLES = 100
RARE = True
REASONS = {
    "brNoValidNum": "there is a number",
    "nmAdjacent": "equal numbers do not share an edge",
    "nmNumberNe": "a number counts the adjacent cells that hold a number",
    "nmDivide": "the cells with numbers form one group",
}
PRESENCE = ("given",)
CORPUS = Corpus("Sukoro", every=10)
