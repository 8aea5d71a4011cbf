"""Aqre: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import groupby, product

from pencilp import api
from pencilp.board.lattice import Lattice, hexagonal, square
from pencilp.formats.links import read_link, write_link
from pencilp.formats.text import text as plain
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    connected,
    counts_in_rooms,
    judged,
    random_rooms,
    rooms_counted,
    stretches,
    with_value,
)


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


def case(rng: random.Random) -> Case:
    """Random rooms with the numbers of a random filling, now and then a wrong one; also the variant, with walls in rooms."""
    board = rng.choice(
        [square(2, 5), square(3, 4, [(1, 2)]), square(2, 6, [(0, 0), (1, 3)]), hexagonal(2, 5), hexagonal(1, 6)]
    )
    rooms = random_rooms(board, rng, 5)
    bordered = rng.choice([None, None, None, 1, 1])
    walls = [int(bordered == 1 and rooms[a] == rooms[b] and rng.random() < 0.1) for a, b in board.links]
    fits = [
        filling
        for filling in without_four(board)
        if not bordered
        or all(
            filling[a] != filling[b] or (rooms[a] == rooms[b] and not wall)
            for wall, (a, b) in zip(walls, board.links, strict=True)
        )
    ]
    if not fits and rng.random() < 0.7:
        return case(rng)
    clues = counts_in_rooms(rooms, rng.choice(fits or without_four(board)), rng, 0.8)
    pool: list[Filling] = [(filling,) for filling in without_four(board)]
    return judged(
        "aqre",
        board,
        pool,
        lambda shaded: shaded in fits and rooms_counted(rooms, shaded, clues),
        rooms=rooms,
        clues=clues,
        bordered=bordered,
        walls=walls,
    )


PUZZLES = 100
REASONS = {
    "bkShadeNe": "a number counts the shaded cells of its room",
    "csDivide": "the shaded cells form one group",
    "cs3": "no four shaded cells in a row",
    "cu3": "no four unshaded cells in a row",
    "cbShade": "cells that a border separates are not both shaded",
    "cbUnshade": "cells that a border separates are not both unshaded",
}
CORPUS = Corpus("Aqre", every=6)


def test_a_dense_aqre_is_proved_at_once() -> None:
    # 48 of the cells of the large room shaded: no more than that is possible, which takes long to find out by search
    board = square(8, 8)
    rooms = [1] * 64
    rooms[26], rooms[36] = 2, 3
    puzzle = api.puzzle("aqre", board, rooms=rooms, clues=[48] + [None] * 63)
    outcome = api.solve(puzzle, time_limit=20)
    assert outcome.status == "unique"


def test_walls_inside_rooms_belong_to_the_variant() -> None:
    puzzle = read_link("https://puzz.link/p?aqre/b/3/3/vg00i")
    assert puzzle["bordered"] == 1
    assert write_link(puzzle).endswith("aqre/b/3/3/vg00i")
    assert plain.read(plain.write(puzzle))[0] == puzzle
