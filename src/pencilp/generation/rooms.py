"""Random rooms and paths, and rooms that are changed a little."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from itertools import takewhile

from pencilp.board.lattice import Lattice

EXCHANGES = 10
"""How often two cells change rooms, for each cell of a board with rooms of one size."""


def random_rectangles(board: Lattice, sizes: Sequence[int], chance: random.Random) -> list[int | None]:
    """Return the room of each cell of a square board. Rooms are rectangles, with random ones of these ``sizes`` if they fit."""
    of: list[int | None] = [None] * len(board)
    for number, first in enumerate(board.cells):
        if of[first] is None:
            right, down = board.direction_names.index("e"), board.direction_names.index("s")
            below = [first, *board.rays[first][down]]
            wide = [[first, *_until(board.rays[first][right], of)][:width] for width in range(1, board.cols + 1)]
            fits = [
                [cell for start in below[:height] for cell in (start, *board.rays[start][right][: len(row) - 1])]
                for row in wide
                for height in range(1, len(below) + 1)
            ]
            size = chance.choice(sizes)
            room = min(fits, key=lambda cells: (abs(len(cells) - size), chance.random()))
            for cell in room:
                of[cell] = number
    return of


def _until(cells: Sequence[int], of: Sequence[int | None]) -> list[int]:
    """Return the first of some cells, up to one that is in a room."""
    return [*takewhile(lambda cell: of[cell] is None, cells)]


def moved_rectangles(
    board: Lattice, of: Sequence[int | None], around: Sequence[int], chance: random.Random
) -> list[int | None] | None:
    """Return the rooms, rectangles, with another border at one of the cells ``around``; None if the cell has no other.

    Two rooms that form a rectangle together are joined or divided anew, or one room is divided.
    """
    cell = chance.choice(around)
    one = {c for c in board.cells if of[c] == of[cell]}
    others = [
        {c for c in board.cells if of[c] == room}
        for room in sorted({of[n] for n in board.near[cell]} - {of[cell]}, key=str)
    ]
    wholes = [one | other for other in others if _is_rectangle(board, one | other)]
    whole = chance.choice([one, *wholes, *wholes])
    axis = chance.randrange(2)
    lines = sorted({board.positions[c][axis] for c in whole})
    if whole != one and chance.random() < 0.3:
        part = whole
    elif len(lines) > 1:
        at = chance.choice(lines[1:])
        part = {c for c in whole if board.positions[c][axis] < at}
    else:
        return None
    fresh = max(room for room in of if room is not None) + 1
    return [fresh + (c in part) if c in whole else room for c, room in enumerate(of)]


def _is_rectangle(board: Lattice, cells: Collection[int]) -> bool:
    rows, cols = zip(*(board.positions[c] for c in cells), strict=True)
    return bool(len(cells) == (max(rows) - min(rows) + 1) * (max(cols) - min(cols) + 1))


def random_paths(
    board: Lattice, lengths: Sequence[int], share: float, chance: random.Random
) -> list[tuple[int, int] | None]:
    """Return for each cell its path and its place on that, from 1. Paths have random ones of these ``lengths``, if they fit."""
    found: list[tuple[int, int] | None] = [None] * len(board)
    taken = 0
    for number, start in enumerate(chance.sample(board.cells, len(board)), 1):
        path = [start] if found[start] is None else []
        wanted = chance.choice(lengths)
        while path and len(path) < wanted:
            free = [near for near in board.near[path[-1]] if found[near] is None and near not in path]
            if not free:
                break
            path.append(chance.choice(free))
        if len(path) >= min(lengths) and taken < share * len(board):
            taken += len(path)
            for place, cell in enumerate(path, 1):
                found[cell] = number, place
    return found


def random_rooms(
    board: Lattice, sizes: Sequence[int], inside: float, chance: random.Random, within: Sequence[object] | None = None
) -> list[int | None]:
    """Return the room of each cell. Rooms have random ones of these ``sizes``, as nearly as the board allows.

    ``inside`` is the share of cells that lie in a room; the others have None. ``within`` has a label for each cell; no room has
    cells with different labels.
    """
    if (
        within is None
        and inside == 1
        and len({*sizes}) == 1
        and len(board) % sizes[0] == 0
        and len(board) == board.rows * board.cols
    ):
        return _equal_rooms(board, sizes[0], chance)
    of: list[int | None] = [None] * len(board)
    near = _neighbours(board, within)
    left = set(board.cells)
    wanted = round(inside * len(board))
    number = 0
    while len(board) - len(left) < wanted:
        size = min(chance.choice(sizes), wanted - (len(board) - len(left)))
        # begin in a corner of what is left, so that few cells are cut off
        start = min(sorted(left), key=lambda cell: (_free(near, cell, left), chance.random()))
        room = [start]
        left.discard(start)
        while len(room) < size:
            border = sorted({other for cell in room for other in near[cell] if other in left})
            if not border:
                break
            cell = min(border, key=lambda cell: _free(near, cell, left) + 2 * chance.random())
            room.append(cell)
            left.discard(cell)
        for cell in room:
            of[cell] = number
        number += 1
    if inside == 1:
        _join_small(near, of, min(sizes), chance)
    return of


def _neighbours(board: Lattice, within: Sequence[object] | None) -> Sequence[Sequence[int]]:
    """Return the neighbours of each cell, without those that have another label ``within``."""
    if within is None:
        return board.near
    return [[other for other in board.near[cell] if within[other] == within[cell]] for cell in board.cells]


def _equal_rooms(board: Lattice, size: int, chance: random.Random) -> list[int | None]:
    """Return rooms of one size on a board without holes: pieces of a snake through all rows, in which cells change places."""
    of: list[int | None] = [None] * len(board)
    snake = sorted(
        board.cells,
        key=lambda cell: (board.positions[cell][0], board.positions[cell][1] * (-1) ** board.positions[cell][0]),
    )
    for place, cell in enumerate(snake):
        of[cell] = place // size
    for _ in range(EXCHANGES * len(board)):
        a = chance.choice(board.cells)
        rooms = sorted({of[near] for near in board.near[a]} - {of[a]}, key=str)
        if not rooms:
            continue
        room = chance.choice(rooms)
        b = chance.choice([cell for cell in board.cells if of[cell] == room])
        if any(of[near] == of[a] for near in board.near[b]):
            before = of[a]
            of[a], of[b] = room, before
            if not (_is_connected(board, of, room) and _is_connected(board, of, before)):
                of[a], of[b] = before, room
    return of


def _is_connected(board: Lattice, of: Sequence[int | None], room: int | None) -> bool:
    return len(board.groups(cells=[cell for cell in board.cells if of[cell] == room])) == 1


def _free(near: Sequence[Sequence[int]], cell: int, left: set[int]) -> int:
    return sum(other in left for other in near[cell])


def _join_small(near: Sequence[Sequence[int]], of: list[int | None], least: int, chance: random.Random) -> None:
    """Join rooms of fewer than ``least`` cells with a neighbour."""
    while True:
        rooms: dict[int | None, list[int]] = {}
        for cell, room in enumerate(of):
            rooms.setdefault(room, []).append(cell)
        small = next((cells for cells in rooms.values() if len(cells) < least), None)
        if small is None:
            return
        others = sorted({of[n] for cell in small for n in near[cell]} - {of[small[0]]}, key=str)
        if not others:
            return
        other = min(others, key=lambda room: (len(rooms[room]), chance.random()))
        for cell in small:
            of[cell] = other


def moved_border(
    board: Lattice, of: Sequence[int | None], around: Sequence[int], chance: random.Random,
    within: Sequence[object] | None = None,
) -> list[int | None] | None:  # fmt: skip
    """Return the rooms with one of the cells ``around`` in a neighbour's room; None if that would cut a room.

    ``within`` as for ``random_rooms``: then a room of one cell may join another.
    """
    cell = chance.choice(around)
    others = sorted({of[near] for near in _neighbours(board, within)[cell]} - {of[cell], None}, key=str)
    if not others or of[cell] is None or (within is None and [*of].count(of[cell]) == 1):
        return None
    moved = [*of]
    moved[cell] = chance.choice(others)
    return moved if of[cell] not in moved or _is_connected(board, moved, of[cell]) else None


def divided_room(
    board: Lattice, of: Sequence[int | None], around: Sequence[int], least: int, chance: random.Random
) -> list[int | None] | None:
    """Return the rooms with one at a cell of ``around`` divided into two, each of ``least`` cells or more; None if it is not."""
    cell = chance.choice(around)
    left = {c for c in board.cells if of[c] == of[cell]}
    if of[cell] is None or len(left) < 2 * least:
        return None
    part, size = {cell}, chance.randint(least, len(left) - least)
    left.discard(cell)
    while len(part) < size:
        near = chance.choice(sorted({n for c in part for n in board.near[c]} & left))
        part.add(near)
        left.discard(near)
    fresh = max(room for room in of if room is not None) + 1
    divided = [fresh if c in part else room for c, room in enumerate(of)]
    return divided if _is_connected(board, divided, of[cell]) else None
