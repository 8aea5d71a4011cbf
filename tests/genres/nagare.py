"""Nagareru-Loop: what proves it."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

from pencilp.board.lattice import Lattice, Position, square
from tests.small_boards import SIDES, Case, Drawn, drawn_loops, looped, ray

WAYS = dict(zip("nesw", SIDES["square"], strict=True))


def moves(board: Lattice, way: list[int]) -> dict[int, tuple[Position, Position]]:
    """Per cell of a closed way the step into it and the step out of it."""
    places = [board.positions[c] for c in way]
    steps = [(r2 - r1, c2 - c1) for (r1, c1), (r2, c2) in pairwise([places[-1], *places, places[0]])]
    return {c: steps[k : k + 2] for k, c in enumerate(way)}  # type: ignore[misc]


def goes(board: Lattice, signs: list[Any], way: list[int]) -> bool:
    """Whether a closed way keeps to the signs."""
    steps = moves(board, way)
    for cell, sign in enumerate(signs):
        if sign in WAYS and steps.get(cell) != [WAYS[sign]] * 2:
            return False
        if sign is not None and sign not in WAYS and cell in steps:
            return False
        for c in ray(board, cell, "nesw".index(sign[1])) if sign and sign[0] == "f" else []:
            if signs[c] is not None and signs[c] not in WAYS:
                break
            blown = WAYS[sign[1]]
            against = (-blown[0], -blown[1])
            if c in steps and (blown not in steps[c] or against in steps[c]):
                return False
    return True


def case(rng: random.Random) -> Case:
    """Signs next to and along a random loop, of which some fit it."""
    board = rng.choice([square(3, 3), square(3, 4), square(4, 4), square(4, 4), square(3, 5), square(4, 4, [(1, 2)])])
    truth = rng.choice(list(drawn_loops(board).values()))
    way = list(truth.loop)
    signs: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(2, len(board))):
        for sign in rng.sample(["fn", "fs", "fw", "fe", "x", "n", "s", "w", "e"], 9):
            signs[c] = sign
            if goes(board, signs, way) or rng.random() < 0.02:
                break
            signs[c] = None

    arrows = [c for c, sign in enumerate(signs) if sign in WAYS]
    if len(arrows) > 1 and rng.random() < 0.3:
        turned = rng.choice(arrows)
        signs[turned] = "nesw"["nesw".index(signs[turned]) - 2]

    def right(loop: Drawn) -> bool:
        return any(goes(board, signs, [*loop.loop][::turn]) for turn in (1, -1))

    return looped("nagare", board, right, signs=signs)


PUZZLES = 100
STRAIGHT, POINTS, WIND = (
    "the loop goes straight through every arrow",
    "the way leads as the arrow points",
    "in a cell with wind the way goes with it",
)
PRESENCE = ("signs",)
UNNAMED = {"signs": "where a shaded cell is the loop is not, and no wind goes on"}
REASONS = {
    "brNoLine": "the loop is one single loop",
    "lnOnShade": "the loop keeps out of shaded cells",
    "lnCross": "the loop neither branches nor ends",
    "lrAcrossArrow": STRAIGHT,
    "lrAgainstWind": WIND,
    "lrAcrossWind": WIND,
    "arNoLine": STRAIGHT,
    "lnDeadEnd": "the loop neither branches nor ends",
}
