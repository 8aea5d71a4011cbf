"""Number Ball: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from tests.genres.skyscrapers import towns
from tests.proof import Corpus
from tests.small_boards import Case, Cells, judged, kept, printed


def case(rng: random.Random) -> Case:
    """Some numbers, circles and crosses of a board that is filled at random, now and then a wrong mark."""
    board, highest = rng.choice([
        (square(3, 3), 2), (square(4, 4), 3), (square(4, 4), 2), (square(4, 4), 2), (square(3, 3), 3), (square(3, 3), 1),
        (square(3, 3, [(1, 1)]), 2), (square(4, 4, [(0, 2), (2, 1)]), 3),
    ])  # fmt: skip
    pool = [(town,) for town in towns(board, highest)]
    truth = rng.choice(pool)[0]
    # an unknown number is a circle
    given = [None if n == "?" else n for n in printed(truth, rng, 3)]
    often = rng.choice([0.2, 0.6])
    marks: list[Any] = ["xo"[n > 0] if rng.random() < often else None for n in truth]
    if rng.random() < 0.2:
        marks[rng.randrange(len(marks))] = rng.choice("ox")

    def right(number: Cells) -> bool:
        return kept(number, given) and all(
            mark is None or (mark == "o") == (n > 0) for n, mark in zip(number, marks, strict=True)
        )

    layers = {} if highest == board.cols else {"highest": highest}
    return judged("nanbaboru", board, pool, right, given=given, marks=marks, **layers)


PUZZLES = 80
REASONS: dict[str, str] = {}
CORPUS = Corpus("Nanbaboru", every=9)


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="as many rows as columns"):
        api.puzzle("nanbaboru", square(2, 3))
    with pytest.raises(InputError, match="highest: 3 is not allowed on this board, only 1 to 2"):
        api.puzzle("nanbaboru", square(2, 2), highest=3)
