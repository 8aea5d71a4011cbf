"""Thermometers: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from pencilp.board.lattice import square
from pencilp.errors import InputError
from pencilp.formats.text import text as plain
from tests.proof import Corpus
from tests.small_boards import Case, Filling, judged, line_counts, lines_counted, near


def case(rng: random.Random) -> Case:
    """Thermometers wherever a walk leads, and the counts of some lines."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(4, 4), square(3, 4, [(0, 3), (1, 1)])])
    layer: list[Any] = [None] * len(board)
    paths = []
    for start in rng.sample(board.cells, rng.randint(1, 5)):
        if layer[start] is None:
            label = len(paths) + 1
            path = [start]
            layer[start] = (label, 1)
            while len(path) < 4 and (free := [n for n in near(board)[path[-1]] if layer[n] is None]):
                path.append(rng.choice(free))
                layer[path[-1]] = (label, len(path))
            paths.append(path)
    pool: list[Filling] = []
    for lengths in product(*(range(len(path) + 1) for path in paths)):
        full = {c for path, length in zip(paths, lengths, strict=True) for c in path[:length]}
        pool.append((tuple([int(c in full) for c in board.cells]),))
    counts = line_counts(board, rng.choice(pool)[0], rng)
    return judged("thermometers", board, pool, lambda filled: lines_counted(board, filled, counts), thermometers=layer,
                  counts=counts)  # fmt: skip


PUZZLES = 100
REASONS: dict[str, str] = {}
CORPUS = Corpus("Thermometer", every=20)


@pytest.mark.parametrize(
    ("thermometers", "message"),
    [("1.1 1.3", "missing"), ("1.1 -\n- 1.2", "does not touch"), ("1 -", "not a path")],
)
def test_invalid_puzzles_are_refused(thermometers: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        plain.read(f"thermometers\nthermometers:\n{thermometers}\n")
