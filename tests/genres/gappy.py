"""Gappy: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import combinations
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, around, judged, noise, rows_and_columns


@lru_cache
def gappies(board: Lattice) -> list[Cells]:
    """All fillings with two shaded cells in every row and column, none of which touch."""
    rows, cols = rows_and_columns(board)
    found: list[Cells] = []
    crossing, adjacent = [frozenset(col) for col in cols], around(board)

    def go_on(shaded: list[int], below: list[list[int]]) -> None:
        if not below:
            found.append(tuple([int(c in shaded) for c in board.cells]))
            return
        for pair in combinations(below[0], 2):
            if pair[1] in adjacent[pair[0]] or any(n in shaded for c in pair for n in adjacent[c]):
                continue
            cells = frozenset((*shaded, *pair))
            # no column has three, and the rows below are enough for each to have two
            if all(3 - len(below) <= len(cells & col) <= 2 for col in crossing):
                go_on([*shaded, *pair], below[1:])

    go_on([], rows)
    return found


def gap(board: Lattice, shaded: Cells, line: list[int]) -> int:
    """How far the first and the last shaded cell of a line are apart, less 1."""
    places = [sum(board.positions[c]) for c in line if shaded[c]]
    return max(places) - min(places) - 1


def case(rng: random.Random) -> Case:
    """Gaps of a random right shading, now and then a wrong one. Small boards have no answer, one of 8 by 8 has two."""
    board = rng.choice([
        square(8, 8), square(8, 8), square(9, 9), square(9, 9), square(4, 4), square(9, 9, [(0, 4), (4, 0)]),
    ])  # fmt: skip
    good: list[Filling] = [(shaded,) for shaded in gappies(board)]
    lines = dict(zip(("left", "top"), rows_and_columns(board), strict=True))
    truth = rng.choice(good or [(tuple([int(sum(p) % 2 == 0) for p in board.positions]),)])[0]
    few = rng.choice([0, 0, 1, 12])
    gaps: dict[str, list[Any]] = {"left": [], "top": []}
    for side, some in lines.items():
        for line in some:
            given = gap(board, truth, line)
            gaps[side].append(rng.choice([given] * 40 + [None] * 5 * few + ["?", rng.randint(0, board.rows - 1)]))

    def right(shaded: Cells) -> bool:
        return all(
            n in (None, "?", gap(board, shaded, line))
            for side, some in lines.items()
            for n, line in zip(gaps[side], some, strict=True)
        )

    found = judged("gappy", board, good, right, gaps=gaps)
    return found._replace(near=[*good, *noise(board, rng)])


PUZZLES = 50
REASONS: dict[str, str] = {}
CORPUS = Corpus("Gappy", every=20)
