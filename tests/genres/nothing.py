"""All or Nothing: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.small_boards import (
    LOOP_BOARDS,
    Case,
    Drawn,
    across_borders,
    entered,
    groups_of,
    inner_walls,
    looped,
    near,
    random_rooms,
    rooms_that_fit,
)


def case(rng: random.Random) -> Case:
    """Rooms of which some loop passes all cells or none, now and then others."""
    board = rng.choice(LOOP_BOARDS)

    def fits(loop: Drawn, rooms: list[int], borders: Sequence[tuple[int, int]] = ()) -> bool:
        whole = all(loop.cells >= {*cells} or loop.cells.isdisjoint(cells) for cells in groups_of(rooms))
        return (
            whole
            and max(entered(loop, rooms, borders).values()) < 2
            and all(loop.cells & {a, b} for a in board.cells for b in near(board)[a] if rooms[a] != rooms[b])
        )

    rooms, _ = rooms_that_fit(board, fits, rng)
    if rng.random() < 0.25:
        rooms = random_rooms(board, rng, 5)
    walls = inner_walls(board, rooms, rng)
    borders = across_borders(board, rooms, walls)
    return looped("nothing", board, lambda loop: fits(loop, rooms, borders), rooms=rooms, walls=walls)


PUZZLES = 80
REASONS = {
    "lnBranch": "the loop neither branches nor ends",
    "lnCross": "the loop neither branches nor ends",
    "lnPlLoop": "the loop is one single loop",
    "bkLineNe": "the loop passes all cells of a room or none",
    "bkPassTwice": "the loop visits no room twice",
    "cbNoLine": "the loop passes one of two rooms that touch",
}
