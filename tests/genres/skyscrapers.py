"""Skyscrapers: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from tests.proof import Corpus
from tests.small_boards import Case, Cells, diagonals, fillings, judged, kept, printed, rows_and_columns


@lru_cache
def towns(board: Lattice, highest: int) -> list[Cells]:
    """All ways to build one tower of each height in every row and in every column; the other cells (0) are parks."""
    rows, cols = rows_and_columns(board)
    every = [sorted(set(permutations([*range(1, highest + 1), *[0] * (len(row) - highest)], len(row)))) for row in rows]
    if any(len(line) < highest for line in (*rows, *cols)):
        return []

    def built(chosen: Sequence[int]) -> Cells:
        return tuple([n for row, k in enumerate(chosen) for n in every[row][k]])

    def fits(chosen: Sequence[int]) -> bool:
        town = built(chosen)
        heights = [(len(col), [town[c] for c in col if c < len(town)]) for col in cols]
        return all(col.count(n) <= (1 if n else length - highest) for length, col in heights for n in set(col))

    return [built(chosen) for chosen in fillings([range(len(ways)) for ways in every], fits)]


def seen(line: Sequence[int]) -> int:
    """How many towers are seen along a line from its beginning."""
    return sum(bool(n) and n > max((0, *line[:k])) for k, n in enumerate(line))


def case(rng: random.Random) -> Case:
    """How many towers of a random town are seen from some places; some towns have parks."""
    board, highest = rng.choice([
        (square(3, 3), 3), (square(4, 4), 4), (square(4, 4), 4), (square(4, 4), 3), (square(3, 3), 2), (square(4, 4), 2),
        (square(3, 3), 1), (square(4, 4, [(0, 2), (2, 1)]), 3), (square(3, 3, [(1, 1)]), 2), (square(3, 3, [(0, 0)]), 3),
    ])  # fmt: skip
    long = rng.choice([0, 0, 0, 1])
    lines = [
        [c for c, position in enumerate(board.positions) if position in places]
        for places in [{divmod(k, board.cols) for k in line} for line in diagonals(board.rows)]
    ]
    pool = [(town,) for town in towns(board, highest)]
    fits = [
        (town,)
        for (town,) in pool
        if not long or all([town[c] for c in line].count(n) == 1 for line in lines for n in range(1, highest + 1))
    ]
    truth = rng.choice(fits or pool or [(tuple([1] * len(board)),)])[0]
    rows, cols = rows_and_columns(board)
    views = {"top": cols, "left": rows, "bottom": [col[::-1] for col in cols], "right": [row[::-1] for row in rows]}
    few = rng.choice([2, 6])
    clues = {
        side: [rng.choice([seen([truth[c] for c in line])] * 5 + [None] * few * 2 + ["?"]) for line in views[side]]
        for side in views
    }
    if rng.random() < 0.15:
        clues["top"][0] = rng.randint(0, max(board.rows, board.cols))
    given = printed(truth, rng, 2)

    def right(number: Cells) -> bool:
        return kept(number, given) and all(
            clue in (None, "?", seen([number[c] for c in line]))
            for side in views
            for clue, line in zip(clues[side], views[side], strict=True)
        )

    layers = {} if highest == board.cols else {"heights": highest}
    found = judged("skyscrapers", board, fits, right, clues=clues, given=given, diagonals=long, **layers)
    return found._replace(near=pool)


PUZZLES = 120
RARE = True
REASONS = {
    # its board is not filled, and all that is seen may still come right
    "nmSightNe": ("the number outside says how many towers are seen", "every cell must be filled"),
    "ceNoNum": "every cell must be filled",
}
CORPUS = Corpus("Skyscraper", every=30)


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="as many rows as columns"):
        api.puzzle("skyscrapers", square(2, 3), clues={})
    with pytest.raises(InputError, match="heights"):
        api.puzzle("skyscrapers", square(2, 2), clues={}, heights=3)
