"""Nuritwin: what proves it."""

from __future__ import annotations

import random

from tests.genres.disco import paired, pairs, rooms_that_few_fit, sizes
from tests.small_boards import Case, Cells, Filling, groups_of, judged, noise, walls


def case(rng: random.Random) -> Case:
    """A board with rooms, some with the size of their groups in a random filling, now and then another number."""
    board, rooms = rooms_that_few_fit(rng)
    parts = groups_of(rooms)

    def twins(shaded: Cells) -> bool:
        return all(len(n) == 2 and n[0] == n[1] for n in (sizes(board, part, shaded) for part in parts))

    fits = [shaded for shaded in walls(board) if twins(shaded)]
    if not fits and rng.random() < 0.8:
        return case(rng)
    truth = rng.choice(fits or walls(board))
    numbers: list[int | str | None] = [None] * len(board)
    for part in parts:
        if rng.random() < 0.6:
            size = [*sizes(board, part, truth), 2][0]
            numbers[rng.choice(part)] = rng.choice([*[size] * 12, "?", 1, 2, len(part)])

    def right(shaded: Cells) -> bool:
        printed = [(part, n) for part in parts for c in part if isinstance(n := numbers[c], int)]
        return twins(shaded) and all({*sizes(board, part, shaded)} == {n} for part, n in printed)

    pool: list[Filling] = [(shaded,) for shaded in walls(board)]
    found = judged("nuritwin", board, pool, right, rooms=rooms, numbers=numbers)
    whole = [(shaded,) for shaded in walls(board) if pairs(board, parts, shaded)]
    near = [*rng.sample(whole, min(40, len(whole))), *paired(board, parts, rng), *noise(board, rng)]
    return found._replace(near=near)


PUZZLES = 60
REASONS = {
    "bkSizeNe": ("the groups of a room have the same size", "a number is the size of each group of its room"),
    "csDivide": "the shaded cells form one group",
}
