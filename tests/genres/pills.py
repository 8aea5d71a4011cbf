"""Pills: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, judged, ray, rows_and_columns


def laid(board: Lattice, numbers: list[Any], count: int) -> Iterator[Cells]:
    """All ways to lay the pills, whatever the sums outside."""
    threes = [(c, *ray(board, c, way)[:2]) for c in board.cells for way in (1, 2)]

    def lay(pill: int, filling: Cells) -> Iterator[Cells]:
        if pill > count:
            yield filling
            return
        for three in threes:
            if len(three) == 3 and sum(numbers[c] or 0 for c in three) == pill and not any(filling[c] for c in three):
                yield from lay(pill + 1, tuple([pill if c in three else x for c, x in enumerate(filling)]))

    yield from lay(1, (0,) * len(board))


def case(rng: random.Random) -> Case:
    """Random numbers and pills among them, and their sums; now and then a wrong one or one that is missing."""
    board = rng.choice([square(3, 4), square(4, 4), square(3, 5), square(4, 4, [(1, 2)]), square(5, 3)])
    numbers: list[Any] = [rng.choice([rng.choice([0, 0, 1, 1, 2])] * 30 + [None]) for _ in board.cells]
    count = rng.choice([1, 2, 3])
    pool: list[Filling] = [(filling,) for filling in laid(board, numbers, count)]
    if not pool and rng.random() < 0.9:
        return case(rng)
    truth = rng.choice(pool)[0] if pool else (0,) * len(board)
    lines = dict(zip(("left", "top"), rows_and_columns(board), strict=True))

    def covered(pill: Cells, line: list[int]) -> int:
        return sum(numbers[c] or 0 for c in line if pill[c])

    given = rng.random() < 0.6 or not pool
    sums: dict[str, list[Any]] = {}
    for side, some in lines.items():
        other = [None, "?", 1] if given or side == "top" else []
        sums[side] = [rng.choice([covered(truth, line)] * 15 + other) for line in some]

    def right(pill: Cells) -> bool:
        return all(
            n in (None, "?", covered(pill, line))
            for side, some in lines.items()
            for n, line in zip(sums[side], some, strict=True)
        )

    layers: dict[str, Any] = {"greatest": count} if given else {}
    return judged("pills", board, pool, right, numbers=numbers, sums=sums, **layers)


PUZZLES = 80
REASONS: dict[str, str] = {}
UNNAMED = {"numbers": "a pill and a sum are of the numbers of a line: rules about several of them"}
PRESENCE = ("sums",)
CORPUS = Corpus("Pills", every=8)


def test_the_sums_of_all_rows_tell_how_many_pills_there_are() -> None:
    numbers = [0, 0, 1, 0, 0, 2, 1, 1, 1]
    sums = {"top": [None] * 3, "left": [1, 2, 3]}
    (answer,) = api.solve(api.puzzle("pills", square(3, 3), numbers=numbers, sums=sums)).answers
    assert list(answer["pill"]) == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    none = {"top": [None] * 3, "left": [1, None, 3]}
    assert api.solve(api.puzzle("pills", square(3, 3), numbers=numbers, sums=none)).status == "none"  # ten pills
    assert api.solve(api.puzzle("pills", square(3, 3), numbers=numbers, sums=none, greatest=3)).status == "unique"
