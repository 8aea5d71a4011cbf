"""Heyawake: what proves it."""

from __future__ import annotations

import random

import pytest

from pencilp import api
from pencilp.board.lattice import hexagon, hexagonal, square
from pencilp.formats.links import write_link
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from pencilp.formats.text import text as plain
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    counts_in_rooms,
    crosses_two,
    dynasties,
    judged,
    random_rooms,
    rooms_counted,
    stretches,
)


def case(rng: random.Random) -> Case:
    """Random rooms, also large ones and with borders inside, with the numbers of a random filling, now and then a wrong one."""
    board = rng.choice(
        [square(3, 4, [(1, 1)]), square(3, 4), square(2, 6, [(0, 2)]), hexagonal(3, 3), hexagonal(2, 5), hexagon(2)]
    )
    rooms = random_rooms(board, rng, rng.choice([4, 4, 4, len(board)]))
    lines = stretches(board)
    some = rng.choice([0, 0, 0.2])
    walls = [int(rooms[a] == rooms[b] and rng.random() < some) for a, b in board.links]
    bordered = {frozenset(e) for wall, e in zip(walls, board.links, strict=True) if wall or rooms[e[0]] != rooms[e[1]]}

    pool: list[Filling] = [(filling,) for filling in dynasties(board)]
    fits = [filling for filling in dynasties(board) if any(filling) and not crosses_two(lines, bordered, filling)]
    clues = counts_in_rooms(rooms, rng.choice(fits or dynasties(board)), rng)

    def right(shaded: Cells) -> bool:
        return any(shaded) and not crosses_two(lines, bordered, shaded) and rooms_counted(rooms, shaded, clues)

    return judged("heyawake", board, pool, right, rooms=rooms, clues=clues, walls=walls)


PUZZLES = 60
REASONS = {
    "brNoShade": "some cell is shaded",
    "csAdjacent": "shaded cells do not touch",
    "cuDivideRB": "the unshaded cells form one group",
    "bkShadeNe": "a number counts the shaded cells of its room",
}
CORPUS = Corpus("Heyawake", every=40)


@pytest.mark.parametrize(("rows", "cols", "most"), [(3, 5, 6), (4, 4, 6), (2, 5, 5)])
def test_crowded_boards(rows: int, cols: int, most: int) -> None:
    board = square(rows, cols)
    for count in range(most - 2, most + 2):
        puzzle = api.puzzle("heyawake", board, rooms=[0] * len(board), clues=[count] + [None] * (len(board) - 1))
        found = [tuple(answer["shaded"]) for answer in api.solve(puzzle, count=0).answers]
        assert len(found) == len(set(found))
        assert set(found) == {shaded for shaded in dynasties(board) if sum(shaded) == count}


def test_as_many_shaded_cells_as_fit_are_found_at_once() -> None:
    # counting, by Euler's formula, does here what searching does not do in minutes
    board = square(12, 12)
    puzzle = api.puzzle("heyawake", board, rooms=[0] * 144, clues=[48] + [None] * 143)
    outcome = api.solve(puzzle, count=1, time_limit=20)
    assert len(outcome.answers) == 1
    none = api.puzzle("heyawake", board, rooms=[0] * 144, clues=[49] + [None] * 143)
    assert api.solve(none, time_limit=20).status == "none"


def test_a_border_inside_a_room_is_a_border() -> None:
    link = "https://puzz.link/p?heyawake/8/8/022gkf3gc2007o00o01s01v07"
    puzzle = api.load(link)
    assert sum(map(bool, puzzle["walls"])) == 32
    assert api.solve(puzzle).status == "unique"
    assert write_link(puzzle) == link
    assert plain.read(plain.write(puzzle)) == [puzzle]
    assert read_pzpr(write_pzpr(puzzle)) == puzzle
