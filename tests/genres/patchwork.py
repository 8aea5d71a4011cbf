"""Patchwork: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.genres.squarejam import is_square
from tests.small_boards import Case, Cells, Filling, divisions, judged


def colored(board: Lattice, borders: Cells, numbers: list[Any]) -> list[Cells]:
    """All fillings that differ across the borders, next to no number."""
    clear = [c for c in board.cells if numbers[c] is None]
    pairs = [
        (a, b)
        for (a, b), x in zip(board.links, borders, strict=True)
        if x and numbers[a] is None and numbers[b] is None
    ]
    found = []
    for colours in product((0, 1), repeat=len(clear)):
        shaded = [0] * len(board)
        for c, x in zip(clear, colours, strict=True):
            shaded[c] = x
        if all(shaded[a] != shaded[b] for a, b in pairs):
            found.append(tuple(shaded))
    return found


def case(rng: random.Random) -> Case:
    """Numbers of the squares of a random division, coloured at random; now and then a wrong number."""
    board = rng.choice(
        [square(2, 2), square(2, 3), square(3, 3), square(3, 3, [(0, 2)]), square(2, 4), square(1, 4), square(3, 2)]
    )
    every = divisions(board, is_square)
    borders = rng.choice(list(every))
    share = rng.choice([0.3, 0.5, 0.7])
    numbers: list[Any] = ["?" if rng.random() < share else None for _ in board.cells]
    fitting = colored(board, borders, numbers)
    shaded = rng.choice(fitting or [(0,) * len(board)])
    for region in every[borders]:
        for c in region:
            if numbers[c] is not None and rng.random() < 0.85:
                numbers[c] = rng.choice([sum(shaded[n] for n in region)] * 14 + [1, 3])

    def right(division: Cells, cells: Cells) -> bool:
        of = {c: region for region in every[division] for c in region}
        return all(n is None or n in ("?", sum(cells[o] for o in of[c])) for c, n in enumerate(numbers))

    pool: list[Filling] = [(division, cells) for division in every for cells in colored(board, division, numbers)]
    found = judged("patchwork", board, pool, right, numbers=numbers)
    if len(found.right) > 1 and rng.random() < 0.7:
        return case(rng)
    wrong: list[Filling] = [
        (rng.choice([*every, tuple(rng.choices((0, 1), k=len(board.links)))]), tuple(rng.choices((0, 1), k=len(board))))
        for _ in range(20)
    ]
    return found._replace(near=[*rng.sample(pool, min(60, len(pool))), *wrong])


PUZZLES = 60
PRESENCE = ("numbers",)
REASONS = {
    "cbShade": "one of the cells on both sides of a border is shaded",
    "cbUnshade": "one of the cells on both sides of a border is shaded",
    "bkShadeNe": "a number counts the shaded cells of its square",
    "bkNotSquare": "a region is a square",
    "bdDeadEnd": "a border parts two regions",
}
BOARDS = (
    # a border that parts nothing is possible around a hole only: see Square Jam
    "patchwork\nnumbers:\n? # ? ? ?\n? ? ? ? ?\n? ? # ? ?\n? ? ? ? ?\n? ? ? # #\n",
)
