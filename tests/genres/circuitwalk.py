"""Circuit Walk: what proves it."""

from __future__ import annotations

import random
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, fits_sections, joined_by_lines, judged, lines_that_fit, numbered_sections


def crosses_itself(board: Lattice, shaded: list[Any], line: Cells) -> bool:
    """Whether a pen that goes straight on over shaded cells comes to one of them for the second time on its way round."""
    left = {link for link, x in zip(board.links, line, strict=True) if x}
    while left:
        start = last, here = left.pop()
        crossed = []
        while True:
            if shaded[here]:
                crossed.append(here)
                (row, col), (before, adjacent) = board.positions[here], board.positions[last]
                beyond = board.positions.index((2 * row - before, 2 * col - adjacent))
            else:
                beyond = next(c for link in left | {start} for c in link if here in link and c not in (here, last))
            last, here = here, beyond
            if (last, here) == start:
                break
            left -= {(last, here), (here, last)}
        if len(crossed) > len({*crossed}):
            return True
    return False


def case(rng: random.Random) -> Case:
    """Shaded cells at which some loops cross, and the sizes of their sections; at times they have to pass every cell."""
    board = rng.choice([square(3, 3), square(3, 4), square(4, 4), square(4, 5), square(4, 5), square(4, 5, [(0, 0)])])
    inner = [c for c, (row, col) in enumerate(board.positions) if 0 < row < board.rows - 1 and 0 < col < board.cols - 1]
    shaded: list[Any] = [None] * len(board)
    for c in rng.sample(inner, rng.choice([0, 1, 2, min(3, len(inner))]) if len(inner) > 1 else 1):
        shaded[c] = "x"
    if rng.random() < 0.3:
        shaded[rng.choice(board.cells)] = "x"
    pool = list(lines_that_fit(board, lambda c, sides: sum(sides) in (0, 4 if shaded[c] else 2)))
    good = [
        line
        for line in pool
        if len(joined_by_lines(board, line, [0] * len(board))) == 1 and not crosses_itself(board, shaded, line)
    ]
    crossing = [line for line in good if any(shaded[c] for c in joined_by_lines(board, line, [0] * len(board))[0])]
    if not good or (not crossing and rng.random() < 0.8):
        return case(rng)
    everywhere = [line for line in good if len(joined_by_lines(board, line, [0] * len(board))[0]) == len(board)]
    full = int(rng.random() < (0.4 if everywhere else 0.02))
    truth = rng.choice(everywhere if full and everywhere else crossing or good)
    numbers = numbered_sections(
        rng, board, joined_by_lines(board, truth, shaded), shaded, rng.choice([0, 0.1, 0.3, 0.6])
    )

    def right(line: Cells) -> bool:
        return line in good and fits_sections(numbers, joined_by_lines(board, line, shaded), full)

    return judged("circuitwalk", board, [(line,) for line in pool], right, shaded=shaded, numbers=numbers, full=full)


PUZZLES = 100
CROSS = "loops cross in every shaded cell that they pass, and neither branch, cross nor end elsewhere"
PRESENCE = ("shaded", "numbers")
UNNAMED = {"shaded": "the board"}
REASONS = {
    "lnCrossExIce": CROSS,
    "lnCrossSelf": "no loop crosses itself",
    "lnNoBranch": CROSS,
    "lnPlLoop": "the network is connected",
    "lnDeadEnd": CROSS,
    "lnIsolate": "the network passes every number",
}
