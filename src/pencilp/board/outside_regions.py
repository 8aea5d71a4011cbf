"""The regions outside a board: around it and in its holes."""

from __future__ import annotations

from functools import lru_cache

from pencilp.board.lattice import NOWHERE, Lattice, Position


@lru_cache(maxsize=64)
def outside_regions(board: Lattice) -> dict[int, int]:
    """Return the region of each corner with a missing cell: 0 for the outside, a number from 1 for each hole."""
    beyond: dict[int, list[Position]] = {}
    corners_at: dict[Position, list[int]] = {}
    for c in board.coast:
        row, col = board.positions[c]
        for (dr, dc), n, e in zip(board.vectors, board.step[c], board.cell_edges[c], strict=True):
            if n == NOWHERE:
                for p in board.edge_corners[e]:
                    beyond.setdefault(p, []).append((row + dr, col + dc))
                    corners_at.setdefault((row + dr, col + dc), []).append(p)
    missing = {(row, col) for row in range(-1, board.rows + 1) for col in range(-1, board.cols + 1)}
    missing -= board.cell_at.keys()
    water: dict[int, int] = {}
    number = -1
    for start in ((-1, -1), *(place for places in beyond.values() for place in places)):
        if start in missing:
            number += 1
            stack = [start]
            missing.discard(start)
            while stack:
                row, col = stack.pop()
                here = corners_at.get((row, col), [])
                water.update(dict.fromkeys(here, number))
                joined = {(row + dr, col + dc) for dr, dc in board.vectors}.union(*map(beyond.__getitem__, here))
                stack += missing & joined
                missing -= joined
    return water
