"""Bosanowa: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.genres.bosanowa import GREATEST
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, near


def answers(board: Lattice, given: list[Any]) -> set[Filling]:
    """All answers. From a cell with a number on: one next to an x differs from it by x at most."""
    order: list[int] = []
    while len(order) < len(board):
        left = [c for c in board.cells if c not in order]
        adjacent = [c for c in left if any(n in order for n in near(board)[c])]
        numbers = [c for c in left if isinstance(given[c], int)]
        order.append((adjacent or numbers or left)[0])

    def fill(number: dict[int, int]) -> Iterator[Cells]:
        for c, x in number.items():
            differences = [abs(x - number[n]) for n in near(board)[c] if n in number]
            if sum(differences) > x or (len(differences) == len(near(board)[c]) and sum(differences) < x):
                return
        if len(number) == len(board):
            yield tuple([number[c] for c in board.cells])
            return
        c = order[len(number)]
        most = min([2 * number[n] for n in near(board)[c] if n in number], default=GREATEST)
        for v in [given[c]] if isinstance(given[c], int) else range(1, min(most, GREATEST) + 1):
            yield from fill({**number, c: v})

    return {(filling,) for filling in fill({})}


LARGE = square(3, 3)
TWO_GROUPS = square(1, 7, [(0, 3)])


def case(rng: random.Random) -> Case:
    """Two or three numbers of a random answer, now and then a wrong one or a question mark; often such that there are several
    answers. Of most small boards there is none.
    """
    board = rng.choice([square(1, 3), square(1, 6), square(2, 4, [(0, 0), (0, 3)]), square(2, 4, [(0, 0), (1, 3)]),
                        square(2, 2), TWO_GROUPS, LARGE, LARGE, *[square(2, 3)] * 4])  # fmt: skip
    like = sorted(some_answers(board, rng.randrange(5)))
    if not like:
        given: list[Any] = [4, *(rng.choice([None, 2, 4]) for _ in board.cells[1:])]
        return Case(api.puzzle("bosanowa", board, given=given), answers(board, given), [])
    (truth,) = rng.choice(like)
    for _ in range(rng.choice((1, 15))):
        given = [None] * len(board)
        # a group without a number has hundreds of answers
        for c in {*rng.sample(board.cells, rng.choice((2, 2, 3))), *((0, 3) if board == TWO_GROUPS else ())}:
            given[c] = truth[c]
        found = answers(board, given)
        if len(found) > 1:
            break
    free = [c for c in board.cells if given[c] is None]
    if rng.random() < 0.25:
        c = rng.choice([c for c in board.cells if given[c] is not None])
        given[c] = truth[c] + 1
    elif free and rng.random() < 0.2:
        given[rng.choice(free)] = "?"
    return Case(api.puzzle("bosanowa", board, given=given), answers(board, given), like)


@lru_cache
def some_answers(board: Lattice, start: int) -> set[Filling]:
    """Answers in which some cell has a small number."""
    cells = {0, 3} if board == TWO_GROUPS else {start % len(board)}
    return answers(board, [(2 + start % 3) if c in cells else None for c in board.cells])


@pytest.mark.parametrize(
    ("rows", "cols", "some"), [(1, 3, True), (1, 4, False), (2, 2, False), (2, 3, True), (2, 5, False), (3, 3, True)]
)
def test_a_group_without_a_number(rows: int, cols: int, some: bool) -> None:
    """Half of the numbers is an answer if all are even, and must all be where there is none: then there is no answer at all."""
    board = square(rows, cols)
    found = api.solve(api.puzzle("bosanowa", board, given=[None] * len(board)), count=2)
    assert found.status == ("multiple" if some else "none")
    for answer in found.answers:
        number = answer["number"]
        assert all(sum(abs(x - number[n]) for n in near(board)[c]) == x for c, x in enumerate(number))


PUZZLES = 60
PINNED = 3
REASONS = {
    "nmSumOfDiff": "a number is the sum of its differences to the adjacent numbers",
    "ceNoNum": "every cell must be filled",
}
CORPUS = Corpus("Bosanowa", every=2)
