"""Coral: what proves it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, groups, judged, near, noise, rows_and_columns, walls, with_value


@lru_cache
def corals(board: Lattice) -> list[Cells]:
    """All fillings with one group of shaded cells, no two by two of them, and the others joined to the outside."""
    coast = [c for c in board.cells if len(near(board)[c]) < 4]
    return [
        filling
        for filling in walls(board)
        if all(not group.isdisjoint(coast) for group in groups(board, with_value(filling, 0)))
    ]


def with_holes(board: Lattice, line: list[int]) -> list[int]:
    """The cells of a line, and -1 where one is missing between two."""
    at = {board.positions[c]: c for c in line}
    (top, left), (bottom, right) = min(at), max(at)
    return [at.get((r, c), -1) for r in range(top, bottom + 1) for c in range(left, right + 1)]


def case(rng: random.Random) -> Case:
    """The runs of some lines of a random filling in any order, some unknown, now and then wrong ones."""
    board = rng.choice([square(3, 4), square(4, 4), square(3, 4, [(1, 1)]), square(4, 4, [(0, 2)])])
    truth = rng.choice(corals(board))
    sides = dict(zip(("left", "top"), rows_and_columns(board), strict=True))
    sides = {side: [with_holes(board, line) for line in lines] for side, lines in sides.items()}

    def runs(shaded: Cells, line: list[int]) -> list[int]:
        # holes end a run
        values = [c >= 0 and shaded[c] for c in line]
        return [len(list(run)) for value, run in groupby(values) if value] or [0]

    clues: dict[str, list[Any]] = {side: [] for side in sides}
    for side, lines in sides.items():
        for line in lines:
            given = runs(truth, line)
            rng.shuffle(given)
            unknown = tuple(["?" if n and rng.random() < 0.3 else n for n in given])
            clues[side].append(rng.choice([tuple(given)] * 4 + [unknown] * 3 + [()] * 5 + [(1,)]))

    def kept(clue: Sequence[Any], found: list[int]) -> bool:
        given = Counter(n for n in clue if n != "?")
        return len(clue) == len(found) and given <= Counter(found) and not (found == [0] and "?" in clue)

    def right(shaded: Cells) -> bool:
        return all(
            not clue or kept(clue, runs(shaded, line))
            for side, lines in sides.items()
            for clue, line in zip(clues[side], lines, strict=True)
        )

    pool: list[Filling] = [(shaded,) for shaded in corals(board)]
    found = judged("coral", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *[(wall,) for wall in rng.sample(walls(board), 20)], *noise(board, rng)])


PUZZLES = 100
REASONS = {
    "exNoMatch": "the runs of shaded cells are as the clue says, in any order",
    "cs2x2": "no two by two is shaded",
    "cuConnOut": "the unshaded cells are connected to the edge of the board",
}
