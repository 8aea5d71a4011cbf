"""Ice Walk: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.small_boards import Case, Cells, fits_sections, judged, lines_over_ice, numbered_sections, sections, walked


def case(rng: random.Random) -> Case:
    """Random ice on which some loop can be drawn, and the sizes of its sections; at times it has to pass every cell."""
    board = rng.choice([square(3, 3), square(3, 4), square(4, 4), square(3, 5), square(4, 4, [(0, 0)]), square(4, 4, [(1, 2)]),
                        square(4, 5, [(2, 2)])])  # fmt: skip
    ice: list[Any] = ["i" if rng.random() < 0.2 else None for _ in board.cells]
    icy = {c for c in board.cells if ice[c]}
    pool = list(lines_over_ice(board, icy, everywhere=False))
    ways = {line: way for line in pool if (way := walked(board, icy, line))}
    if not ways:
        return case(rng)
    everywhere = [way for way in ways.values() if len({*way}) == len(board)]
    full = int(rng.random() < (0.4 if everywhere else 0.02))
    truth = rng.choice(everywhere if full and everywhere else list(ways.values()))
    numbers = numbered_sections(rng, board, sections(truth, ice), ice, rng.choice([0, 0.1, 0.3, 0.6]))

    def right(line: Cells) -> bool:
        return line in ways and fits_sections(numbers, sections(ways[line], ice), full)

    return judged("icewalk", board, [(line,) for line in pool], right, ice=ice, numbers=numbers, full=full)


PUZZLES = 100
LOOP = "the loop neither branches nor ends; it crosses itself only on ice, and does not turn there"
SIZE = "a number counts the cells of its section"
PRESENCE = ("ice", "numbers")
UNNAMED = {"ice": "the board"}
REASONS = {
    "lnBranch": LOOP,
    "lnCrossExIce": LOOP,
    "bkSizeGt": SIZE,
    "bkSizeLt": SIZE,
    "lnPlLoop": "the loop is one single loop",
}
