"""Nuri-Maze: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.board.puzzle import Answer
from pencilp.errors import InputError
from pencilp.formats.links import read_link
from tests.small_boards import Case, Cells, Filling, blocks, connected, judged, near, noise, random_rooms, with_value


@lru_cache
def mazes(board: Lattice) -> list[Cells]:
    """All fillings without a two by two whose unshaded cells are a tree: one group, and one way more than there are links."""
    found = []
    for shaded in product((0, 1), repeat=len(board)):
        if all(0 < sum([shaded[c] for c in block]) < 4 for block in blocks(board)):
            maze = with_value(shaded, 0)
            links = sum([not shaded[n] for c in maze for n in near(board)[c]]) // 2
            if links == max(0, len(maze) - 1) and connected(board, maze):
                found.append(shaded)
    return found


def way(board: Lattice, shaded: Cells, start: int, goal: int) -> set[int]:
    """The cells of the way through a maze."""
    paths = [[start]]
    for path in paths:
        if path[-1] == goal:
            return set(path)
        paths += [[*path, n] for n in near(board)[path[-1]] if not shaded[n] and n not in path]
    raise AssertionError("a maze hangs together")


def case(rng: random.Random) -> Case:
    """Tiles and signs of a random maze, now and then a wrong one."""
    boards = [square(3, 3), square(3, 4), square(4, 4), square(2, 5), square(1, 4), square(4, 4, [(1, 2)])]
    holes = [
        square(3, 3, [(1, 1)]),
        square(3, 4, [(0, 1)]),
        square(4, 4, [(1, 1), (2, 2)]),
        square(3, 4, [(1, 1), (1, 2)]),
    ]
    board = rng.choice(boards + holes)
    truth = rng.choice(mazes(board))
    tiles: list[Any] = random_rooms(board, rng, rng.choice([1, 3, 4]))
    if rng.random() < 0.9:
        tiles = rooms_of(board, [2 * tile + truth[c] for c, tile in enumerate(tiles)])
    signs: list[Any] = [None] * len(board)
    maze = with_value(truth, 0)
    ends = rng.sample(maze, min(2, len(maze)))
    for sign, cell in zip("SG", ends, strict=False):
        signs[cell] = sign if rng.random() < 0.95 else None
    passed = way(board, truth, *ends) if len(ends) == 2 else set()
    for cell in maze:
        if signs[cell] is None and rng.random() < rng.choice([0.1, 0.5]):
            signs[cell] = rng.choice("ct" if rng.random() < 0.1 else "c" if cell in passed else "t")
    ends = [signs.index(sign) for sign in "SG" if sign in signs]
    if len(ends) < 2:
        signs = [None if sign in ("c", "t") else sign for sign in signs]

    def right(shaded: Cells) -> bool:
        if any(shaded[a] != shaded[b] for a in board.cells for b in board.cells if tiles[a] == tiles[b]):
            return False
        if any(shaded[c] for c, sign in enumerate(signs) if sign):
            return False
        passed = way(board, shaded, *ends) if len(ends) == 2 else None
        return passed is None or all(
            (sign == "c") == (c in passed) for c, sign in enumerate(signs) if sign in ("c", "t")
        )

    pool: list[Filling] = [(shaded,) for shaded in mazes(board)]
    found = judged("nurimaze", board, pool, right, tiles=tiles, signs=signs)
    return found._replace(near=[*found.near, *noise(board, rng)])


def rooms_of(board: Lattice, labels: list[Any]) -> list[int]:
    """A label per cell that only cells have which hang together."""
    rooms = [-1] * len(board)
    for start in board.cells:
        group = [start] if rooms[start] < 0 else []
        for c in group:
            rooms[c] = start
            group += [n for n in near(board)[c] if labels[n] == labels[start] and n not in group]
    return rooms


PUZZLES = 80
REASONS = {
    "bkMixed": "a tile is shaded wholly or not at all",
    "objShaded": "a sign is not shaded",
    "cuDivide": "the unshaded cells form one group",
    "cuLoop": "the unshaded cells form no loop",
    "routeIgnoreCP": "the way from S to G passes the circles",
    "routePassDeadEnd": "the way from S to G passes no triangle",
}
PRESENCE = ("signs",)


def test_a_loop_around_a_hole_is_one_too() -> None:
    board = square(3, 3, [(1, 1)])
    assert all(1 in shaded for shaded in mazes(board))
    puzzle = api.puzzle("nurimaze", board, tiles=[1] * 8, signs=["S", *[None] * 6, "G"])
    assert api.solve(puzzle).status == "none"


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="more than one S"):
        api.puzzle("nurimaze", square(1, 2), tiles=[1, 1], signs=["S", "S"])
    for sign in "ct":
        with pytest.raises(InputError, match="signs r1c2: circles and triangles need a start S and a goal G"):
            api.puzzle("nurimaze", square(1, 2), tiles=[1, 1], signs=["S", sign])
    for body in ("00", "000", "001z0"):
        with pytest.raises(InputError):
            read_link(f"https://puzz.link/p?nurimaze/2/2/{body}")


def test_a_check_names_the_way_once_and_each_sign_on_the_wrong_side() -> None:
    def faults(rows: int, cols: int, signs: list[str | None], shaded: list[int]) -> list[str]:
        board = square(rows, cols)
        puzzle = api.puzzle("nurimaze", board, tiles=[*board.cells], signs=signs)
        return [str(broken) for broken in api.check(puzzle, Answer(puzzle, {"shaded": shaded}))]

    cut = faults(1, 5, ["S", "c", None, "t", "G"], [0, 0, 1, 0, 0])
    assert [fault for fault in cut if "way" in fault] == ["r1c1 r1c5: a way leads from S to G"]
    off = faults(2, 5, ["S", "t", None, "G", None, "c", *[None] * 4], [0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
    assert off == ["r1c2: the way from S to G passes no triangle", "r2c1: the way from S to G passes the circles"]
