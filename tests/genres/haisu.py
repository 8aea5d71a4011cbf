"""Haisu: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import pairwise
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Filling, judged, line_of, loops, near, random_rooms

Path = tuple[int, ...]


@lru_cache
def tours(board: Lattice) -> dict[tuple[int, int], list[Path]]:
    """All paths through all cells, by their first and last cells."""
    found: dict[tuple[int, int], list[Path]] = {}

    def walk(path: Path) -> None:
        if len(path) == len(board):
            found.setdefault((path[0], path[-1]), []).append(path)
        for n in near(board)[path[-1]]:
            if n not in path:
                walk((*path, n))

    for start in board.cells:
        walk((start,))
    return found


def visits(path: Path, rooms: list[int], inner: set[frozenset[int]]) -> dict[int, int]:
    """Per cell on which visit to its room a path passes it."""
    count = dict.fromkeys(rooms, 0)
    count[rooms[path[0]]] = 1
    found = {path[0]: 1}
    for a, b in pairwise(path):
        count[rooms[b]] += rooms[a] != rooms[b] or {a, b} in inner
        found[b] = count[rooms[b]]
    return found


def case(rng: random.Random) -> Case:
    """Rooms, and numbers of a path through all cells; now and then a wrong one, or ends that no path joins."""
    board = rng.choice([square(2, 2), square(2, 3), square(3, 3), square(3, 4), square(4, 4), square(4, 4),
                        square(3, 4, [(0, 1)]), square(4, 5, [(1, 1)])])  # fmt: skip
    every = tours(board)
    start, goal = rng.choice(sorted(every)) if rng.random() < 0.95 else tuple(rng.sample(board.cells, 2))
    paths = every.get((start, goal), [])
    rooms = random_rooms(board, rng, rng.choice([4, 6, 9]))
    # borders inside a room
    inside = [link for link in board.links if rooms[link[0]] == rooms[link[1]]]
    inner = {frozenset(link) for link in rng.sample(inside, min(len(inside), rng.choice([0, 0, 1, 3])))}
    truth = visits(rng.choice(paths), rooms, inner) if paths else {}
    given: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, len(board) // 2)):
        given[c] = rng.choice([truth.get(c, 1), truth.get(c, 1), truth.get(c, 1), "?"])
    if rng.random() < 0.25:
        given[rng.choice(board.cells)] = rng.choice([1, 2, 3, len(board)])
    ends: list[Any] = [None] * len(board)
    ends[start], ends[goal] = "S", "G"
    by_line = {line_of(board, path, closed=False): path for path in paths}

    def right(line: tuple[int, ...]) -> bool:
        on = visits(by_line[line], rooms, inner)
        return all(n in (None, "?", on[c]) for c, n in enumerate(given))

    flags = [int(frozenset(link) in inner) for link in board.links]
    pool: list[Filling] = [(line,) for line in by_line]
    found = judged("haisu", board, pool, right, ends=ends, rooms=rooms, visits=given, walls=flags if inner else None)
    # paths between other ends, loops, and a short path next to a loop
    other = [path for pair in rng.sample(sorted(every), min(5, len(every))) for path in every[pair][:2]]
    near_by = [(line_of(board, path, closed=False),) for path in other]
    near_by += [(line_of(board, loop),) for loop in loops(board)[:40]]
    near_by += [(line,) for line in adjacent_loops(board, start, goal)]
    return found._replace(near=[*found.near, *near_by])


def adjacent_loops(board: Lattice, start: int, goal: int) -> list[tuple[int, ...]]:
    """Paths from the start to the goal with a loop through all other cells."""
    found = []

    def walk(path: Path) -> None:
        if path[-1] == goal:
            rest = set(board.cells).difference(path)
            for loop in loops(board):
                if rest == set(loop):
                    both = zip(line_of(board, path, closed=False), line_of(board, loop), strict=True)
                    found.append(tuple([a | b for a, b in both]))
            return
        for n in near(board)[path[-1]]:
            if n not in path and len(found) < 10:
                walk((*path, n))

    if len(board) <= 16:
        walk((start,))
    return found


PUZZLES = 80
PASSES = "the path passes every other cell, and neither branches nor ends there"
REASONS = {
    "lnBranch": PASSES,
    "haisuSG": "the path ends at S and at G",
    "haisuError": "a number says on which visit to the room the path passes the cell",
    "ceNoLine": PASSES,
}
