"""Nonogram: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby, product
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, judged, sometimes


def lengths(values: Iterable[Any]) -> Cells:
    """The lengths of the runs of ones."""
    return tuple([len(list(run)) for value, run in groupby(values) if value])


@lru_cache
def pictures(board: Lattice) -> dict[Cells, tuple[list[Cells], list[Cells]]]:
    """Per filling the runs in its rows and in its columns. Where there is no cell, no run goes on."""
    at = {p: c for c, p in enumerate(board.positions)}
    rows = [[at.get((row, col)) for col in range(board.cols)] for row in range(board.rows)]
    both = (rows, [list(col) for col in zip(*rows, strict=True)])
    return {
        filling: tuple([lengths(c is not None and filling[c] for c in line) for line in lines] for lines in both)
        for filling in product((0, 1), repeat=len(board))
    }  # type: ignore[misc]


def case(rng: random.Random) -> Case:
    """The runs of a random picture, some of unknown length, now and then a wrong one; some boards have holes."""
    board = rng.choice(
        [square(2, 3), square(3, 3), square(2, 5), square(3, 4, [(1, 1)]), square(1, 6), square(2, 5, [(0, 2), (1, 4)])]
    )
    every = pictures(board)
    truth = every[rng.choice(list(every))]
    unsure = rng.choice([0, 0.2, 0.8])
    clues: dict[str, list[Any]] = {
        side: [tuple([sometimes(rng, unsure, n, "?") for n in runs]) or rng.choice([(), (0,)]) for runs in lines]
        for side, lines in zip(("left", "top"), truth, strict=True)
    }
    if rng.random() < 0.25:
        side = rng.choice(("left", "top"))
        clues[side][rng.randrange(len(clues[side]))] = rng.choice([(1,), (1, 1), ("?", 1), (2,)])

    def fits(runs: Cells, clue: tuple[Any, ...]) -> bool:
        wanted = [n for n in clue if n != 0]
        return len(runs) == len(wanted) and all(n in ("?", run) for n, run in zip(wanted, runs, strict=True))

    def right(shaded: Cells) -> bool:
        return all(
            fits(runs, clue)
            for side, lines in zip(("left", "top"), every[shaded], strict=True)
            for runs, clue in zip(lines, clues[side], strict=True)
        )

    return judged("nonogram", board, [(shaded,) for shaded in every], right, clues=clues)


PUZZLES = 60
REASONS = {"exNoMatch": "the runs of shaded cells are as the clue says"}
CORPUS = Corpus("Nonogram", every=100)
