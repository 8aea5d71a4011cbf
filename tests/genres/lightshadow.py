"""Light and Shadow: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp.board.lattice import hexagonal, square
from tests.small_boards import Case, Cells, Filling, groups, judged, noise, with_value


def case(rng: random.Random) -> Case:
    """A sign for every group of a random filling, some without a number, now and then a wrong one."""
    board = rng.choice([square(3, 3), square(3, 4), square(3, 4, [(1, 1)]), square(2, 5), hexagonal(3, 3)])
    truth = tuple(rng.choices((0, 1), k=len(board)))
    signs: list[Any] = [None] * len(board)
    for value, color in enumerate("wb"):
        for group in groups(board, with_value(truth, value)):
            if rng.random() < 0.97:
                number = rng.choice([len(group)] * 9 + [None] * 8 + ["?", 2])
                signs[rng.choice(sorted(group))] = (color, None, number)
    if rng.random() < 0.1:
        signs[rng.choice(board.cells)] = (rng.choice("wb"), None, None)

    def right(shaded: Cells) -> bool:
        for value, color in enumerate("wb"):
            for group in groups(board, with_value(shaded, value)):
                held = [signs[c] for c in group if signs[c] is not None]
                if len(held) != 1 or held[0][0] != color or held[0][2] not in (None, "?", len(group)):
                    return False
        return True

    pool: list[Filling] = [(shaded,) for shaded in product((0, 1), repeat=len(board))]
    found = judged("lightshadow", board, pool, right, signs=signs)
    return found._replace(near=[(truth,), *sorted(found.right)[:20] * 3, *noise(board, rng)])


PUZZLES = 120
REASONS = {
    "bkNumGe2": ("a group of unshaded cells holds no two signs", "a group of shaded cells holds no two signs"),
    "bkSizeLt": "a number counts the cells of its group",
    "ceEmpty": "every cell must be filled",
}
PRESENCE = ("signs",)
