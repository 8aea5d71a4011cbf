"""Energy Walk: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import square
from tests.small_boards import (
    Case,
    Cells,
    fits_sections,
    joined_by_lines,
    judged,
    lines_that_fit,
    near,
    numbered_sections,
)


def case(rng: random.Random) -> Case:
    """Energy cells on which some network fits, and the sizes of its sections; at times it has to pass every cell."""
    board = rng.choice(
        [
            square(3, 3),
            square(3, 4),
            square(3, 5),
            square(4, 4),
            square(4, 4, [(0, 0)]),
            square(3, 5, [(1, 2)]),
            square(3, 4, [(0, 0), (2, 0)]),
        ]
    )
    chance = rng.choice([0.1, 0.25, 0.4])
    energy: list[Any] = ["e" if rng.random() < chance else None for _ in board.cells]
    ways = [len(near(board)[c]) if energy[c] else 2 for c in board.cells]
    pool = list(lines_that_fit(board, lambda c, sides: sum(sides) in (0, ways[c]) and sum(sides) != 1))
    networks = [line for line in pool if is_network(board, line, energy)]
    if not networks or (rng.random() < 0.7 and len(networks) < 3):
        return case(rng)
    everywhere = [line for line in networks if len(joined_by_lines(board, line, [0] * len(board))[0]) == len(board)]
    full = int(rng.random() < (0.4 if everywhere else 0.02))
    truth = rng.choice(everywhere if full and everywhere else networks)
    numbers = numbered_sections(
        rng, board, joined_by_lines(board, truth, energy), energy, rng.choice([0, 0.1, 0.3, 0.6])
    )

    def right(line: Cells) -> bool:
        return line in networks and fits_sections(numbers, joined_by_lines(board, line, energy), full)

    return judged("energywalk", board, [(line,) for line in pool], right, energy=energy, numbers=numbers, full=full)


def is_network(board: Any, line: Cells, energy: list[Any]) -> bool:
    """Whether lines hang together, and no section leads from an energy cell back to it."""
    if len(joined_by_lines(board, line, [0] * len(board))) != 1:
        return False
    lines = {frozenset(link) for link, x in zip(board.links, line, strict=True) if x}
    return not any(
        sum(frozenset((cell, c)) in lines for c in part) > 1
        for part in joined_by_lines(board, line, energy)
        if not energy[part[0]]
        for cell in board.cells
        if energy[cell]
    )


PUZZLES = 100
BRANCH = "lines lead from an energy cell in all directions; elsewhere the network does not branch, and it ends nowhere"
PRESENCE = ("energy", "numbers")
UNNAMED = {"energy": "the board"}
REASONS = {
    "lnBranch": BRANCH,
    "lnCrossExIce": BRANCH,
    "lnNoBranch": BRANCH,
    "bkSizeGt": "a number counts the cells of its section",
    "lnPlLoop": "the network is connected",
    "lnIsolate": "the network passes every number",
    "lnDeadEnd": BRANCH,
}
