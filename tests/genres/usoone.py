"""Uso-one: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, dynasties, groups_of, judged, near, noise, random_rooms, with_value


def case(rng: random.Random) -> Case:
    """Numbers in large random rooms that are true of a random filling but for one of each room, now and then none or two."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 1)]), square(2, 5), square(3, 3), hexagonal(3, 3), hexagonal(3, 4),
                        hexagon(2)])  # fmt: skip
    rooms = random_rooms(board, rng, rng.choice([6, 12]))
    truth = rng.choice(dynasties(board))
    clues: list[Any] = [None] * len(board)
    for room in groups_of(rooms):
        places = [c for c in with_value(truth, 0) if c in room]
        numbered = rng.sample(places, min(len(places), rng.randint(2, 5)))
        for k, c in enumerate(numbered):
            count = sum(truth[n] for n in near(board)[c])
            lie = k == 0 if rng.random() < 0.97 else k < 2
            clues[c] = rng.choice([n for n in range(3) if n != count]) if lie else rng.choice([count] * 12 + ["?"])

    def lies(shaded: Cells, c: int) -> bool:
        return clues[c] not in (None, "?", sum(shaded[n] for n in near(board)[c]))

    def right(shaded: Cells) -> bool:
        return not any(shaded[c] for c, n in enumerate(clues) if n is not None) and all(
            sum(lies(shaded, c) for c in room) == 1 for room in groups_of(rooms)
        )

    pool: list[Filling] = [(shaded,) for shaded in dynasties(board)]
    found = judged("usoone", board, pool, right, rooms=rooms, clues=clues)
    if not found.right and rng.random() < 0.8:
        return case(rng)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 80
RARE = True
REASONS = {
    "csAdjacent": "shaded cells do not touch",
    "cuDivideRB": "the unshaded cells form one group",
    "bkLiarNe1": "exactly one number of a room is a lie",
}
UNNAMED = {"clues": "it is unknown which number of a room is the lie: the rule speaks of all of them together"}
# another file stands in the middle of its text
CORPUS = Corpus("Usoone", every=6, unreadable=frozenset({"51_8x8"}))
