"""Tilepaint: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product, takewhile
from typing import Any

from pencilp.board.lattice import square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged, random_rooms, ray, rows_and_columns, sometimes


def case(rng: random.Random) -> Case:
    """Random tiles and the numbers of a random painting, outside and in some cells, now and then a wrong one."""
    board = rng.choice([square(2, 4), square(3, 4), square(3, 4, [(1, 1)]), square(3, 5, [(0, 0), (1, 3)])])
    tiles = random_rooms(board, rng, 3, hang_together=rng.random() < 0.8)
    numbered = set(rng.sample(board.cells, rng.randint(0, 2)))
    pool: list[Filling] = []
    for chosen in product((0, 1), repeat=len(set(tiles))):
        value = dict(zip(sorted(set(tiles)), chosen, strict=True))
        filling = tuple([value[tile] if c not in numbered else 0 for c, tile in enumerate(tiles)])
        if any(filling) and (filling,) not in pool:
            pool.append((filling,))
    truth = rng.choice(pool)[0]

    def count(filling: Cells, cells: Sequence[int]) -> int:
        return sum(filling[c] for c in takewhile(lambda c: c not in numbered, cells))

    # a puzzle without numbers has all paintings but the empty one
    unsure, others = rng.choice([(0, [None]), (0.2, [None, "?", 1]), (0.6, [None, None, "?", 1]), (1, [None, "?"])])

    def clue(cells: Sequence[int], chance: float) -> Any:
        return sometimes(rng, chance, count(truth, cells), rng.choice(others))

    rows, cols = rows_and_columns(board)
    clues = {"left": [clue(row, unsure) for row in rows], "top": [clue(col, unsure) for col in cols]}
    inner: list[Any] = [None] * len(board)
    for c in numbered:
        inner[c] = (clue(ray(board, c, 2), max(0.3, unsure)), clue(ray(board, c, 1), max(0.3, unsure)))

    def right(shaded: Cells) -> bool:
        outside = zip([*clues["left"], *clues["top"]], [*rows, *cols], strict=True)
        inside = [(n, ray(board, c, d)) for c in numbered for n, d in zip(inner[c], (2, 1), strict=True)]
        return all(n in (None, "?", count(shaded, cells)) for n, cells in (*outside, *inside))

    found = judged("tilepaint", board, pool, right, tiles=tiles, clues=clues, inner=inner)
    return found._replace(near=[*pool, ((0,) * len(board),)])


PUZZLES = 100
REASONS = {
    "brNoShade": "some cell is shaded",
    "bkMixed": "a tile is shaded wholly or not at all",
    "asShadeNe": "a number counts the shaded cells that follow",
}
CORPUS = Corpus("TilePaint", every=20)
