"""Dosun-Fuwari: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from pencilp.formats.links import read_link, write_link
from tests.small_boards import Case, Cells, Filling, groups_of, judged, random_rooms, ray

IRON, BALLOON = 1, 2
UP, DOWN = 0, 2


def in_rooms(rooms: Sequence[int | None]) -> list[Filling]:
    """All ways to put an iron ball and a balloon into every room."""
    found = []
    for balls in product(*[[(a, b) for a in room for b in room if a != b] for room in groups_of(rooms)]):
        filling = [0] * len(rooms)
        for iron, balloon in balls:
            filling[iron], filling[balloon] = IRON, BALLOON
        found.append((tuple(filling),))
    return found


def rests(board: Lattice, balls: Cells, black: Sequence[Any]) -> bool:
    """Whether no ball falls and no balloon rises."""
    for cell, ball in enumerate(balls):
        if ball:
            beyond = ray(board, cell, DOWN if ball == IRON else UP)[:1]
            if beyond and not black[beyond[0]] and balls[beyond[0]] != ball:
                return False
    return True


def case(rng: random.Random) -> Case:
    """Random rooms and black cells."""
    board = rng.choice(
        [square(3, 3), square(3, 4), square(4, 4), square(3, 4, [(1, 1)]), square(4, 3, [(0, 2), (2, 1)])]
    )
    labels = random_rooms(board, rng, rng.choice([3, 4, 6]), hang_together=rng.random() < 0.8)
    small = {c for c in board.cells if labels.count(labels[c]) < 2 and rng.random() < 0.99}
    black: list[Any] = ["x" if c in small or rng.random() < 0.08 else None for c in board.cells]
    rooms = [None if sign else label for sign, label in zip(black, labels, strict=True)]
    pool = in_rooms(rooms)
    if len(pool) > 20000 or not any(room is not None for room in rooms):
        return case(rng)
    found = judged("dosufuwa", board, pool, lambda balls: rests(board, balls, black), rooms=rooms, black=black)
    return (
        found._replace(near=rng.sample(found.near, min(200, len(found.near))))
        if found.right or rng.random() < 0.2
        else case(rng)
    )


PUZZLES = 80
REASONS = {
    "bkUCGe2": "a room holds a balloon, just one",
    "bkNoUC": "a room holds a balloon, just one",
    "csNotBottom": "an iron ball lies on another, on a black cell or on the ground",
}
PRESENCE = ("black",)


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="rooms r1c1: a black cell is in a room"):
        api.puzzle("dosufuwa", square(1, 2), rooms=[1, 2], black=["x", None])
    with pytest.raises(InputError, match="rooms r1c2: every white cell needs a room"):
        api.puzzle("dosufuwa", square(1, 2), rooms=[1, None], black=[None, None])
    with pytest.raises(InputError, match="places"):
        read_link("https://puzz.link/p?dosufuwa/2/2/00z")


def test_links_skip_many_cells() -> None:
    puzzle = api.puzzle("dosufuwa", square(1, 40), rooms=[*[1] * 38, None, 2], black=[*[None] * 38, "x", None])
    link = write_link(puzzle)
    assert link.endswith(".2")
    assert read_link(link).values == puzzle.values
