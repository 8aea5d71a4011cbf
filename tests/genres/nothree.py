"""No Three: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp.board.lattice import square
from pencilp.errors import InputError
from pencilp.formats.links import read_link
from tests.small_boards import Case, Cells, Filling, dynasties, judged, noise, stretches


def case(rng: random.Random) -> Case:
    """Some circles that touch one shaded cell of a random filling, now and then others."""
    board = rng.choice([square(2, 5), square(1, 7), square(3, 5), square(5, 2), square(3, 4, [(1, 1)]), square(2, 7)])
    every = dynasties(board)

    def spaced(shaded: Cells) -> bool:
        for line in stretches(board):
            places = [k for k, c in enumerate(line) if shaded[c]]
            if any(b - a == c - b for a, b, c in zip(places, places[1:], places[2:], strict=False)):
                return False
        return True

    good = [shaded for shaded in every if spaced(shaded)]
    truth = rng.choice(good)
    touched: dict[str, list[Any]] = {
        "cells": [(c,) for c in board.cells], "links": list(board.links), "corners": list(board.corner_cells)
    }  # fmt: skip
    circles: dict[str, list[Any]] = {layer: [None] * len(places) for layer, places in touched.items()}
    for layer, places in touched.items():
        for k, cells in enumerate(places):
            fits = sum(truth[c] for c in cells) == 1
            if rng.random() < (0.35 if fits else 0.004):
                circles[layer][k] = "o"

    def right(shaded: Cells) -> bool:
        return shaded in good and all(
            sum(shaded[c] for c in cells) == 1
            for layer, places in touched.items()
            for cells, circle in zip(places, circles[layer], strict=True)
            if circle
        )

    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged("nothree", board, pool, right, **circles)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 100
REASONS = {
    "brNoShade": "a circle touches exactly one shaded cell",
    "cuDivideRB": "the unshaded cells form one group",
    "csLt1": "a circle touches exactly one shaded cell",
    "csGt1": "a circle touches exactly one shaded cell",
    "csDistance": "three shaded cells in a row are not equally far apart",
}


def test_circles_of_a_link_lie_in_cells_on_edges_and_on_corners() -> None:
    puzzle = read_link("https://puzz.link/p?nothree/2/2/000g0j")
    assert [sum(v == "o" for v in puzzle[layer]) for layer in ("cells", "links", "corners")] == [2, 1, 1]
    with pytest.raises(InputError, match="there is no mark 2 in r1c1"):
        read_link("https://puzz.link/p?nothree/2/2/1")
