"""Starry Sky: what proves it."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any

from pencilp.board.lattice import square
from pencilp.formats.dataset import read_dataset, write_dataset
from pencilp.genres import find
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged, line_counts, lines_counted, noise

WAYS = {
    "n": (-1, 0),
    "ne": (-1, 1),
    "e": (0, 1),
    "se": (1, 1),
    "s": (1, 0),
    "sw": (1, -1),
    "w": (0, -1),
    "nw": (-1, -1),
}


def case(rng: random.Random) -> Case:
    """Arrows to some random stars, now and then one more, and the counts of some lines, now and then wrong ones."""
    board = rng.choice([square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 1)]), square(4, 3)])
    pool: list[Filling] = [(stars,) for stars in product((0, 1), repeat=len(board))]

    @cache
    def points(a: int, way: str, b: int) -> bool:
        (r1, c1), (r2, c2), (down, right) = board.positions[a], board.positions[b], WAYS[way]
        return any((r1 + k * down, c1 + k * right) == (r2, c2) for k in range(1, 9))

    truth = [0] * len(board)
    arrows: list[Any] = [None] * len(board)
    for _ in range(rng.randint(1, 4)):
        star, arrow = rng.sample([c for c in board.cells if not truth[c] and arrows[c] is None], 2)
        ways = [way for way in WAYS if points(arrow, way, star)]
        if ways:
            truth[star], arrows[arrow] = 1, ways[0]
    if rng.random() < 0.2:
        arrows[rng.choice(board.cells)] = rng.choice(list(WAYS))
    there = [(c, way) for c, way in enumerate(arrows) if way is not None]
    counts = line_counts(board, tuple(truth), rng)

    def right(stars: Cells) -> bool:
        found = [c for c, x in enumerate(stars) if x]
        return (
            all(arrows[c] is None and sum(points(a, way, c) for a, way in there) == 1 for c in found)
            and all(sum(points(a, way, c) for c in found) == 1 for a, way in there)
            and lines_counted(board, stars, counts)
        )

    found = judged("sternenhimmel", board, pool, right, arrows=arrows, counts=counts)
    return found._replace(near=[*[(stars,) for stars in sorted(s for (s,) in found.right)] * 9, *noise(board, rng)])


PUZZLES = 80
RARE = True
REASONS: dict[str, str] = {}
PRESENCE = ("arrows",)
CORPUS = Corpus("Sternenhimmel", every=8, unreadable=frozenset({"25_10x10"}))  # it has a number too many


def test_the_number_behind_the_size_is_kept() -> None:
    puzzle = read_dataset("1 2 0\n- 1\n1\ne -", "", find("sternenhimmel"))
    assert write_dataset(puzzle)["problem"] == "1 2 0\n- 1\n1\ne -"
