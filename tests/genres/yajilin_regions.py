"""Regional Yajilin: what proves it."""

from __future__ import annotations

import random

from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Cells,
    Drawn,
    adjacent_shaded,
    counts_in_rooms,
    looped_adjacent_shaded,
    parted,
    random_rooms,
    rooms_counted,
    shaded_outside,
)


def case(rng: random.Random) -> Case:
    """A random loop next to shaded cells that do not touch; in some rooms how many of these there are, or a wrong number."""
    board = rng.choice([square(3, 3), square(3, 4), square(4, 4), square(3, 5), square(4, 4, [(1, 2)]), hexagon(2),
                        hexagonal(3, 3), hexagonal(3, 4)])  # fmt: skip
    possible = [shaded for shaded, _ in adjacent_shaded(board, ()) if parted(board, shaded)]
    truth = rng.choice(possible)
    rooms = random_rooms(board, rng, rng.choice([3, 5, 9]))
    numbers = counts_in_rooms(rooms, truth, rng)
    outside = int(rng.random() < 0.3)

    def right(loop: Drawn, shaded: Cells) -> bool:
        return rooms_counted(rooms, shaded, numbers) and (not outside or shaded_outside(loop, shaded))

    return looped_adjacent_shaded("yajilin_regions", board, (), right, rooms=rooms, numbers=numbers, outside=outside)


PUZZLES = 100
REASONS = {
    "lnCross": "the loop neither branches nor ends",
    "lnPlLoop": "the loop is one single loop",
    "csAdjacent": "shaded cells do not touch",
    "ceEmpty": "the loop passes every cell that is not shaded",
    "bkShadeNe": "as many cells of a room are shaded as its number says",
}
CORPUS = Corpus("RegionalYajilin", every=5)
