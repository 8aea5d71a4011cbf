"""LITS: what proves it."""

from __future__ import annotations

import random
from itertools import product

from pencilp.board.lattice import hexagonal, square
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Filling,
    blocks,
    connected,
    groups_from,
    inner_walls,
    judged,
    near,
    random_rooms,
    with_value,
)


def whole(piece: frozenset[int], ways: list[tuple[int, int]]) -> bool:
    """Whether ``ways`` from cell to cell lead from one cell of a piece to all others."""
    reached = {min(piece)}
    for _ in piece:
        reached |= {c for pair in ways if reached.intersection(pair) for c in pair if c in piece}
    return reached == piece


def four_in_each_room(name: str, rng: random.Random, own: int) -> Case:
    """Two or three large rooms. The cells of pieces have the value ``own``, the others the other one."""
    board = rng.choice([
        square(3, 4), square(3, 4, [(1, 2)]), square(4, 4, [(0, 0), (3, 3)]), square(3, 5, [(0, 2)]), square(2, 6),
        hexagonal(3, 4), hexagonal(3, 5), hexagonal(4, 4, [(1, 1)]), hexagonal(2, 6),
    ])  # fmt: skip
    while True:
        rooms = random_rooms(board, rng, rng.choice([5, 6, 10]))
        if min(map(rooms.count, rooms)) > 3:
            break
    walls = inner_walls(board, rooms, rng)
    ways = [link for link, wall in zip(board.links, walls, strict=True) if not wall]
    pieces = [
        [
            p
            for start in board.cells
            for p in groups_from(board, start, 4)
            if len(p) == 4 and {rooms[c] for c in p} == {room} and whole(p, ways)
        ]
        for room in sorted(set(rooms))
    ]

    at = board.positions.__getitem__

    def distances(piece: frozenset[int]) -> list[int]:
        """The same for pieces of one shape, and for these alone."""
        steps = [(a - c, b - d) for a, b in map(at, piece) for c, d in map(at, piece)]
        # rows of hexagons lean by half a cell
        return sorted(r**2 + c**2 - (r * c if board.shape == "hexagonal" else 0) for r, c in steps)

    pool: list[Filling] = []
    right: set[Filling] = set()
    for chosen in product(*pieces):
        taken = frozenset[int]().union(*chosen)
        pool.append((tuple([own if c in taken else 1 - own for c in board.cells]),))
        shaded = frozenset(with_value(pool[-1][0], 1))
        touching = [(p, q) for p in chosen for q in chosen if p != q and any(n in q for c in p for n in near(board)[c])]
        if (
            connected(board, shaded)
            and not any(shaded.issuperset(block) for block in blocks(board))
            and all(distances(p) != distances(q) for p, q in touching)
        ):
            right.add(pool[-1])
    # most rooms leave no answer, or many
    if len(right) != 1 and rng.random() < 0.7:
        return four_in_each_room(name, rng, own)
    return judged(name, board, pool, lambda shaded: (shaded,) in right, rooms=rooms, walls=walls)


def case(rng: random.Random) -> Case:
    return four_in_each_room("lits", rng, 1)


PUZZLES = 60
REASONS = {
    "cs2x2": "no two by two is shaded",
    "bkShadeDivide": "a room holds one group of four shaded cells",
    "bkNoShade": "a room holds one group of four shaded cells",
    "bkShadeLt4": "a room holds one group of four shaded cells",
    "bsSameShape": "equal shapes do not touch",
    "csDivide": "the shaded cells form one group",
}
# rows of ten cells on boards that call themselves eleven by eleven
CORPUS = Corpus("LITS", every=30, unreadable=frozenset({"281_11x11", "282_11x11", "285_11x11", "287_11x11"}))
