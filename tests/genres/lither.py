"""Litherslink: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.board.puzzle import Answer
from pencilp.errors import InputError
from tests.small_boards import Case, Cells, Filling, judged, sometimes


def ends_of(board: Lattice) -> list[tuple[int, int]]:
    """The two corners of each edge, in the order in which an answer lists the edges."""
    return [board.edge_corners[e] for e in board.edges]


@lru_cache
def forests(board: Lattice) -> dict[Cells, bool]:
    """Per way to draw lines with ends and branches at all corners whether they close no loop and are not all joined."""
    ends = ends_of(board)
    last = {p: e for e, pair in enumerate(ends) for p in pair}

    def draw(line: list[int]) -> Iterator[Cells]:
        done = len(line)
        for p in {p for p, e in last.items() if e == done - 1}:
            if sum(x for x, pair in zip(line, ends, strict=False) if p in pair) not in (1, 3, 4):
                return
        if done == len(ends):
            yield tuple(line)
            return
        for x in (0, 1):
            yield from draw([*line, x])

    found = {}
    for line in draw([]):
        joined = {p: p for p in last}
        loop = False
        for x, (a, b) in zip(line, ends, strict=True):
            if x:
                loop = loop or joined[a] == joined[b]
                joined = {p: joined[a] if group == joined[b] else group for p, group in joined.items()}
        found[line] = not loop and len({*joined.values()}) > 1
    return found


def case(rng: random.Random) -> Case:
    """Some numbers of random trees, now and then a wrong one."""
    board = rng.choice([square(1, 1), square(1, 3), square(2, 2), square(2, 3), square(3, 2), square(3, 3)])
    every = forests(board)
    truth = rng.choice([line for line, right in every.items() if right] or [*every])
    edges = [[e for e in board.edges if c in board.edge_cells[e]] for c in board.cells]
    numbers: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, len(board))):
        numbers[c] = sometimes(rng, 0.06, sum(truth[e] for e in edges[c]), rng.choice(["?", 0, 1, 3]))

    def right(line: Cells) -> bool:
        return every[line] and all(n in (None, "?", sum(line[e] for e in edges[c])) for c, n in enumerate(numbers))

    pool: list[Filling] = [(line,) for line in every]
    found = judged("lither", board, pool, right, numbers=numbers)
    return found._replace(near=[*found.near[:500], *[(tuple(rng.choices((0, 1), k=len(truth))),) for _ in range(5)]])


PUZZLES = 80
RARE = True
REASONS = {
    # pzpr says so of lines that do not come to all corners, too
    "lnSnLine": ("the lines are two trees or more", "a line ends at a corner, or lines branch or cross there"),
    "lnNoBranchOrTerm": "a line ends at a corner, or lines branch or cross there",
    "nmLineNe": "a number counts the edges of its cell that have a line",
    "lnHasLoop": "the lines close no loop",
}


def test_it_is_played_on_whole_boards() -> None:
    with pytest.raises(InputError, match="without holes"):
        api.puzzle("lither", square(2, 2, [(0, 0)]), numbers=[None] * 3)


def test_a_closed_loop_gets_its_own_message() -> None:
    puzzle = api.puzzle("lither", square(1, 2), numbers=[None] * 2)
    lines = {frozenset(ends): e for e, ends in enumerate(puzzle.lattice.edge_corners)}
    drawn = [lines[frozenset(ends)] for ends in ((0, 1), (0, 3), (1, 4), (3, 4), (2, 5))]
    broken = api.check(puzzle, Answer(puzzle, {"line": [int(e in drawn) for e in puzzle.lattice.edges]}))
    assert {x.rule for x in broken} == {
        "a line ends at a corner, or lines branch or cross there", "the lines close no loop", "the lines are two trees or more",
    }  # fmt: skip
