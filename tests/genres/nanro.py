"""Nanro: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    across_borders,
    blocks,
    connected,
    groups_of,
    inner_walls,
    judged,
    random_rooms,
)


def case(rng: random.Random) -> Case:
    """Random rooms and some numbers of a random filling of them, now and then a wrong or unknown one."""
    board = rng.choice([square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 1)]), hexagonal(3, 3), hexagon(2)])
    labels = random_rooms(board, rng, rng.choice([3, 5]))
    rooms = groups_of(labels)
    pool: list[Filling] = []
    for there in product((0, 1), repeat=len(board)):
        counts = {labels[room[0]]: sum([there[c] for c in room]) for room in rooms}
        pool.append((tuple([counts[label] * x for label, x in zip(labels, there, strict=True)]),))

    walls = inner_walls(board, labels, rng)
    across = across_borders(board, labels, walls)

    def fits(number: Cells) -> bool:
        return (
            all(any(number[c] for c in room) for room in rooms)
            and not any(all(number[c] for c in block) for block in blocks(board))
            and not any(number[a] and number[a] == number[b] for a, b in across)
            and connected(board, [c for c in board.cells if number[c]])
        )

    good = [filling for filling in pool if fits(*filling)]
    known = set(good)
    if not good and rng.random() < 0.95:
        return case(rng)
    truth = rng.choice(good or pool)[0]
    given: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 3)):
        given[c] = rng.choice([truth[c] or None] * 12 + ["?" if truth[c] else None] * 6 + ["?", 1, 2])

    def right(number: Cells) -> bool:
        kept = all(n is None or (number[c] if n == "?" else number[c] == n) for c, n in enumerate(given))
        return kept and (number,) in known

    found = judged("nanro", board, pool, right, rooms=labels, walls=walls, given=given)
    return found._replace(near=[*good * 3, *found.near])


PUZZLES = 80
REASONS = {
    "nm2x2": "no two by two is filled with numbers",
    "nmCountGt": "a number counts the numbers of its room",
    "bkNoNum": "a room holds a number",
}
PRESENCE = ("given",)
CORPUS = Corpus("Nanro", every=8)
