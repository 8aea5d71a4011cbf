"""Forest Walk: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.small_boards import Case, Cells, fits_sections, joined_by_lines, judged, lines_that_fit, numbered_sections


def case(rng: random.Random) -> Case:
    """Forests on which some network fits, and the sizes of its sections; at times it has to pass every cell."""
    board = rng.choice(
        [square(3, 3), square(3, 4), square(3, 5), square(4, 4), square(4, 4, [(0, 0)]), square(3, 5, [(1, 2)])]
    )
    chance = rng.choice([0.1, 0.25, 0.4])
    forest: list[Any] = ["f" if rng.random() < chance else None for _ in board.cells]
    pool = list(lines_that_fit(board, lambda c, sides: sum(sides) in (0, 3 if forest[c] else 2)))
    networks = [line for line in pool if len(joined_by_lines(board, line, [0] * len(board))) == 1]
    if not networks or (rng.random() < 0.7 and len(networks) < 3):
        return case(rng)
    everywhere = [line for line in networks if len(joined_by_lines(board, line, [0] * len(board))[0]) == len(board)]
    full = int(rng.random() < (0.4 if everywhere else 0.02))
    truth = rng.choice(everywhere if full and everywhere else networks)
    numbers = numbered_sections(
        rng, board, joined_by_lines(board, truth, forest), forest, rng.choice([0, 0.1, 0.3, 0.6])
    )

    def right(line: Cells) -> bool:
        return line in networks and fits_sections(numbers, joined_by_lines(board, line, forest), full)

    return judged("forestwalk", board, [(line,) for line in pool], right, forest=forest, numbers=numbers, full=full)


PUZZLES = 100
BRANCH = "three lines meet in a forest; elsewhere the network neither branches nor ends"
PRESENCE = ("forest", "numbers")
UNNAMED = {"forest": "the board"}
REASONS = {
    "lnBranch": BRANCH,
    "lnCross": BRANCH,
    "bkSizeGt": "a number counts the cells of its section",
    "lnPlLoop": "the network is connected",
    "lnIsolate": "the network passes every number",
    "lnDeadEnd": BRANCH,
}
