"""Toichika 2: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.genres.toichika import grown
from tests.small_boards import Case, Cells, Filling, groups_of, judged, near, ray


def paired(board: Lattice, marked: set[int], chosen: Cells) -> Iterator[Cells]:
    """Return all ways to give equal numbers to pairs of marked cells in line, with that many cells and no mark between."""
    free = [c for c in sorted(marked) if not chosen[c]]
    if not free:
        yield chosen
        return
    for way in range(4):
        line = ray(board, free[0], way)
        far = next((k for k, c in enumerate(line) if c in marked), 0)
        if far and not chosen[line[far]]:
            now = list(chosen)
            now[free[0]] = now[line[far]] = far
            yield from paired(board, marked, tuple(now))


def case(rng: random.Random) -> Case:
    """Countries around cells that can be paired, and some of the numbers, now and then a wrong one."""
    board = rng.choice([square(2, 5), square(3, 4), square(2, 6), square(4, 4), square(3, 5), square(3, 5, [(1, 1)])])
    starts = rng.sample(board.cells, rng.choice([2, 4, 4, 6]))
    empty = (0,) * len(board)
    if not any(paired(board, {*starts}, empty)):
        return case(rng)
    rooms = grown(board, rng, starts)
    countries = groups_of(rooms)
    if len(countries) % 2:
        return case(rng)
    adjacent = {frozenset((rooms[a], rooms[b])) for a in board.cells for b in near(board)[a] if rooms[a] != rooms[b]}
    pool: list[Filling] = [(filling,) for marked in product(*countries) for filling in paired(board, {*marked}, empty)]

    def fits(filling: Cells) -> bool:
        for cell, n in enumerate(filling):
            equal = [c for way in range(4) for c in ray(board, cell, way) if n and filling[c] == n]
            if n and (len(equal) != 1 or frozenset((rooms[cell], rooms[equal[0]])) in adjacent):
                return False
        return True

    good = [filling for (filling,) in pool if fits(filling)]
    if not good and rng.random() < 0.97:
        return case(rng)
    truth = rng.choice(good or [filling for (filling,) in pool] or [empty])
    clues: list[Any] = [None] * len(board)
    for country in countries:
        if rng.random() < 0.4:
            held = [truth[c] for c in country if truth[c]]
            clues[rng.choice(country)] = rng.choice([*held * 12, 1, 2])

    def right(filling: Cells) -> bool:
        kept = all(clues[c] in (None, max(filling[x] for x in cells)) for cells in countries for c in cells)
        return kept and fits(filling)

    found = judged("toichika2", board, pool, right, rooms=rooms, clues=clues)
    # numbers too many, too few, or elsewhere
    most = max(board.rows, board.cols) - 2
    others = [tuple(rng.choice([0, 0, 0, 1, 1, rng.randint(0, most)]) for _ in board.cells) for _ in range(20)]
    return found._replace(near=[*found.near, *[(filling,) for filling in others]])


PUZZLES = 60
COUNTRY = "a country holds one number"
REASONS = {
    "bkNumGe2": COUNTRY,
    "arAdjPair": "the countries of two equal numbers in line do not share a border",
    "nmDupRowCol": "a number has exactly one equal number in its row and column",
    "nmTripRow": "a number has exactly one equal number in its row and column",
    "bkNoNum": COUNTRY,
}
BOARDS = (
    # three equal numbers, each of which has one at its distance
    "toichika2\nrooms:\n1 2 3 3 3\n2 2 4 3 5\n6 6 4 4 5\n7 6 4 8 5\nclues:\n- - - - -\n- - - - -\n- - - - -\n- - - - -\n",
    # only 1 has room at its distance
    "toichika2\nrooms:\n1 2 2\n3 3 2\n4 4 4\nclues:\n- - -\n- - -\n- - -\n",
)
