"""Country Road: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.proof import Corpus
from tests.small_boards import (
    LOOP_BOARDS,
    Case,
    Drawn,
    across_borders,
    drawn_loops,
    entered,
    looped,
    near,
    random_rooms,
)


def case(rng: random.Random) -> Case:
    """Random countries, some of which may be left out or none, as far as possible such that some loop fits; the numbers of cells
    of some, and borders inside.
    """
    board = rng.choice(LOOP_BOARDS)
    countries = random_rooms(board, rng, rng.choice([3, 5, 9]))
    walls = [int(countries[a] == countries[b] and rng.random() < 0.1) for a, b in board.links]
    if rng.random() < 0.7:
        walls = [0] * len(board.links)
    empty = int(rng.random() < 0.25)
    borders = across_borders(board, countries, walls)
    walled = {frozenset(link) for link, wall in zip(board.links, walls, strict=True) if wall}

    def fits(loop: Drawn) -> bool:
        visited = all(n == 1 or (empty and not n) for n in entered(loop, countries, borders).values())
        return visited and all(
            loop.cells & {a, b}
            for a in board.cells
            for b in near(board)[a]
            if countries[a] != countries[b] or {a, b} in walled
        )

    possible = [loop for loop in drawn_loops(board).values() if fits(loop)]
    if not possible and rng.random() < 0.9:
        return case(rng)
    truth = rng.choice(possible or list(drawn_loops(board).values()))
    numbers: list[Any] = [None] * len(board)
    for room in set(countries):
        cells = [c for c in board.cells if countries[c] == room]
        if rng.random() < 0.3:
            numbers[rng.choice(cells)] = rng.choice([len(truth.cells.intersection(cells))] * 5 + ["?", 2])

    def right(loop: Drawn) -> bool:
        return fits(loop) and all(
            n in (None, "?", sum(countries[x] == countries[c] for x in loop.cells)) for c, n in enumerate(numbers)
        )

    return looped("country", board, right, rooms=countries, numbers=numbers, walls=walls, empty=empty)


PUZZLES = 100
REASONS = {
    "lnCross": "the loop neither branches nor ends",
    "bkPassTwice": "the loop visits every country exactly once",
    "bkLineNe": "the loop passes as many cells of a country as its number says",
    "bkNoLine": "the loop visits every country exactly once",
    "cbNoLine": "cells on both sides of a border are not both left out",
}
CORPUS = Corpus("CountryRoad", every=20)
