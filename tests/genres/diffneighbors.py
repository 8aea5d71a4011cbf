"""Different Neighbors: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp.board.lattice import square
from pencilp.formats.dataset import read_dataset, write_dataset
from pencilp.genres import find
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, around, groups_of, judged, random_rooms


def case(rng: random.Random) -> Case:
    """Random rooms, not too many, and some of their numbers, now and then a wrong one."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(3, 3, [(1, 1)]), square(2, 5)])
    labels = random_rooms(board, rng, 4)
    rooms = groups_of(labels)
    if len(rooms) > 6:
        return case(rng)
    pool: list[Filling] = []
    for numbers in product((1, 2, 3, 4), repeat=len(rooms)):
        of = {labels[room[0]]: n for room, n in zip(rooms, numbers, strict=True)}
        pool.append((tuple([of[label] for label in labels]),))
    pool = [(number,) for (number,) in pool if all(
        labels[a] == labels[b] or number[a] != number[b] for a in board.cells for b in around(board)[a]
    )]  # fmt: skip
    truth = rng.choice(pool)[0] if pool else (1,) * len(board)
    given: list[Any] = [None] * len(board)
    wrong = rng.choice([0, 0, 5])
    for room in rng.sample(rooms, rng.randint(0, len(rooms))):
        cell = rng.choice(room)
        given[cell] = rng.choice([truth[cell]] * 20 + ["?"] + [2, 3] * wrong)

    def right(number: Cells) -> bool:
        return all(n in (None, "?", number[c]) for c, n in enumerate(given))

    found = judged("diffneighbors", board, pool, right, rooms=labels, given=given)
    near: list[Filling] = [(tuple(rng.choices((1, 2, 3, 4), k=len(board))),) for _ in range(10)]
    return found._replace(near=[*found.near, *near])


PUZZLES = 80
REASONS: dict[str, str] = {}
CORPUS = Corpus("DiffNeighbors", every=6)


def test_the_dataset_has_the_number_of_a_room_in_its_first_cell() -> None:
    problem, solution = "2 2\n- 2\n- -\n1 2\n1 2", "2 2\n1 2\n- -"
    puzzle = read_dataset(problem, solution, find("diffneighbors"))
    assert puzzle.answer is not None
    assert list(puzzle.answer["number"]) == [1, 2, 1, 2]
    assert write_dataset(puzzle, puzzle.answer)["solution"] == solution
