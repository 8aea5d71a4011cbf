"""Statue Park: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.genres.battleship import SHIPS, Fleet, cells_of, fleet_of, shape
from tests.small_boards import Case, Filling, connected, groups, judged, with_value


@lru_cache
def parks(board: Lattice) -> dict[Fleet, list[tuple[int, ...]]]:
    """Per bank the fillings in which its shapes lie apart, and the cells between them form one group."""
    result: dict[Fleet, list[tuple[int, ...]]] = {}
    for filling in product((0, 1), repeat=len(board)):
        if connected(board, with_value(filling, 0)):
            pieces = groups(board, with_value(filling, 1))
            bank = fleet_of([board.positions[c] for c in piece] for piece in pieces)
            result.setdefault(bank, []).append(filling)
    return result


def case(rng: random.Random) -> Case:
    """The shapes of a random board, some circles; now and then something wrong."""
    board = rng.choice(
        [square(3, 3), square(2, 5), square(3, 4), square(3, 4, [(1, 1)]), square(4, 3, [(1, 0), (2, 2)])]
    )
    shapes = {shape(cells_of(rows)): rows for rows in SHIPS.values()}
    possible = [bank for bank in parks(board) if bank and set(bank) <= set(shapes)]
    chosen = rng.choice(possible)
    bank = [shapes[piece] for piece in chosen]
    truth = rng.choice(parks(board)[chosen])
    if rng.random() < 0.1:
        bank.append(rng.choice([("x",), ("xx",)]))
    circles: list[Any] = [None] * len(board)
    for cell in rng.sample(board.cells, rng.randint(0, 4)):
        circles[cell] = "wb"[truth[cell]] if rng.random() < 0.95 else rng.choice("wb")

    def right(filling: tuple[int, ...]) -> bool:
        return all(sign is None or "wb"[filling[cell]] == sign for cell, sign in enumerate(circles))

    pool: list[Filling] = [(filling,) for filling in parks(board).get(fleet_of(map(cells_of, bank)), [])]
    others: list[Filling] = [(rng.choice(parks(board)[other]),) for other in rng.sample(possible, 5)]
    found = judged("statuepark", board, pool, right, bank=bank, circles=circles)
    return found._replace(near=pool + others)


PUZZLES = 100
REASONS = {
    "circleUnshade": "a black circle is covered",
    "bankGt": "the shape xxxx occurs as often as in the bank",
    "bankLt": "the shape xxxx occurs as often as in the bank",
}
PINNED = 3
