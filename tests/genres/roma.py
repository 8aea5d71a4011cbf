"""Roma: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp.board.lattice import square
from tests.small_boards import Case, Cells, Filling, groups_of, judged, random_rooms, ray

DIRECTIONS = "nesw"


def case(rng: random.Random) -> Case:
    """Random rooms and goals, and some of the arrows of a filling given, now and then a wrong one."""
    board = rng.choice([square(3, 3), square(2, 4), square(3, 3, [(1, 1)]), square(2, 5, [(0, 2)]), square(1, 4)])
    rooms = random_rooms(board, rng, 4)
    goals = set(rng.sample(board.cells, rng.choice([1, 1, 2, 2, 3])))

    def fits(arrows: Cells) -> bool:
        for room in groups_of(rooms):
            here = [arrows[c] for c in room if arrows[c]]
            if len(set(here)) < len(here):
                return False
        home = set(goals)
        for _ in board.cells:
            home |= {c for c in board.cells if arrows[c] and set(ray(board, c, arrows[c] - 1)[:1]) & home}
        return len(home) == len(board)

    # no arrow points at the outside
    ways = [[0] if c in goals else [w + 1 for w in range(4) if ray(board, c, w)] for c in board.cells]
    good = [arrows for arrows in product(*ways) if fits(arrows)]
    if not good and rng.random() < 0.9:
        return case(rng)
    truth = rng.choice(good) if good else tuple(rng.choice(way) for way in ways)
    signs: list[Any] = ["o" if c in goals else None for c in board.cells]
    for c in rng.sample(board.cells, rng.randint(0, len(board) - 2)):
        if c not in goals:
            signs[c] = DIRECTIONS[truth[c] - 1] if rng.random() < 0.95 else rng.choice(DIRECTIONS)

    def right(arrows: Cells) -> bool:
        kept = all(sign in (None, "o") or arrows[c] == 1 + DIRECTIONS.index(sign) for c, sign in enumerate(signs))
        return kept and arrows in good

    pool: list[Filling] = [(arrows,) for arrows in good]
    found = judged("roma", board, pool, right, rooms=rooms, signs=signs)
    fresh = [(tuple([rng.choice(way) for way in ways]),) for _ in range(20)]
    return found._replace(near=[*pool[:200], *fresh])


PUZZLES = 80
REASONS = {"bkDupNum": "a room holds no two arrows in one direction"}
FOLLOWS = {
    "every cell without a goal holds an arrow": "the arrows lead from every cell to a goal, the first from the cell itself"
}
PRESENCE = ("signs",)
