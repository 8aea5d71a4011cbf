"""Shading genres on boards with holes and of hexagons: all answers of small puzzles by trying everything."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, pairwise, product, takewhile
from typing import Any

import pytest

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.small_boards import (
    Case,
    Filling,
    case,
    connected,
    groups_from,
    hold,
    near,
    random_rooms,
    ray,
    rows_and_columns,
    sometimes,
    stretches,
)

Cells = tuple[int, ...]


def with_value(filling: Cells, value: int) -> list[int]:
    return [c for c, v in enumerate(filling) if v == value]


def squares(board: Lattice) -> list[list[int]]:
    """All two by two cells of a square board."""
    at = {p: c for c, p in enumerate(board.positions)}
    blocks = [[at.get((r + i, c + j)) for i in (0, 1) for j in (0, 1)] for r, c in board.positions]
    return [block for block in blocks if None not in block]  # type: ignore[misc]


def counts_in_rooms(rooms: Sequence[int], truth: Cells, rng: random.Random, chance: float = 0.5) -> list[Any]:
    """In some rooms the number of shaded cells, now and then a wrong one."""
    clues: list[Any] = [None] * len(rooms)
    for room in set(rooms):
        cells = [c for c, label in enumerate(rooms) if label == room]
        if rng.random() < chance:
            clues[rng.choice(cells)] = rng.choice([sum(truth[c] for c in cells)] * 10 + ["?", 1])
    return clues


def counted(rooms: Sequence[int], filling: Cells, clues: Sequence[Any]) -> bool:
    return all(
        n in (None, "?", sum(filling[x] for x, label in enumerate(rooms) if label == rooms[c]))
        for c, n in enumerate(clues)
    )


@lru_cache
def dynasties(board: Lattice) -> list[Cells]:
    """All fillings with shaded cells that do not touch, the others in one group."""
    return [
        filling
        for filling in product((0, 1), repeat=len(board))
        if any(filling)
        and not any(filling[n] for c in with_value(filling, 1) for n in near(board)[c])
        and connected(board, with_value(filling, 0))
    ]


def heyawake(rng: random.Random) -> Case:
    """Random rooms with the numbers of a random filling, now and then a wrong one."""
    board = rng.choice(
        [square(3, 4, [(1, 1)]), square(3, 4), square(2, 6, [(0, 2)]), hexagonal(3, 3), hexagonal(2, 5), hexagon(2)]
    )
    rooms = random_rooms(board, rng, 4)
    lines = stretches(board)

    def crosses(filling: Cells) -> bool:
        """Whether a line of unshaded cells goes over two borders."""
        for line in lines:
            borders = 0
            for a, b in pairwise(line):
                borders = 0 if filling[a] or filling[b] else borders + (rooms[a] != rooms[b])
                if borders > 1:
                    return True
        return False

    fits = [filling for filling in dynasties(board) if not crosses(filling)]
    clues = counts_in_rooms(rooms, rng.choice(fits or dynasties(board)), rng)
    pool: list[Filling] = [(filling,) for filling in fits]
    return case("heyawake", board, pool, lambda shaded: counted(rooms, shaded, clues), rooms=rooms, clues=clues)


@lru_cache
def without_four(board: Lattice) -> list[Cells]:
    """All fillings with the shaded cells in one group and nowhere four equal cells in a row."""
    lines = [line for line in stretches(board) if len(line) > 3]
    return [
        filling
        for filling in product((0, 1), repeat=len(board))
        if all(len(list(run)) < 4 for line in lines for _, run in groupby(filling[c] for c in line))
        and connected(board, with_value(filling, 1))
    ]


def aqre(rng: random.Random) -> Case:
    """Random rooms with the numbers of a random filling, now and then a wrong one; also the variant."""
    board = rng.choice(
        [square(2, 5), square(3, 4, [(1, 2)]), square(2, 6, [(0, 0), (1, 3)]), hexagonal(2, 5), hexagonal(1, 6)]
    )
    rooms = random_rooms(board, rng, 5)
    bordered = int(rng.random() < 0.2)
    fits = [
        filling
        for filling in without_four(board)
        if not bordered or all(rooms[a] == rooms[b] or filling[a] != filling[b] for a, b in board.links)
    ]
    clues = counts_in_rooms(rooms, rng.choice(fits or without_four(board)), rng, 0.9)
    pool: list[Filling] = [(filling,) for filling in fits]
    return case("aqre", board, pool, lambda shaded: counted(rooms, shaded, clues), rooms=rooms, clues=clues,
                bordered=bordered)  # fmt: skip


@lru_cache
def two_groups(board: Lattice) -> list[Cells]:
    """All fillings with both kinds in one group each and no two by two of one kind."""
    blocks = squares(board)
    return [
        filling
        for filling in product((0, 1), repeat=len(board))
        if not any(len({filling[c] for c in block}) == 1 for block in blocks)
        and all(connected(board, with_value(filling, value)) for value in (0, 1))
    ]


def yinyang(rng: random.Random) -> Case:
    """Some circles of a random filling, now and then a wrong one."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 1)]), square(3, 4, [(0, 0), (2, 1)]), square(3, 3, [(1, 1)]),
                        square(1, 4), square(4, 3, [(1, 1), (2, 1)])])  # fmt: skip
    truth = rng.choice(two_groups(board))
    given: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(1, len(board) - 1)):
        given[c] = "wb"[truth[c]] if rng.random() < 0.85 else rng.choice("wb")
    pool: list[Filling] = [(filling,) for filling in two_groups(board)]
    return case("yinyang", board, pool, lambda black: all(circle in (None, "wb"[black[c]]) for c, circle in enumerate(given)),
                given=given)  # fmt: skip


