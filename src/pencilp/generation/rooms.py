"""Random rooms, and rooms that are changed a little."""

from __future__ import annotations

import random
from collections.abc import Sequence

from pencilp.board.lattice import Lattice

EXCHANGES = 10
"""How often two cells change rooms, for each cell of a board with rooms of one size."""


def random_rooms(board: Lattice, sizes: Sequence[int], inside: float, chance: random.Random) -> list[int | None]:
    """Return the room of each cell. Rooms have random ones of these ``sizes``, as nearly as the board allows.

    ``inside`` is the share of cells that lie in a room; the others have None.
    """
    if inside == 1 and len({*sizes}) == 1 and len(board) % sizes[0] == 0 and len(board) == board.rows * board.cols:
        return _equal_rooms(board, sizes[0], chance)
    of: list[int | None] = [None] * len(board)
    left = set(board.cells)
    wanted = round(inside * len(board))
    number = 0
    while len(board) - len(left) < wanted:
        size = min(chance.choice(sizes), wanted - (len(board) - len(left)))
        # begin in a corner of what is left, so that few cells are cut off
        start = min(sorted(left), key=lambda cell: (_free(board, cell, left), chance.random()))
        room = [start]
        left.discard(start)
        while len(room) < size:
            border = sorted({near for cell in room for near in board.near[cell] if near in left})
            if not border:
                break
            cell = min(border, key=lambda cell: _free(board, cell, left) + 2 * chance.random())
            room.append(cell)
            left.discard(cell)
        for cell in room:
            of[cell] = number
        number += 1
    if inside == 1:
        _join_small(board, of, min(sizes), chance)
    return of


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


def _free(board: Lattice, cell: int, left: set[int]) -> int:
    return sum(near in left for near in board.near[cell])


def _join_small(board: Lattice, of: list[int | None], least: int, chance: random.Random) -> None:
    """Join rooms of fewer than ``least`` cells with a neighbour."""
    while True:
        rooms: dict[int | None, list[int]] = {}
        for cell in board.cells:
            rooms.setdefault(of[cell], []).append(cell)
        small = next((cells for cells in rooms.values() if len(cells) < least), None)
        if small is None:
            return
        near = sorted({of[n] for cell in small for n in board.near[cell]} - {of[small[0]]}, key=str)
        if not near:
            return
        other = min(near, key=lambda room: (len(rooms[room]), chance.random()))
        for cell in small:
            of[cell] = other


def moved_border(
    board: Lattice, of: Sequence[int | None], around: Sequence[int], chance: random.Random
) -> list[int | None] | None:
    """Return the rooms with one of the cells ``around`` in a neighbour's room; None if that would cut a room."""
    cell = chance.choice(around)
    others = sorted({of[near] for near in board.near[cell]} - {of[cell], None}, key=str)
    if not others or of[cell] is None or [*of].count(of[cell]) == 1:
        return None
    moved = [*of]
    moved[cell] = chance.choice(others)
    return moved if _is_connected(board, moved, of[cell]) else None
