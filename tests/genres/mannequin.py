"""Mannequin Gate: what proves it."""

from __future__ import annotations

import random
from itertools import combinations, product
from math import comb, prod
from typing import Any

from pencilp.board.lattice import hexagonal, square
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    across_borders,
    connected,
    groups_of,
    inner_walls,
    judged,
    near,
    random_rooms,
)  # fmt: skip


def case(rng: random.Random) -> Case:
    """Rooms with the distances of two random cells each, now and then a wrong one."""
    board = rng.choice(
        [square(3, 3), square(3, 4), square(4, 4), square(2, 5), square(4, 4, [(1, 1)]), hexagonal(3, 4)]
    )
    rooms = random_rooms(board, rng, rng.choice([4, 6, 8]))
    large = prod(comb(len(room), 2) for room in groups_of(rooms))
    if large > 5000 or (not large and rng.random() < 0.98):
        return case(rng)
    walls = inner_walls(board, rooms, rng)
    closed = {frozenset(pair) for pair in across_borders(board, rooms, walls)}
    adjacent = [[n for n in near(board)[c] if frozenset((c, n)) not in closed] for c in board.cells]

    def between(one: int, other: int) -> int | None:
        reached, ring, steps = {one}, {one}, -1
        while ring and other not in reached:
            ring = {n for c in ring for n in adjacent[c]} - reached
            reached |= ring
            steps += 1
        return steps if ring else None

    distance = {(a, b): between(a, b) for room in groups_of(rooms) for a, b in combinations(sorted(room), 2)}
    sharing = {(rooms[a], rooms[b]) for a in board.cells for b in near(board)[a] if rooms[a] != rooms[b]}
    pairs = [list(combinations(sorted(room), 2)) for room in groups_of(rooms)]
    labels = [rooms[room[0]] for room in groups_of(rooms)]
    every = [dict(zip(labels, chosen, strict=True)) for chosen in product(*pairs)]

    def fits(chosen: dict[int, tuple[int, int]]) -> bool:
        taken = {c for pair in chosen.values() for c in pair}
        return connected(board, set(board.cells) - taken) and all(
            distance[chosen[a]] is None or distance[chosen[a]] != distance[chosen[b]] for a, b in sharing
        )

    good = [chosen for chosen in every if fits(chosen)]
    if not good and rng.random() < 0.9:
        return case(rng)
    numbers: list[Any] = [None] * len(board)
    if every:
        truth = rng.choice(good or every)
        for pair in truth.values():
            if rng.random() < 0.5:
                numbers[rng.choice(pair)] = rng.choice(
                    [1 if distance[pair] is None else distance[pair]] * 10 + ["?", 0, 1]
                )
    given = {rooms[c]: n for c, n in enumerate(numbers) if n not in (None, "?")}

    def right(shaded: Cells) -> bool:
        chosen = {label: (a, b) for label, (a, b) in zip(labels, pairs_of(shaded), strict=True)}
        return fits(chosen) and all(distance[chosen[label]] == n for label, n in given.items())

    def pairs_of(shaded: Cells) -> list[list[int]]:
        return [[c for c in sorted(room) if shaded[c]] for room in groups_of(rooms)]

    pool: list[Filling] = [
        (tuple([int(any(c in pair for pair in chosen.values())) for c in board.cells]),) for chosen in every
    ]
    return judged("mannequin", board, pool, right, rooms=rooms, walls=walls, numbers=numbers)


PUZZLES = 60
TWO = "a room holds two shaded cells"
REASONS = {
    "bkShadeGt2": TWO,
    "bkShadeLt2": TWO,
    "bkNoShade": TWO,
    "cuDivide": "the unshaded cells form one group",
    "bsEqShade": "rooms that share a border have different distances between their shaded cells",
}