def lits(rng: random.Random) -> Case:
    """Two or three large rooms."""
    board = rng.choice(
        [square(3, 4), square(3, 4, [(1, 2)]), square(4, 4, [(0, 0), (3, 3)]), square(3, 5, [(0, 2)]), square(2, 6)]
    )
    while True:
        rooms = random_rooms(board, rng, rng.choice([5, 6, 10]))
        if min(map(rooms.count, rooms)) > 3:
            break
    blocks = squares(board)
    pieces = [
        [
            p
            for start in board.cells
            for p in groups_from(board, start, 4)
            if len(p) == 4 and {rooms[c] for c in p} == {room}
        ]
        for room in sorted(set(rooms))
    ]

    def distances(piece: frozenset[int]) -> list[int]:
        """The same for tetrominoes of one shape, and for these alone."""
        points = [board.positions[c] for c in piece]
        return sorted((a - c) ** 2 + (b - d) ** 2 for a, b in points for c, d in points)

    pool: list[Filling] = []
    right: list[Filling] = []
    for chosen in product(*pieces):
        shaded = frozenset[int]().union(*chosen)
        pool.append((tuple([int(c in shaded) for c in board.cells]),))
        touching = [(p, q) for p in chosen for q in chosen if p != q and any(n in q for c in p for n in near(board)[c])]
        if (
            connected(board, shaded)
            and not any(shaded.issuperset(block) for block in blocks)
            and all(distances(p) != distances(q) for p, q in touching)
        ):
            right.append(pool[-1])
    # most rooms leave no answer
    if not right and rng.random() < 0.7:
        return lits(rng)
    return case("lits", board, pool, lambda shaded: (shaded,) in right, rooms=rooms)


def tilepaint(rng: random.Random) -> Case:
    """Random tiles and the numbers of a random painting, outside and in some cells, now and then a wrong one."""
    board = rng.choice([square(2, 4), square(3, 4), square(3, 4, [(1, 1)]), square(3, 5, [(0, 0), (1, 3)])])
    tiles = random_rooms(board, rng, 3, hang_together=rng.random() < 0.8)
    numbered = set(rng.sample(board.cells, rng.randint(0, 2)))
    pool: list[Filling] = []
    for chosen in product((0, 1), repeat=len(set(tiles))):
        value = dict(zip(sorted(set(tiles)), chosen, strict=True))
        filling = tuple([value[tile] if c not in numbered else 0 for c, tile in enumerate(tiles)])
        if any(filling) and (filling,) not in pool:
            pool.append((filling,))
    truth = rng.choice(pool)[0]

    def count(filling: Cells, cells: Sequence[int]) -> int:
        return sum(filling[c] for c in takewhile(lambda c: c not in numbered, cells))

    def clue(cells: Sequence[int], chance: float) -> Any:
        return sometimes(rng, chance, count(truth, cells), rng.choice([None, None, "?", 1]))

    rows, cols = rows_and_columns(board)
    unsure = rng.choice([0, 0.2, 0.6])
    clues = {"left": [clue(row, unsure) for row in rows], "top": [clue(col, unsure) for col in cols]}
    inner: list[Any] = [None] * len(board)
    for c in numbered:
        inner[c] = (clue(ray(board, c, 2), 0.3), clue(ray(board, c, 1), 0.3))

    def right(shaded: Cells) -> bool:
        outside = zip([*clues["left"], *clues["top"]], [*rows, *cols], strict=True)
        inside = [(n, ray(board, c, d)) for c in numbered for n, d in zip(inner[c], (2, 1), strict=True)]
        return all(n in (None, "?", count(shaded, cells)) for n, cells in (*outside, *inside))

    return case("tilepaint", board, pool, right, tiles=tiles, clues=clues, inner=inner)


@pytest.mark.parametrize("make", [heyawake, aqre, yinyang, lits, tilepaint])
def test_all_answers_and_no_others(make: Any) -> None:
    hold(make, puzzles=60)
