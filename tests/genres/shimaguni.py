"""Shimaguni: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp.board.lattice import hexagon, hexagonal, square
from pencilp.formats.pzpr import read_pzpr
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    across_borders,
    connected,
    counts_in_rooms,
    groups_of,
    inner_walls,
    judged,
    noise,
    random_rooms,
    rooms_counted,
)


def case(rng: random.Random) -> Case:
    """Random rooms, some with the number of cells of a random filling, now and then a wrong one."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 2)]), square(2, 5), square(3, 3), hexagonal(3, 3), hexagonal(3, 4),
                        hexagon(2)])  # fmt: skip
    rooms = random_rooms(board, rng, rng.choice([4, 6]))
    parts = groups_of(rooms)
    walls = inner_walls(board, rooms, rng)
    links = across_borders(board, rooms, walls)

    def apart(shaded: Cells) -> bool:
        if any(shaded[a] and shaded[b] for a, b in links):
            return False
        islands = {rooms[part[0]]: [c for c in part if shaded[c]] for part in parts}
        return (
            all(islands.values())
            and all(connected(board, island) for island in islands.values())
            and all(len(islands[rooms[a]]) != len(islands[rooms[b]]) for a, b in links if rooms[a] != rooms[b])
        )

    every = [*product((0, 1), repeat=len(board))]
    good = [*filter(apart, every)]
    if not good and rng.random() < 0.9:
        return case(rng)
    clues: list[Any] = counts_in_rooms(rooms, rng.choice(good or every), rng, rng.choice([0, 0.3, 0.8]))
    clues = [None if n == 0 else n for n in clues]
    pool: list[Filling] = [(shaded,) for shaded in good]

    def right(shaded: Cells) -> bool:
        return apart(shaded) and rooms_counted(rooms, shaded, clues)

    found = judged("shimaguni", board, pool, right, rooms=rooms, walls=walls, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 60
REASONS = {
    "bkShadeDivide": "the shaded cells of a room form one group",
    "bkShadeNe": "a number counts the shaded cells of its room",
    "bkNoShade": "a room has an island",
}
CORPUS = Corpus("Shimaguni", every=12)


def test_notes_of_a_solver_behind_the_answer_mean_nothing() -> None:
    puzzle = read_pzpr("pzprv3/shimaguni/1/2/2/0 1 /1 . /# . /[,2,,] . /")
    assert puzzle.answer is not None
    assert [*puzzle.answer["shaded"]] == [1, 0]
