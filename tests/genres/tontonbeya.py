"""Tontonbeya: what proves it."""

from __future__ import annotations

import random
from itertools import product
from math import prod
from typing import Any

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    connected,
    groups_of,
    inner_walls,
    judged,
    near,
    random_rooms,
    sometimes,
)


def in_clusters(board: Lattice, room: list[int]) -> list[dict[int, int]]:
    """All ways to fill a room with clusters that hang together and are equally large."""
    found = []
    for shapes in product(range(3), repeat=len(room)):
        clusters = [[c for c, shape in zip(room, shapes, strict=True) if shape == k] for k in set(shapes)]
        if len({*map(len, clusters)}) == 1 and all(connected(board, cluster) for cluster in clusters):
            found.append(dict(zip(room, shapes, strict=True)))
    return found


def case(rng: random.Random) -> Case:
    """Random rooms that can be filled, mostly, and some of their shapes."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 1)]), hexagonal(3, 3),
                        hexagon(2)])  # fmt: skip
    rooms = random_rooms(board, rng, rng.choice([3, 5]))
    ways = [in_clusters(board, room) for room in groups_of(rooms)]
    if prod(map(len, ways)) > 1500:
        return case(rng)
    pool: list[Filling] = []
    for chosen in product(*ways):
        filled = {c: shape for way in chosen for c, shape in way.items()}
        pool.append((tuple([filled[c] for c in board.cells]),))

    walls = inner_walls(board, rooms, rng)
    ways_between = [link for link, wall in zip(board.links, walls, strict=True) if not wall]

    def clustered(shape: Cells) -> bool:
        """Whether the shapes of each room are clusters in spite of walls."""
        for c in board.cells:
            cluster = {n for n in board.cells if (rooms[n], shape[n]) == (rooms[c], shape[c])}
            reached = {c}
            for _ in cluster:
                reached |= {n for pair in ways_between if reached.intersection(pair) for n in pair if n in cluster}
            if reached != cluster:
                return False
        return True

    def met(shape: Cells) -> bool:
        if any(walls) and not clustered(shape):
            return False
        rooms_met: dict[tuple[int, int], set[int]] = {(rooms[c], shape[c]): set() for c in board.cells}
        for c in board.cells:
            beyond = [n for n in near(board)[c] if rooms[n] != rooms[c] and shape[n] == shape[c]]
            rooms_met[rooms[c], shape[c]] |= {rooms[n] for n in beyond}
        return {*map(len, rooms_met.values())} == {1}

    found = [shape for (shape,) in pool if met(shape)]
    if not found and rng.random() < 0.9:
        return case(rng)
    truth = rng.choice(found or [shape for (shape,) in pool])
    given: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 4)):
        given[c] = sometimes(rng, 0.15, "cst"[truth[c]], rng.choice("cst"))

    def right(shape: Cells) -> bool:
        return met(shape) and all(sign in (None, "cst"[shape[c]]) for c, sign in enumerate(given))

    made = judged("tontonbeya", board, pool, right, rooms=rooms, walls=walls, given=given)
    others = [tuple(rng.choice(range(3)) for _ in board.cells) for _ in range(20)]
    return made._replace(near=[*made.near, *[(filling,) for filling in others]])


PUZZLES = 50
TOUCHES = "a cluster touches one of the same shape in just one other room"
REASONS = {
    "nmSizeNe": "the clusters in a room have the same size",
    "nmAdjacentGt2": TOUCHES,
    "nmAdjacentLt2": TOUCHES,
    "ceNoNum": "every cell must be filled",
}
