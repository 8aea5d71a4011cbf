"""Stitches: what proves it."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

from pencilp.board.lattice import square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged, random_rooms, rows_and_columns


def case(rng: random.Random) -> Case:
    """Random rooms and the counts of random stitches, now and then a wrong one."""
    board = rng.choice([square(2, 4), square(3, 3), square(2, 5), square(3, 3, [(1, 1)]), square(4, 2)])
    labels = random_rooms(board, rng, rng.choice([4, 6]))
    often = rng.choice([1, 1, 1, 2])
    links = list(board.links)
    seams = {frozenset((labels[a], labels[b])) for a, b in links if labels[a] != labels[b]}
    pool: list[Filling] = [(line,) for line in product((0, 1), repeat=len(links))]

    def ends(line: Cells) -> Counter[int]:
        return Counter(c for link, x in zip(links, line, strict=True) if x for c in link)

    def sewn(line: Cells) -> bool:
        if sum(line) != often * len(seams):
            return False
        across = Counter(frozenset(labels[c] for c in link) for link, x in zip(links, line, strict=True) if x)
        return across == Counter(dict.fromkeys(seams, often)) and max(ends(line).values(), default=1) == 1

    good = [filling for filling in pool if sewn(*filling)]
    if not good and rng.random() < 0.95:
        return case(rng)
    known = set(good)
    truth = ends(rng.choice(good)[0]) if good else Counter[int]()
    lines = dict(zip(("left", "top"), rows_and_columns(board), strict=True))
    few = rng.choice([1, 10])
    counts: dict[str, list[Any]] = {
        side: [rng.choice([sum(c in truth for c in line)] * 10 + [None] * few + ["?", 1]) for line in some]
        for side, some in lines.items()
    }

    def right(line: Cells) -> bool:
        there = ends(line)
        return (line,) in known and all(
            n in (None, "?", sum(c in there for c in cells))
            for side, some in lines.items()
            for n, cells in zip(counts[side], some, strict=True)
        )

    found = judged("stitches", board, pool, right, rooms=labels, counts=counts, joins=often)
    return found._replace(near=[*good * 9, *rng.sample(pool, 40)])


PUZZLES = 60
REASONS: dict[str, str] = {}
CORPUS = Corpus("Stitches", every=5)
