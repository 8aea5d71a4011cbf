"""Yin-Yang: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, blocks, connected, judged, with_value


@lru_cache
def two_groups(board: Lattice) -> list[Cells]:
    """All fillings with both kinds in one group each and no two by two of one kind."""
    return [
        filling
        for filling in product((0, 1), repeat=len(board))
        if not any(len({filling[c] for c in block}) == 1 for block in blocks(board))
        and all(connected(board, with_value(filling, value)) for value in (0, 1))
    ]


def case(rng: random.Random) -> Case:
    """Some circles of a random filling, now and then a wrong one."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 1)]), square(3, 4, [(0, 0), (2, 1)]), square(3, 3, [(1, 1)]),
                        square(1, 4), square(4, 3, [(1, 1), (2, 1)]), square(4, 4)])  # fmt: skip
    pool = [(black,) for black in two_groups(board)]
    truth = rng.choice(two_groups(board))
    given: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, len(board) - 1)):
        given[c] = "wb"[truth[c]] if rng.random() < 0.85 else rng.choice("wb")

    def right(black: Cells) -> bool:
        return all(circle in (None, "wb"[black[c]]) for c, circle in enumerate(given))

    found = judged("yinyang", board, pool, right, given=given)
    return found._replace(near=[*pool, *[(tuple(rng.choices((0, 1), k=len(board))),) for _ in range(10)]])


PUZZLES = 100
# that board is not finished: its blank cells may still join the circles
REASONS = {"msDivide": ("the black circles form one group", "every cell must be filled")}
CORPUS = Corpus("YinYang", every=8)
