"""Random rooms, and rooms that are changed a little."""

from __future__ import annotations

import random
from collections.abc import Sequence

from pencilp.board.lattice import Lattice


def random_rooms(board: Lattice, sizes: Sequence[int], inside: float, chance: random.Random) -> list[int | None]:
    """Return the room of each cell. Rooms have random ones of these ``sizes``, as nearly as the board allows.

    ``inside`` is the share of cells that lie in a room; the others have None.
    """
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
    rest = {other for other in board.cells if of[other] == of[cell]} - {cell}
    if not others or not rest or of[cell] is None:
        return None
    stack = [min(rest)]
    left = rest - {stack[0]}
    while stack:
        for near in board.near[stack.pop()]:
            if near in left:
                left.discard(near)
                stack.append(near)
    if left:
        return None
    moved = [*of]
    moved[cell] = chance.choice(others)
    return moved
