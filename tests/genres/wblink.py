"""Shirokuro-link: what proves it."""

from __future__ import annotations

import random
from itertools import pairwise, product
from typing import Any

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import SIDES, Case, Cells, Filling, judged, ray


def stretches(board: Lattice, circles: list[Any]) -> list[tuple[int, ...]]:
    """The cells from a circle straight on to the next one, for every two of them."""
    found = []
    for cell in (c for c in board.cells if circles[c]):
        for way in range(len(SIDES[board.shape]) // 2):
            line = ray(board, cell, way)
            end = next((k for k, c in enumerate(line) if circles[c]), None)
            if end is not None:
                found.append((cell, *line[: end + 1]))
    return found


def drawn(board: Lattice, lines: list[tuple[int, ...]]) -> Cells:
    """The value of each link."""
    steps = {frozenset(step) for line in lines for step in pairwise(line)}
    return tuple([int(frozenset(link) in steps) for link in board.links])


def case(rng: random.Random) -> Case:
    """Circles at the ends of lines that do not cross, now and then one of the other colour, one more or one less."""
    board = rng.choice([square(3, 4), square(4, 4), square(4, 4, [(1, 2)]), hexagonal(3, 4), hexagon(2), square(3, 3)])
    circles: list[Any] = [None] * len(board)
    taken: set[int] = set()
    for _ in range(rng.choice([3, 10, 10, 30])):
        start = rng.choice(board.cells)
        line = [start, *ray(board, start, rng.randrange(len(SIDES[board.shape])))[: rng.randint(1, 3)]]
        if len(line) > 1 and taken.isdisjoint(line):
            taken.update(line)
            circles[line[0]], circles[line[-1]] = rng.sample("wb", 2)
    if rng.random() < 0.15:
        circles[rng.choice(board.cells)] = rng.choice(["w", "b", None])
    if rng.random() < 0.05:
        circles = [None] * len(board)
    possible = stretches(board, circles)
    if len(possible) > 12:
        return case(rng)
    pool: list[Filling] = []
    right: dict[Cells, bool] = {}
    for chosen in product((0, 1), repeat=len(possible)):
        lines = [line for line, x in zip(possible, chosen, strict=True) if x]
        ends = [c for line in lines for c in (line[0], line[-1])]
        inner = [c for line in lines for c in line[1:-1]]
        filling = drawn(board, lines)
        right[filling] = (
            sorted(ends) == [c for c in board.cells if circles[c]]
            and len({*inner}) == len(inner)
            and all(circles[line[0]] != circles[line[-1]] for line in lines)
            and bool(lines)
        )
        pool.append((filling,))
    found = judged("wblink", board, pool, lambda line: right[line], circles=circles)
    # lines that end nowhere, or turn
    others: list[Filling] = [(tuple(rng.choices((0, 0, 1), k=len(board.links))),) for _ in range(5)]
    return found._replace(near=[*found.near, *others])


PUZZLES = 120
PRESENCE = ("circles",)
REASONS = {
    "brNoLine": "there is a line",
    "lcTripleNum": "one line ends at every circle",
    "nmNoLine": "one line ends at every circle",
}
CORPUS = Corpus("Shirokuro", every=8)
