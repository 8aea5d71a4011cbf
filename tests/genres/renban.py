"""Renban-Madoguchi: what proves it."""

from __future__ import annotations

import random

from pencilp.board.lattice import Lattice, square
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    fillings,
    groups_of,
    inner_walls,
    judged,
    kept,
    near,
    printed,
    random_rooms,
)

LEFT_OR_UP, RIGHT_OR_DOWN = -1, 1


def lengths(board: Lattice, borders: list[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Return for each border, a pair of cells, how many borders lie in a straight line with it, itself included."""
    at = {place: c for c, place in enumerate(board.positions)}
    drawn = {frozenset(pair) for pair in borders}
    found = {}
    for a, b in borders:
        (row, col), (row_b, col_b) = board.positions[a], board.positions[b]
        # along the border: from row to row if it is upright
        down, right = (1, 0) if row == row_b else (0, 1)
        count = 1
        for sign in (LEFT_OR_UP, RIGHT_OR_DOWN):
            k = sign
            while (
                frozenset((at.get((row + k * down, col + k * right)), at.get((row_b + k * down, col_b + k * right))))
                in drawn
            ):
                count, k = count + 1, k + sign
        found[a, b] = count
    return found


def case(rng: random.Random) -> Case:
    """Rooms with some numbers of a random filling, now and then a wrong one."""
    board = rng.choice([square(2, 3), square(2, 2), square(1, 5), square(3, 3, [(1, 1)]), square(3, 3, [(0, 2), (2, 0)]),
                        square(2, 4, [(0, 3)]), square(3, 3), square(2, 4)])  # fmt: skip
    rooms = random_rooms(board, rng, rng.choice([2, 4, 6, 9]))
    walls = inner_walls(board, rooms, rng)
    borders = [(a, b) for (a, b), wall in zip(board.links, walls, strict=True) if wall or rooms[a] != rooms[b]]
    long = lengths(board, borders)
    parts = {c: room for room in groups_of(rooms) for c in room}

    def distinct(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        here = [chosen[c] for c in parts[last] if c <= last]
        return len({*here}) == len(here) and max(here) - min(here) < len(parts[last])

    def fits(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        return distinct(chosen) and all(
            abs(chosen[last] - chosen[c]) == long[c, last] for c in near(board)[last] if (c, last) in long
        )

    values = [range(1, len(board) + 1)] * len(board)
    pool: list[Filling] = [(number,) for number in fillings(values, fits)]
    if len(pool) > 500 or (not pool and rng.random() < 0.97):
        return case(rng)
    truth = rng.choice(pool)[0] if pool else (1,) * len(board)
    given = printed(truth, rng, 4)
    if rng.random() < 0.2:
        given[rng.randrange(len(board))] = rng.choice(["?", len(board)])

    def right(number: Cells) -> bool:
        return kept(number, given)

    found = judged("renban", board, pool, right, rooms=rooms, walls=walls, given=given)
    others: list[Filling] = []
    for number in fillings(values, distinct):
        others.append((number,))
        if len(others) > 30:
            break
    # pairs of numbers of a room exchanged, or all of them a step higher
    for (number,) in pool[:10]:
        moved = list(number)
        for c in parts[rng.randrange(len(board))]:
            moved[c] = min(len(board), moved[c] + 1)
        others.append((tuple(moved),))
    return found._replace(near=[*found.near, *others])


PUZZLES = 80
REASONS = {"cbDiffLenNe": "numbers at a border differ by the length of its line"}
