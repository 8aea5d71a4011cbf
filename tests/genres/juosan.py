"""Juosan: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import islice, product, takewhile
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.proof import Corpus
from tests.small_boards import Case, Cells, groups_of, judged, random_rooms, ray, rows_and_columns, sometimes


@lru_cache
def drawings(board: Lattice) -> list[Cells]:
    """All ways to draw the lines (1: level) without three upright ones side by side or three level ones above each other."""
    rows, cols = rows_and_columns(board)

    def fits(filling: Cells) -> bool:
        for lines, kind in ((rows, "0"), (cols, "1")):
            for line in lines:
                # where a cell is missing the line is broken
                ends = [board.positions[c] for c in line]
                signs = "".join(
                    (" " if k and sum(map(abs, (a - b for a, b in zip(ends[k], ends[k - 1], strict=True)))) > 1 else "")
                    + str(filling[c])
                    for k, c in enumerate(line)
                )
                if kind * 3 in signs:
                    return False
        return True

    return [filling for filling in product((0, 1), repeat=len(board)) if fits(filling)]


def strips(board: Lattice, rng: random.Random) -> list[int]:
    """Rooms of up to three cells in a row: their lines are known if all of them are of one kind."""
    rooms = [-1] * len(board)
    for start in rng.sample(board.cells, len(board)):
        if rooms[start] < 0:
            along = takewhile(lambda c: rooms[c] < 0, ray(board, start, rng.randrange(4)))
            for c in (start, *islice(along, 2)):
                rooms[c] = start
    return rooms


def most_in(lines: Cells, rooms: list[list[int]]) -> list[int]:
    """Per room how many lines it has of the kind that it has more of."""
    level = [sum([lines[c] for c in room]) for room in rooms]
    return [max(n, len(room) - n) for n, room in zip(level, rooms, strict=True)]


def case(rng: random.Random) -> Case:
    """Random rooms with the number of lines of the more frequent kind, some without, now and then a wrong one."""
    board = rng.choice([square(3, 4), square(4, 3), square(3, 4, [(1, 1)]), square(1, 5), *[square(3, 3)] * 5])
    every = drawings(board)
    chance = rng.choice([0, 0, 0.3])
    # rooms that leave one drawing are rare
    for _ in range(100):
        rooms = random_rooms(board, rng, rng.choice([3, 5, 9])) if rng.random() < 0.2 else strips(board, rng)
        parts = groups_of(rooms)
        truth = max(rng.sample(every, min(len(every), 50)), key=lambda lines: sum(most_in(lines, parts)))
        given = most_in(truth, parts)
        if chance or len(board) > 9 or not any(most_in(x, parts) == given for x in every if x != truth):
            break
    numbers: list[Any] = [None] * len(board)
    for room, n in zip(parts, given, strict=True):
        if rng.random() >= chance:
            numbers[rng.choice(room)] = sometimes(rng, 0.05, n, rng.choice(["?", 0, 1, 2]))

    def right(lines: Cells) -> bool:
        counts = zip(parts, most_in(lines, parts), strict=True)
        return all(numbers[c] in (None, "?", n) for room, n in counts for c in room)

    pool = [tuple(rng.choices((0, 1), k=len(board))) for _ in range(20)]
    found = judged("juosan", board, [(lines,) for lines in every], right, rooms=rooms, numbers=numbers)
    return found._replace(near=[*found.near, *[(lines,) for lines in pool]])


PUZZLES = 80
REASONS = {"ceNoBar": "every cell must be filled"}
CORPUS = Corpus("Juosan", every=8)
