"""Scrin: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, around, groups, judged, near, noise, with_value

Rectangle = frozenset[int]


@lru_cache
def rectangles(board: Lattice) -> list[Rectangle]:
    """Return all rectangles of cells."""
    at = {position: cell for cell, position in enumerate(board.positions)}
    spans = [
        (r, c, r + height, c + width)
        for r, c in board.positions
        for height in range(1, board.rows - r + 1)
        for width in range(1, board.cols - c + 1)
    ]
    cells = [[at.get((r, c)) for r in range(top, end) for c in range(left, right)] for top, left, end, right in spans]
    return [frozenset(c for c in some if c is not None) for some in cells if None not in some]


def corner_rings(board: Lattice, parts: list[Rectangle]) -> tuple[list[Cells], list[Cells]]:
    """Return all rings that some of the rectangles form by their corners, and open chains of at least four of them."""
    beside = [{n for c in part for n in (c, *near(board)[c])} for part in parts]
    beyond = [{n for c in part for n in around(board)[c]} for part in parts]
    apart = [{j for j, other in enumerate(parts) if not beside[i] & other} for i in range(len(parts))]
    touching = [{j for j in apart[i] if beyond[i] & parts[j]} for i in range(len(parts))]
    rings, chains = set(), set()

    def filling(chain: list[int]) -> Cells:
        shaded = frozenset[int]().union(*(parts[i] for i in chain))
        return tuple([int(c in shaded) for c in board.cells])

    def extend(chain: list[int], free: set[int]) -> None:
        if len(chain) > 3:
            chains.add(filling(chain))
        for i in sorted(touching[chain[-1]] & free):
            if i in touching[chain[0]]:
                rings.add(filling([*chain, i]))
            else:
                extend([*chain, i], (free & apart[i]) - touching[chain[-1]])

    for first in range(len(parts)):
        for second in sorted(j for j in touching[first] if j > first):
            extend([first, second], {j for j in apart[first] & apart[second] if j > first})
    return sorted(rings), sorted(chains)


@lru_cache
def every_ring(board: Lattice) -> tuple[list[Cells], list[Cells]]:
    """Return all rings of rectangles, and pairs of rings and open chains."""
    rings, chains = corner_rings(board, rectangles(board))
    both = [tuple(map(max, one, other)) for one in rings for other in rings if one < other and far(board, one, other)]
    return rings, [*both, *chains]


def far(board: Lattice, one: Cells, other: Cells) -> bool:
    """Return whether no shaded cells of two fillings touch."""
    return not any(other[n] for c in with_value(one, 1) for n in (c, *around(board)[c]))


def case(rng: random.Random) -> Case:
    """Circles in some rectangles of a random ring, now and then a wrong number, or a circle elsewhere."""
    board = rng.choice(
        [square(4, 4), square(4, 5), square(5, 4), square(4, 5, [(1, 1)]), square(4, 5, [(0, 4)]), square(3, 7)]
    )
    rings, others = every_ring(board)
    every = [shaded for shaded in rings if len(groups(board, with_value(shaded, 1))) > 4]
    truth = rng.choice(every if every and rng.random() < 0.95 else rings)
    circles: list[Any] = [None] * len(board)
    chance = rng.choice([0.2, 0.5, 0.9])
    for part in groups(board, with_value(truth, 1)):
        if rng.random() < chance:
            circles[rng.choice(sorted(part))] = rng.choice([len(part)] * 12 + ["?"] * 3 + [1, 2])
    if rng.random() < 0.1:
        circles[rng.randrange(len(board))] = rng.choice(["?", 1])

    def right(shaded: Cells) -> bool:
        parts = groups(board, with_value(shaded, 1))
        held = [[circles[c] for c in part if circles[c] is not None] for part in parts]
        return (
            len(parts) not in range(1, 5)
            and all(shaded[c] for c in board.cells if circles[c] is not None)
            and all(n in ([], ["?"], [len(part)]) for n, part in zip(held, parts, strict=True))
        )

    pool: list[Filling] = [(shaded,) for shaded in (*rings, (0,) * len(board))]
    found = judged("scrin", board, pool, right, circles=circles)
    wrong: list[Filling] = [(shaded,) for shaded in (*others[:3], *rng.sample(others, 20))]
    return found._replace(near=[*found.near, *wrong, *noise(board, rng)])


PUZZLES = 80
TOUCHES = "a rectangle touches exactly two others at its corners"
BOARDS = (
    # two rings
    "scrin\ncircles:\n- 1 - - - 1 -\n1 - 1 - 1 - 1\n- 1 - - - 1 -\n",
    # two circles in one rectangle
    "scrin\ncircles:\n- ? ? -\n- - - ?\n- - ? -\n- ? - -\n",
)
PRESENCE = ("circles",)
REASONS = {
    "bkNumUnshade": "a circle lies in a rectangle",
    "bkNumGe2": "a rectangle holds at most one circle",
    "bkSizeNe": "a number is the size of its rectangle",
    "csdDivide": "the rectangles are connected by their corners",
    "rmIsolated": TOUCHES,
    "rmDeadend": TOUCHES,
    "rmBranch": TOUCHES,
    "rmRectUnshade": "the ring has more than four rectangles",
}
