"""Terra X: what proves it."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

from pencilp.board.lattice import square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, fillings, groups_of, judged, near, random_rooms

MOST = 3_000


def case(rng: random.Random) -> Case:
    """Random rooms and most of the numbers of a right answer, now and then a wrong one."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 3), square(3, 4), square(3, 3, [(0, 1)])])
    labels = random_rooms(board, rng, 3)
    rooms = groups_of(labels)
    of = {c: k for k, room in enumerate(rooms) for c in room}
    at = {p: c for c, p in enumerate(board.positions)}
    points = []
    for row in range(1, board.rows):
        for col in range(1, board.cols):
            four = [at.get(p) for p in ((row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col))]
            if None not in four and len({of[c] for c in four if c is not None}) == 4:
                points.append({of[c] for c in four if c is not None})
    adjacent = {(of[a], of[b]) for a in board.cells for b in near(board)[a] if of[a] < of[b]}
    values: list[list[int]] = [[rng.randint(0, 9)] if rng.random() < 0.6 else [*range(10)] for _ in rooms]

    def fits(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        return all(chosen[k] != chosen[last] for k in range(last) if (k, last) in adjacent) and all(
            sum(chosen[k] for k in four) == 10 for four in points if max(four) == last
        )

    # the given numbers are among the values of the rooms, so all answers are found
    pool: list[Filling] = []
    for numbers in fillings(values, fits):
        pool.append((tuple([numbers[of[c]] for c in board.cells]),))
        if len(pool) > MOST:
            return case(rng)
    if not pool and rng.random() < 0.97:
        return case(rng)
    given: list[Any] = [None] * len(board)
    for room, some in zip(rooms, values, strict=True):
        if len(some) == 1:
            given[rng.choice(room)] = some[0]
        elif rng.random() < 0.1:
            given[rng.choice(room)] = "?"

    def right(number: Cells) -> bool:
        return all(n in (None, "?", number[c]) for c, n in enumerate(given))

    found = judged("terrax", board, pool, right, rooms=labels, given=given)
    wrong = []
    for (number,) in rng.sample(pool, min(8, len(pool))):
        a, b = rng.choice([*combinations(range(len(rooms)), 2)]) if len(rooms) > 1 else (0, 0)
        other = {a: rng.randint(0, 9), b: rng.randint(0, 9)}
        wrong.append((tuple([other.get(of[c], n) for c, n in enumerate(number)]),))
    return found._replace(near=[*found.near, *wrong])


PUZZLES = 60
REASONS: dict[str, str] = {}
CORPUS = Corpus("TerraX", every=10)
