"""Hanare-gumi: what proves it."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

from pencilp import api
from pencilp.board.lattice import hexagon, hexagonal, square
from tests.proof import Corpus, answer_of
from tests.small_boards import Case, Cells, Filling, groups_of, in_each_room, judged, random_rooms, stretches


def case(rng: random.Random) -> Case:
    """Random rooms, and some numbers of a way to put one into each."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(3, 4, [(1, 1)]), hexagonal(3, 3), hexagon(2)])
    rooms = random_rooms(board, rng, 4)
    size = [rooms.count(room) for room in rooms]
    lines = stretches(board)

    def fits(written: Cells) -> bool:
        for line in lines:
            places = [k for k, c in enumerate(line) if written[c]]
            for i, j in pairwise(places):
                if abs(size[line[i]] - size[line[j]]) != j - i - 1:
                    return False
        return True

    every = in_each_room(rooms)
    good = [filling for filling in every if fits(filling)]
    if not good and rng.random() < 0.9:
        return case(rng)
    truth = rng.choice(good or every)
    given: list[Any] = [None] * len(board)
    for c in rng.sample([c for c in board.cells if truth[c]], rng.randint(0, min(3, len(groups_of(rooms))))):
        given[c] = rng.choice([size[c]] * 12 + ["?", "?", 1, 2])
    if rng.random() < 0.1:
        given[rng.choice(board.cells)] = "?"

    def right(written: Cells) -> bool:
        return fits(written) and all(n is None or (written[c] and n in ("?", size[c])) for c, n in enumerate(given))

    pool: list[Filling] = [(filling,) for filling in every]
    return judged("hanare", board, pool, right, rooms=rooms, given=given)


PUZZLES = 100
REASONS = {
    "bkNoNum": "a room holds one number",
    "bkNumGe2": "a room holds one number",
    "nmDiffDistNe": "two numbers are as many cells apart as they differ",
}
PRESENCE = ("given",)
CORPUS = Corpus("Hanare", every=10)


def test_an_answer_may_be_written_in_numbers() -> None:
    puzzle = api.puzzle("hanare", square(1, 3), rooms=["a", "a", "b"], given=[2, None, None])
    (answer,) = api.solve(puzzle).answers
    assert list(answer["number"]) == [2, 0, 1] or list(answer["number"]) == [2, 0, 0]
    assert answer == answer_of(puzzle, ((1, 0, 1),))
