"""Barns: what proves it."""

from __future__ import annotations

import random

from pencilp import api
from pencilp.board.lattice import square
from pencilp.board.puzzle import Answer
from tests.small_boards import Case, Cells, judged, lines_over_ice, sometimes, walked


def case(rng: random.Random) -> Case:
    """Random ice on which some loop can be drawn, and walls next to one, now and then on it."""
    board = rng.choice(
        [square(3, 3), square(3, 4), square(4, 4), square(4, 5), square(4, 4, [(0, 0)]), square(4, 5, [(1, 2)])]
    )
    ice = {c for c in board.cells if rng.random() < rng.choice([0.15, 0.35])}
    pool = list(lines_over_ice(board, ice, everywhere=True))
    loops = [line for line in pool if walked(board, ice, line) is not None]
    if not loops and rng.random() < 0.93:
        return case(rng)
    truth = rng.choice(loops or [(1,) * len(board.links)])
    chance = rng.choice([0, 0.3, 0.8])
    walls = [sometimes(rng, chance if not x else 0.01, 0, 1) for x in truth]

    def right(line: Cells) -> bool:
        return walked(board, ice, line) is not None and not any(x and wall for x, wall in zip(line, walls, strict=True))

    layers = {"ice": ["i" if c in ice else None for c in board.cells], "walls": walls}
    given = {key: values for key, values in layers.items() if any(values)}
    return judged("barns", board, [(line,) for line in pool], right, **given)


PUZZLES = 100
LOOP = "the loop neither branches nor ends; it crosses itself only on ice, and does not turn there"
PRESENCE = ("ice",)
REASONS = {"ceNoLine": "the loop passes every cell", "lnCrossExIce": LOOP, "lnDeadEnd": LOOP}


def test_broken_rules_on_ice() -> None:
    # a loop around a cell of ice in a corner turns there
    board = square(3, 3)
    puzzle = api.puzzle("barns", board, ice=["i" if c == 0 else None for c in board.cells])
    ring = [int(4 not in pair) for pair in board.links]
    faults = [fault for fault in api.check(puzzle, Answer(puzzle, {"line": ring})) if fault.rule == LOOP]
    assert next((fault.cells, fault.found) for fault in faults) == ((0,), "it ends here")
