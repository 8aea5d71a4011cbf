"""Bosanowa: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.genres.bosanowa import MOST
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, near


def answers(board: Lattice, given: list[Any]) -> set[Filling]:
    """All answers. From a cell with a number on: one beside an x differs from it by x at most."""
    order: list[int] = []
    while len(order) < len(board):
        left = [c for c in board.cells if c not in order]
        beside = [c for c in left if any(n in order for n in near(board)[c])]
        numbers = [c for c in left if isinstance(given[c], int)]
        order.append((beside or numbers or left)[0])

    def fill(number: dict[int, int]) -> Iterator[Cells]:
        for c, x in number.items():
            told = [abs(x - number[n]) for n in near(board)[c] if n in number]
            if sum(told) > x or (len(told) == len(near(board)[c]) and sum(told) < x):
                return
        if len(number) == len(board):
            yield tuple([number[c] for c in board.cells])
            return
        c = order[len(number)]
        most = min([2 * number[n] for n in near(board)[c] if n in number], default=MOST)
        for v in [given[c]] if isinstance(given[c], int) else range(1, min(most, MOST) + 1):
            yield from fill({**number, c: v})

    return {(filling,) for filling in fill({})}


def case(rng: random.Random) -> Case:
    """Some numbers of a random answer, now and then a wrong one or a question mark; in three cells also none at all."""
    board = rng.choice([square(1, 3), square(1, 5), square(2, 3), square(3, 3, [(0, 0), (2, 2)]), square(3, 3, [(1, 1)]),
                        square(2, 4), square(3, 3, [(0, 0), (0, 2), (2, 0), (2, 2)]), square(3, 3, [(0, 1), (2, 0)]),
                        square(1, 7, [(0, 3)])])  # fmt: skip
    given: list[Any] = [None] * len(board)
    start = rng.choice(board.cells)
    for number in rng.sample(range(1, 9), 8):
        given[start] = number
        if board.cols != 7:
            like = sorted(answers(board, given))
        else:
            like = [((a, 2 * a, a, b, 2 * b, b),) for a in range(1, 5) for b in range(1, 5)]
        if like:
            break
    if not like:
        return Case(api.puzzle("bosanowa", board, given=given), set(), [])
    (truth,) = rng.choice(like)
    given = [None] * len(board)
    cells = [*rng.sample(board.cells, rng.randint(1, 2)), *([0, 3] if board.cols == 7 else [])]
    for c in cells if len(board) != 3 or rng.random() < 0.9 else ():
        given[c] = rng.choice([truth[c]] * 9 + [truth[c] + 1])
    if rng.random() < 0.3:
        free = [c for c in board.cells if given[c] is None]
        given[rng.choice(free)] = "?"
    return Case(api.puzzle("bosanowa", board, given=given), answers(board, given), like)


PUZZLES = 60
REASONS = {
    "nmSumOfDiff": "a number is the sum of its differences to those beside it",
    "ceNoNum": "every cell must be filled",
}
CORPUS = Corpus("Bosanowa", every=2)
