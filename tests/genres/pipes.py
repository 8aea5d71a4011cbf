"""Pipes: what proves it."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, judged

KINDS = {1: "1", 3: "T", 4: "+"}


@lru_cache
def drawings(board: Lattice) -> dict[Cells, tuple[str | None, ...]]:
    """All ways to draw lines from cell to cell, and the tile that each cell has then; None where it has no line."""
    found = {}
    for line in product((0, 1), repeat=len(board.links)):
        adjacent: list[list[int]] = [[] for _ in board.cells]
        for x, (a, b) in zip(line, board.links, strict=True):
            if x:
                adjacent[a].append(b)
                adjacent[b].append(a)
        tiles = []
        for others in adjacent:
            rows, cols = ({board.positions[n][axis] for n in others} for axis in (0, 1))
            straight = len(others) == 2 and 1 in (len(rows), len(cols))
            tiles.append(
                (None if not others else "I" if straight else "L") if len(others) in (0, 2) else KINDS[len(others)]
            )
        found[line] = tuple(tiles)
    return found


def tree(board: Lattice, line: Cells) -> bool:
    """Whether a drawing hangs together and has no loop."""
    joints = [link for x, link in zip(line, board.links, strict=True) if x]
    groups = [{c} for c in {c for link in joints for c in link}]
    for a, b in joints:
        one, other = (next(g for g in groups if c in g) for c in (a, b))
        if one is other:
            return False
        groups.remove(other)
        one |= other
    return len(groups) < 2


def case(rng: random.Random) -> Case:
    """The tiles of a random drawing, now and then another tile, one more or one less."""
    board = rng.choice([square(3, 3), square(3, 3), square(2, 4), square(3, 3, [(1, 2)]), square(1, 4), square(2, 2)])
    every = drawings(board)
    trees = [line for line in every if tree(board, line)]
    largest = [line for line in trees if sum(line) == len(board) - 1]
    alike = Counter(every[line] for line in trees)
    several = [line for line in trees if alike[every[line]] > 1]
    truth = rng.choice(rng.choice([trees, largest, several or trees, list(every)]))
    tiles: list[Any] = [*every[truth]]
    if rng.random() < 0.2:
        tiles[rng.randrange(len(tiles))] = rng.choice([None, *"1ILT+"])

    def right(line: Cells) -> bool:
        return list(every[line]) == tiles and tree(board, line)

    pool: list[Filling] = [(line,) for line in every]
    found = judged("pipes", board, pool, right, tiles=tiles)
    near: list[Filling] = [(line,) for line in every if list(every[line]) == tiles]
    return found._replace(near=[*near, *rng.sample(pool, min(20, len(pool)))])


PUZZLES = 80
REASONS: dict[str, str] = {}
# a cell without a tile has no pipe
PRESENCE = ("tiles",)
FOLLOWS = {
    "a cell without a tile has no pipe": "to hang together the tiles need all pipes that there may be without loops",
}
