"""Grand Tour: what proves it."""

from __future__ import annotations

import random

from pencilp.board.lattice import hexagonal, square
from tests.genres.slitherlink import lines_around
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged


def case(rng: random.Random) -> Case:
    """Some pieces of a loop that comes to every corner, now and then one that is none."""
    board = rng.choice([square(1, 3), square(2, 3), square(3, 3), square(1, 5), square(3, 3, [(1, 1)]), square(3, 3, [(0, 1)]),
                        hexagonal(1, 2), hexagonal(2, 2), hexagonal(2, 3)])  # fmt: skip
    every = lines_around(board)
    tours = {line for line, around in every.items() if around.single and around.full}
    truth = rng.choice(sorted(tours or every))
    pieces = [x if rng.random() < 0.25 else 0 for x in truth]
    if rng.random() < 0.1:
        pieces[rng.randrange(len(pieces))] = 1
    pool: list[Filling] = [(line,) for line in every]

    def right(line: Cells) -> bool:
        return line in tours and all(x >= piece for x, piece in zip(line, pieces, strict=True))

    return judged("grandtour", board, pool, right, pieces=pieces)


PUZZLES = 80
REASONS: dict[str, str] = {}
CORPUS = Corpus("GrandTour", every=16)
