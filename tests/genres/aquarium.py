"""Aquarium: what proves it."""

from __future__ import annotations

import random
from itertools import product

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from pencilp.formats.links import read_link, write_link
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from pencilp.formats.text import text as plain
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    judged,
    line_counts,
    lines_counted,
    near,
    noise,
    random_rooms,
    ray,
)

DOWN = 2


def case(rng: random.Random) -> Case:
    """Random rooms, and the counts of water in some lines of a random filling."""
    board = rng.choice([square(3, 4), square(3, 3), square(4, 3), square(3, 4, [(1, 1)]), square(4, 3, [(0, 2)])])
    rooms = random_rooms(board, rng, rng.choice([4, 7, 9]))
    level = rng.choice([0, 0, 1])
    row = [r for r, _ in board.positions]
    few = rng.choice([0, 0.25])
    walls = [int(rooms[a] == rooms[b] and rng.random() < few) for a, b in board.links]
    walled = {link for link, wall in zip(board.links, walls, strict=True) if wall}

    def pool_of(cell: int, cells: list[int]) -> set[int]:
        """Where the water of a cell can flow to within ``cells``."""
        found = {cell}
        while (
            more := {n for c in found for n in near(board)[c] if n in cells and not {(c, n), (n, c)} & walled} - found
        ):
            found |= more
        return found

    def needed(cell: int) -> set[int]:
        """Where water is too when a cell has some: below it, and as far as it can flow at its height, be it from below."""
        below = {n for n in ray(board, cell, DOWN)[:1] if rooms[n] == rooms[cell] and (cell, n) not in walled}
        of_room = [n for n in board.cells if rooms[n] == rooms[cell] and row[n] >= row[cell]]
        flows = {n for n in pool_of(cell, of_room) if row[n] == row[cell]}
        return below | flows | ({*of_room} if level else set())

    needs = list(map(needed, board.cells))

    def fits(water: Cells) -> bool:
        return all(water[n] for c in board.cells if water[c] for n in needs[c])

    good = [water for water in product((0, 1), repeat=len(board)) if fits(water)]
    known = set(good)
    counts = line_counts(board, rng.choice(good), rng)
    pool: list[Filling] = [(water,) for water in product((0, 1), repeat=len(board))]

    def right(water: Cells) -> bool:
        return water in known and lines_counted(board, water, counts)

    found = judged("aquarium", board, pool, right, rooms=rooms, walls=walls, counts=counts, level=level)
    return found._replace(near=[*[(water,) for water in good], *noise(board, rng)])


PUZZLES = 80
REASONS = {
    "brNoShade": "the number outside counts the water in its line",
    "csNoSupport": "below water in a room there is water",
    "exShadeNe": "the number outside counts the water in its line",
    "bkNoLevel": "the water of a room stands equally high",
}


def test_a_slash_stands_before_the_numbers_of_a_link() -> None:
    assert read_link("https://puzz.link/p?aquarium/2/2/00/1i")["counts"] == {"top": [(1,), ()], "left": [(), ()]}
    with pytest.raises(InputError, match="character 3 of the body: a slash is missing here"):
        read_link("https://puzz.link/p?aquarium/2/2/001i")


def test_a_wall_within_an_aquarium_holds_water() -> None:
    link = "https://puzz.link/p?aquarium/2/3/84/1i0"
    puzzle = read_link(link)
    assert sum(puzzle["walls"]) == 2  # right of the middle cell on the left, and below it
    assert [list(answer["shaded"]) for answer in api.solve(puzzle).answers] == [[0, 0, 1, 0, 0, 0]]
    assert write_link(puzzle) == link
    assert plain.read(plain.write(puzzle)) == [puzzle]
    assert read_pzpr(write_pzpr(puzzle)) == puzzle
