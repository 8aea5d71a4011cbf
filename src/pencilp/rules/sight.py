"""Rules about the cells that a cell sees along the rays of the lattice, and the cells that an arrow points to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import permutations

from pencilp.board.lattice import Lattice
from pencilp.model import Clause, Lit, Model, all_hold, any_of
from pencilp.model.model import Clue, Place
from pencilp.structures.plane import Plane, Sees

WAYS = {
    "n": (-1, 0), "ne": (-1, 1), "e": (0, 1), "se": (1, 1), "s": (1, 0), "sw": (1, -1), "w": (0, -1), "nw": (-1, -1),
}  # fmt: skip
"""The step (rows, columns) of each arrow on a square board, by its token."""


def ahead(board: Lattice, cell: int, way: str) -> list[int]:
    """Return all cells that an arrow in ``cell`` points to, the nearest first, also beyond holes."""
    (row, col), (down, right) = board.positions[cell], WAYS[way]
    far = range(1, max(board.rows, board.cols))
    return [c for k in far if (c := board.cell_at.get((row + k * down, col + k * right))) is not None]


def sees(
    m: Model,
    board: Lattice,
    clear: Sequence[Lit],
    cell: int,
    count: int,
    words: str,
    clue: Clue = None,
    *,
    itself: bool = True,
) -> None:
    """Require that ``cell`` sees ``count`` clear cells in all directions, including itself unless ``itself=False``."""
    own = int(itself)
    m.require(words, Sees(Plane.of(m, board), clear, board.rays[cell], count - own, own), at=cell, clue=clue)


def arrows_to_nearest(
    m: Model,
    views: Sequence[Sequence[Lit]],
    ways: Collection[int],
    words: tuple[str, str, str],
    at: Place = None,
    clue: Clue = None,
) -> None:
    """Require that the nearest objects are in the directions ``ways``, equally far, and in no other direction.

    ``views`` has for each direction the literals of its cells, the nearest first. ``words`` are the texts of three
    rules: there is an object in each of these directions, they are equally far, and no other one is as near.
    """
    near, far = ([view for way, view in enumerate(views) if (way in ways) == inside] for inside in (True, False))
    for view in near:
        m.require(words[0], any_of(view), at=at, clue=clue)
    alike = [
        Clause((~x, *one[:k], *other[k : k + 1]))
        for one, other in permutations(near, 2)
        for k, x in enumerate(one)
    ]  # fmt: skip
    m.require(words[1], all_hold(alike), at=at, clue=clue)
    farther = [
        Clause((~x, *(nearer for other in near for nearer in other[:k]))) for one in far for k, x in enumerate(one)
    ]
    m.require(words[2], all_hold(farther), at=at, clue=clue)
