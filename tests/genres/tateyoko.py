"""Tateboo-Bar: what proves it."""

from __future__ import annotations

import random
from itertools import product, takewhile
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, judged, ray

UPRIGHT, LEVEL = 1, 2


def along(way: int) -> int:
    """Return the bar that runs in a direction (0 to 3: up, right, down, left)."""
    return LEVEL if way % 2 else UPRIGHT


def on_bar(board: Lattice, bars: Cells, cell: int) -> list[int]:
    """Return the cells of the bar through a cell; none without a bar."""
    bar = bars[cell]
    if not bar:
        return []
    ways = (0, 2) if bar == UPRIGHT else (1, 3)
    return [cell] + [c for way in ways for c in takewhile(lambda c: bars[c] == bar, ray(board, cell, way))]


def ends(board: Lattice, bars: Cells, cell: int) -> int:
    """Return how many bars run towards a cell from its neighbours."""
    return sum(bars[ray(board, cell, way)[0]] == along(way) for way in range(4) if ray(board, cell, way))


def case(rng: random.Random) -> Case:
    """Black cells with and without numbers, and lengths of bars, seldom two for one; now and then a wrong number."""
    board = rng.choice([square(3, 3), square(3, 4), square(4, 3), square(3, 4, [(1, 1)]), square(1, 5), square(2, 5)])
    black = set(rng.sample(board.cells, rng.randint(max(1, len(board) - 9), max(1, len(board) // 3))))
    pool: list[Filling] = [
        (bars,) for bars in product(*[(0,) if c in black else (UPRIGHT, LEVEL) for c in board.cells])
    ]
    truth = rng.choice(pool)[0]
    chance = rng.choice([0.1, 0.4, 0.7])
    walls: list[Any] = [None] * len(board)
    lengths: list[Any] = [None] * len(board)
    for c in board.cells:
        if c in black:
            walls[c] = "x" if rng.random() < chance else ends(board, truth, c)
        elif rng.random() >= chance and (
            all(lengths[n] is None for n in on_bar(board, truth, c)) or rng.random() < 0.02
        ):
            lengths[c] = rng.choice([0, "?"]) if rng.random() < 0.2 else len(on_bar(board, truth, c))
    if rng.random() < 0.25:
        c = rng.choice(board.cells)
        if c in black:
            walls[c] = rng.randint(0, 4)
        else:
            lengths[c] = rng.randint(1, max(board.rows, board.cols))

    def right(bars: Cells) -> bool:
        for c in board.cells:
            if walls[c] not in (None, "x") and ends(board, bars, c) != walls[c]:
                return False
            if lengths[c] is not None:
                cells = on_bar(board, bars, c)
                if lengths[c] not in (0, "?", len(cells)) or any(lengths[n] is not None for n in cells if n != c):
                    return False
        return True

    found = judged("tateyoko", board, pool, right, black=walls, lengths=lengths)
    # a white cell without a bar, and a bar in a black cell, are wrong
    wild: list[Filling] = [(tuple(rng.choices((0, UPRIGHT, LEVEL), k=len(board))),) for _ in range(10)]
    return found._replace(near=[*found.near, *wild])


PUZZLES = 80
PRESENCE = ("lengths",)
REASONS = {"bkSizeNe": "a number in a white cell is the length of its bar"}
