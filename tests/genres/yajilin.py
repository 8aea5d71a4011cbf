"""Yajilin: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp import api
from pencilp.board.lattice import square
from pencilp.board.puzzle import Answer
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Drawn, looped_adjacent_shaded, loops, near, ray, shaded_outside


def case(rng: random.Random) -> Case:
    """A random loop; of the cells off it some have clues and the others are shaded. Some clues are wrong."""
    board = rng.choice([square(2, 3), square(3, 4), square(4, 4), square(3, 5), square(4, 4, [(1, 2)])])
    truth = rng.choice(loops(board))
    off = [c for c in board.cells if c not in truth]
    dark: list[int] = []
    for c in rng.sample(off, len(off)):
        if rng.random() < 0.6 and not any(n in near(board)[c] for n in dark):
            dark.append(c)
    clues: list[Any] = [None] * len(board)
    for c in set(off).difference(dark):
        direction = rng.randrange(4)
        count = sum(n in dark for n in ray(board, c, direction)) if rng.random() < 0.9 else rng.randrange(3)
        clues[c] = (direction, rng.choice([count, count, count, "?", None]))
        if rng.random() < 0.05:
            clues[c] = (None, count)
    if rng.random() < 0.2:
        clues[rng.choice(board.cells)] = (None, "?")
    outside = int(rng.random() < 0.3)

    def right(loop: Drawn, shaded: Cells) -> bool:
        for cell, clue in enumerate(clues):
            if clue is not None:
                direction, number = clue
                # what a number without an arrow counts nobody knows
                if isinstance(number, int) and (
                    direction is None or sum(shaded[c] for c in ray(board, cell, direction)) != number
                ):
                    return False
        return not outside or shaded_outside(loop, shaded)

    clued = [c for c, clue in enumerate(clues) if clue is not None]
    return looped_adjacent_shaded("yajilin", board, clued, right, clues=clues, outside=outside)


PUZZLES = 200
REASONS = {
    "lnCross": "the loop neither branches nor ends",
    "lnOnShade": ("the loop keeps out of shaded cells", "the loop passes every cell that is not shaded"),
    "csAdjacent": "shaded cells do not touch",
    "anShadeNe": "as many cells are shaded in the arrow's direction as the number says",
    "lnDeadEnd": "the loop neither branches nor ends",
    "ceEmpty": "the loop passes every cell that is not shaded",
}
CORPUS = Corpus("Yajilin", every=45)


def test_shaded_cells_outside_the_loop() -> None:
    # a loop around one cell: it may be shaded, unless all shaded cells are to lie outside
    board = square(3, 3)
    ring = [int(4 not in pair) for pair in board.links]
    shaded = [int(c == 4) for c in board.cells]
    for outside, right in ((0, True), (1, False)):
        puzzle = api.puzzle("yajilin", board, clues=[None] * 9, outside=outside)
        assert (api.check(puzzle, Answer(puzzle, {"shaded": shaded, "line": ring})) == []) == right
