"""Tapa-Like Loop: what proves it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from pencilp.formats.links import read_link, write_link
from tests.small_boards import LOOP_BOARDS, Case, Drawn, around, drawn_loops, looped


def visits(loop: Drawn, cell: int) -> list[int]:
    """How many cells around a cell the loop passes at a time; [0] where it passes none."""
    ring = {*around(loop.board)[cell]}
    if ring.issuperset(loop.cells):
        return [len(loop.cells)]
    # begin outside
    start = next(k for k, c in enumerate(loop.loop) if c not in ring)
    found, before = [0], False
    for c in (*loop.loop[start:], *loop.loop[:start]):
        found += [0] if before and c not in ring else []
        found[-1] += c in ring
        before = c in ring
    return [n for n in found if n] or [0]


def case(rng: random.Random) -> Case:
    """The numbers of some cells off a random loop, some of them unknown, now and then a wrong one, or one anywhere."""
    board = rng.choice(LOOP_BOARDS)
    truth = rng.choice(list(drawn_loops(board).values()))
    clues: list[Any] = [None] * len(board)
    off = [c for c in board.cells if c not in truth.cells]
    unsure = rng.choice([0, 0, 0.3])
    for c in rng.sample(off, min(len(off), rng.randint(1, 3))):
        numbers = visits(truth, c)
        rng.shuffle(numbers)
        clues[c] = tuple(["?" if rng.random() < unsure else n for n in numbers])
        if rng.random() < 0.1:
            clues[c] = rng.choice([(3,), (1, 1), (2, 3), ("?",), ("?", 2), (0, "?"), (0, 0), (0,)])
    if rng.random() < 0.1:
        clues[rng.choice(board.cells)] = rng.choice([("?",), (1,), (3,)])

    def right(loop: Drawn) -> bool:
        for c, clue in enumerate(clues):
            if clue is not None:
                found = visits(loop, c)
                given = Counter(n for n in clue if n != "?")
                if c in loop.cells or len(clue) != len(found) or not given <= Counter(found):
                    return False
        return True

    return looped("tapaloop", board, right, clues=clues)


PUZZLES = 120
PRESENCE = ("clues",)
REASONS = {
    "lnBranch": "the loop neither branches nor ends",
    "lnCross": "the loop neither branches nor ends",
    "tapaloopError": "a number counts the cells around it that the loop passes at a time",
    "lnPlLoop": "the loop is one single loop",
}


def test_a_loop_all_around_a_clue_is_one_visit() -> None:
    board = square(3, 3)
    for clue, answers in (((8,), 1), (("?",), 1), ((7,), 0), ((4, 4), 0)):
        clues = [clue if c == 4 else None for c in board.cells]
        assert len(api.solve(api.puzzle("tapaloop", board, clues=clues), count=0).answers) == answers


@pytest.mark.parametrize(
    ("code", "clue"),
    [("0", (0,)), ("8", (8,)), (".", ("?",)), ("a9", (1, 1)), ("a0", ("?", "?")), ("+2l", (1, 1, 1)), ("+10", ("?",) * 3),
     ("-87", (1, 1, 1, 1)), ("-10", ("?",) * 4)],
)  # fmt: skip
def test_a_link_has_a_code_for_each_clue(code: str, clue: tuple[Any, ...]) -> None:
    puzzle = api.puzzle("tapaloop", square(1, 2), clues=[None, clue])
    # a slash is put after a link that would end in a stop
    assert write_link(puzzle).rstrip("/").endswith(f"tapaloop/2/1/g{code}")
    assert read_link(f"https://puzz.link/p?tapaloop/2/1/g{code}") == puzzle


def test_values_that_links_cannot_hold_are_refused() -> None:
    with pytest.raises(InputError, match="these are no numbers of a clue"):
        read_link("https://puzz.link/p?tapaloop/2/1/bzg")
    with pytest.raises(InputError):
        write_link(api.puzzle("tapaloop", square(1, 2), clues=[None, (8, 1)]))
