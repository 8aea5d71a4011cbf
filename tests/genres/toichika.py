"""Toichika: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, groups_of, judged, near, ray, sometimes


def paired(board: Lattice, marked: set[int], chosen: Cells) -> Iterator[Cells]:
    """All ways to point the marked cells at each other in pairs, with no marked cell between; ``chosen`` are those so far."""
    free = [c for c in sorted(marked) if not chosen[c]]
    if not free:
        yield chosen
        return
    for way in range(4):
        met = next((c for c in ray(board, free[0], way) if c in marked), None)
        if met is not None and not chosen[met]:
            now = list(chosen)
            now[free[0]], now[met] = 1 + way, 1 + (way + 2) % 4
            yield from paired(board, marked, tuple(now))


def grown(board: Lattice, rng: random.Random, starts: Sequence[int]) -> list[int]:
    """A country around each of some cells, until the board is divided; what cannot be reached is a country of its own."""
    label = [c if c in starts else -1 for c in board.cells]
    for _ in range(4 * len(board)):
        c = rng.choice(board.cells)
        taken = [label[n] for n in near(board)[c] if label[n] >= 0]
        if label[c] < 0 and taken:
            label[c] = rng.choice(taken)
    return [c if label[c] < 0 else label[c] for c in board.cells]


def case(rng: random.Random) -> Case:
    """Countries around cells that can be paired, and some of the arrows, now and then a wrong one."""
    board = rng.choice([square(2, 5), square(3, 4), square(2, 6), square(4, 4), square(3, 5), square(3, 5, [(1, 1)])])
    starts = rng.sample(board.cells, rng.choice([2, 4, 4, 6]))
    if not any(paired(board, {*starts}, (0,) * len(board))):
        return case(rng)
    rooms = grown(board, rng, starts)
    countries = groups_of(rooms)
    if len(countries) % 2:
        return case(rng)
    adjacent = {frozenset((rooms[a], rooms[b])) for a in board.cells for b in near(board)[a] if rooms[a] != rooms[b]}
    empty = (0,) * len(board)
    pool: list[Filling] = [(filling,) for marked in product(*countries) for filling in paired(board, {*marked}, empty)]

    def far(filling: Cells) -> bool:
        for cell, sign in enumerate(filling):
            if sign:
                met = next(c for c in ray(board, cell, sign - 1) if filling[c])
                if frozenset((rooms[cell], rooms[met])) in adjacent:
                    return False
        return True

    good = [filling for (filling,) in pool if far(filling)]
    if not good and rng.random() < 0.97:
        return case(rng)
    truth = rng.choice(good or [filling for (filling,) in pool] or [empty])
    given: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 5)):
        sign = "nesw"[truth[c] - 1] if truth[c] else None
        given[c] = sometimes(rng, 0.1, sign, rng.choice(["n", "e", "?"]))

    def right(filling: Cells) -> bool:
        kept = all(
            sign is None or (filling[c] and sign in ("?", "nesw"[filling[c] - 1])) for c, sign in enumerate(given)
        )
        return kept and far(filling)

    found = judged("toichika", board, pool, right, rooms=rooms, given=given)
    # arrows too many, too few, or elsewhere
    others = [tuple(rng.choice([0, 0, 0, 1, 2, 3, 4]) for _ in board.cells) for _ in range(20)]
    return found._replace(near=[*found.near, *[(filling,) for filling in others]])


PUZZLES = 50
REASONS = {
    "arAdjPair": "the countries of a pair do not share a border",
    "arAlone": "an arrow points to one that points back",
}
