"""Tatami: what proves it."""

from __future__ import annotations

import random

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    differ,
    divisions,
    fillings,
    groups_of,
    judged,
    kept,
    near,
    printed,
    rows_and_columns,
)


def case(rng: random.Random) -> Case:
    """Some numbers of a random filling of random mats, which are not always straight."""
    size, board = rng.choice([
        (2, square(2, 4)), (2, square(4, 4)), (3, square(3, 3)), (3, square(6, 3)), (4, square(4, 4)), (2, square(2, 3)),
        (3, square(3, 4, [(0, 0), (1, 1), (2, 3)])), (4, square(4, 4)), (3, square(3, 3)),
    ])  # fmt: skip
    mats = rng.choice(list(divisions(board, size=size).values()))
    label = [next(k for k, mat in enumerate(mats) if c in mat) for c in board.cells]
    lines = [line for both in rows_and_columns(board) for line in both]

    def fits(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        few = (
            sum(chosen[c] == chosen[last] for c in line if c <= last) <= len(line) / size
            for line in lines
            if last in line
        )
        return all(few) and all(chosen[c] != chosen[last] for c in range(last) if label[c] == label[last])

    def even(number: Cells) -> bool:
        adjacent = all(number[a] != number[b] for a in board.cells for b in near(board)[a])
        counts = {len(line) / size == [number[c] for c in line].count(n) for line in lines for n in range(1, size + 1)}
        return adjacent and counts == {True} and differ(number, groups_of(label))

    pool: list[Filling] = []
    for filling in fillings([range(1, size + 1)] * len(board), fits):
        pool.append((filling,))
        if len(pool) > 3000:
            return case(rng)
    good = [filling for filling in pool if even(*filling)]
    if not good and rng.random() < 0.9:
        return case(rng)
    given = printed(rng.choice(good)[0] if good else (1,) * len(board), rng, rng.choice([1, 5]))
    found = judged(
        "tatami", board, pool, lambda number: kept(number, given) and even(number), mats=label, given=given
    )  # fmt: skip
    return found._replace(near=[*good * 3, *found.near])


PUZZLES = 80
REASONS: dict[str, str] = {}
CORPUS = Corpus("Patchwork", every=10)


def test_mats_of_different_sizes_are_refused() -> None:
    with pytest.raises(InputError, match="a mat of 1 cells and one of 2"):
        api.puzzle("tatami", square(1, 3), mats=[1, 1, 2])
