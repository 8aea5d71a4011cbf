"""Barns: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterator

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.board.puzzle import Answer
from tests.small_boards import SIDES, Case, Cells, judged, sometimes


def lines(board: Lattice, ice: set[int]) -> Iterator[Cells]:
    """All lines that pass every cell: once, or on ice straight on or both ways straight on."""
    at = {place: cell for cell, place in enumerate(board.positions)}
    link = {frozenset(pair): k for k, pair in enumerate(board.links)}
    sides = [
        [link.get(frozenset((cell, at.get((row + down, col + right), -1)))) for down, right in SIDES["square"]]
        for cell, (row, col) in enumerate(board.positions)
    ]
    line = [0] * len(board.links)

    def draw(cell: int) -> Iterator[Cells]:
        if cell == len(board):
            yield tuple(line)
            return
        # what lies above and to the left of a cell is drawn already
        for right in (0, 1):
            for down in (0, 1):
                for side, x in ((sides[cell][1], right), (sides[cell][2], down)):
                    if side is not None:
                        line[side] = x
                if any(x and sides[cell][way] is None for way, x in ((1, right), (2, down))):
                    continue
                n, e, s, w = (0 if side is None else line[side] for side in sides[cell])
                if (n == s and e == w and n + e > 0) if cell in ice else n + e + s + w == 2:
                    yield from draw(cell + 1)

    return draw(0)


def is_single(board: Lattice, ice: set[int], line: Cells) -> bool:
    """Whether a pen that follows a line from its first piece, straight on over ice, draws all of it."""
    steps = [pair for pair, x in zip(board.links, line, strict=True) if x]
    start, cell = last, here = steps[0]
    drawn = 1
    while True:
        beyond = [a if b == here else b for a, b in steps if here in (a, b)]
        if here in ice:
            (row, col), (before, beside) = board.positions[here], board.positions[last]
            beyond = [c for c in beyond if board.positions[c] == (2 * row - before, 2 * col - beside)]
        last, here = here, next(c for c in beyond if c != last)
        if (last, here) == (start, cell):
            return drawn == len(steps)
        drawn += 1


def case(rng: random.Random) -> Case:
    """Random ice on which some loop can be drawn, and walls beside one, now and then on it."""
    board = rng.choice(
        [square(3, 3), square(3, 4), square(4, 4), square(4, 5), square(4, 4, [(0, 0)]), square(4, 5, [(1, 2)])]
    )
    ice = {c for c in board.cells if rng.random() < rng.choice([0.15, 0.35])}
    pool = list(lines(board, ice))
    loops = [line for line in pool if is_single(board, ice, line)]
    if not loops and rng.random() < 0.93:
        return case(rng)
    truth = rng.choice(loops or [(1,) * len(board.links)])
    chance = rng.choice([0, 0.3, 0.8])
    walls = [sometimes(rng, chance if not x else 0.01, 0, 1) for x in truth]

    def right(line: Cells) -> bool:
        return is_single(board, ice, line) and not any(x and wall for x, wall in zip(line, walls, strict=True))

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
    told = [fault for fault in api.check(puzzle, Answer(puzzle, {"line": ring})) if fault.rule == LOOP]
    assert next((fault.cells, fault.found) for fault in told) == ((0,), "it ends here")
