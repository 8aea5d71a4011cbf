"""Anglers: what proves it."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from pencilp.formats.links import read_link
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from tests.small_boards import Case, Filling, judged, line_of, loops, near, rows_and_columns


def case(rng: random.Random) -> Case:
    """The numbers and fish of random lines through all cells but some black ones; now and then something wrong."""
    board = rng.choice([square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 1)]), square(3, 3, [(0, 2)])])
    rows, cols = rows_and_columns(board)
    adjacent = {
        (side, i): (line if side in ("top", "left") else line[::-1])[0]
        for side, lines in (("top", cols), ("bottom", cols), ("left", rows), ("right", rows))
        for i, line in enumerate(lines)
    }
    free, black, chosen = set(board.cells), set[int](), dict[tuple[str, int], list[int]]()
    for place in rng.sample(sorted(adjacent), len(adjacent)):
        if adjacent[place] in free and rng.random() < 0.6:
            path = [adjacent[place]]
            while (onward := [n for n in near(board)[path[-1]] if n in free and n not in path]) and rng.random() < 0.85:
                path.append(rng.choice(onward))
            free -= set(path)
            chosen[place] = path
    black = free
    if not chosen or len(black) > 3:
        return case(rng)
    cells: list[Any] = ["x" if c in black else None for c in board.cells]
    numbers: dict[str, list[Any]] = {side: [None] * len(lines) for side, lines in zip(
        ("top", "bottom", "left", "right"), (cols, cols, rows, rows), strict=True)}  # fmt: skip
    for (side, i), path in chosen.items():
        cells[path[-1]] = "f"
        given = rng.choice([len(path)] * 30 + ["?"] * rng.choice([1, 60]) + [1, 2, 3])
        numbers[side][i] = given
    if rng.random() < 0.08:
        wrong = rng.choice(board.cells)
        cells[wrong] = rng.choice([None, "f", "x"])
    starts = [(adjacent[side, i], given) for side, line in numbers.items() for i, given in enumerate(line) if given]
    pool: list[Filling] = []

    def lead(left: list[tuple[int, Any]], passed: list[int], steps: set[frozenset[int]]) -> None:
        if not left:
            if all(c in passed or cells[c] == "x" for c in board.cells):
                pool.append((tuple([int(frozenset(link) in steps) for link in board.links]),))
            return

        def walk(path: list[int]) -> None:
            if path[-1] in passed or cells[path[-1]] == "x":
                return
            if cells[path[-1]] == "f":
                if left[0][1] in ("?", len(path)):
                    lead(left[1:], [*passed, *path], steps | {frozenset(pair) for pair in pairwise(path)})
                return
            for n in near(board)[path[-1]]:
                if n not in path:
                    walk([*path, n])

        walk([left[0][0]])

    lead(starts, [], set())
    if len(pool) < 2 and rng.random() < 0.3:
        return case(rng)
    found = judged("anglers", board, pool, lambda line: True, cells=cells, numbers=numbers)
    closed: list[Filling] = [(line_of(board, loop),) for loop in rng.sample(loops(board), 2)]
    return found._replace(near=[*found.near, *closed, (tuple([0] * len(board.links)),)])


PUZZLES = 100
PASSES = "a line passes every other cell, once"
REASONS = {
    "lnBranch": (PASSES, "one line ends at every fish"),
    "lnNoFish": "every line from a number leads to a fish",
    # a line that leaves the board where no number stands counts as one on a black cell there; here it has no place at all
    "lnOnShade": (
        "no line enters a black cell",
        "one line ends at every fish",
        "a line leaves the board at the bottom of column 1",
    ),
    "ceNoLine": PASSES,
}
BOARDS = ("anglers\nnumbers:\nleft ?\nright ?\ncells:\n- -\n",)
PRESENCE = ("numbers", "cells")


def test_a_number_inside_is_refused() -> None:
    with pytest.raises(InputError, match="inside the board"):
        read_link("https://puzz.link/p?anglers/2/2/5q")


def test_lines_from_outside_are_written() -> None:
    cells = ["f", None]
    puzzle = api.puzzle("anglers", square(1, 2), cells=cells, numbers={"top": [None, 2], "left": [None]})
    answer = api.solve(puzzle).answers[0]
    text = write_pzpr(puzzle, answer)
    assert "0 1 0\n0 1\n0 0" in text
    assert read_pzpr(text).answer == answer


def test_a_number_next_to_no_cell_has_no_line() -> None:
    """Where a row or column has only holes; elsewhere there is an answer."""
    board = square(1, 3, [(0, 2)])
    for at, status in ((0, "unique"), (2, "none")):
        top = [(), (), ()]
        top[at] = ("?",)
        numbers = {"top": top, "bottom": [()] * 3, "left": [()], "right": [()]}
        puzzle = api.puzzle("anglers", board, cells=[None, "f"], numbers=numbers)
        assert api.solve(puzzle).status == status
