"""Tetro Chain-K: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from pencilp.board.lattice import Lattice, square
from tests.genres.battleship import shape
from tests.genres.kurarin import right_dot, some_dots
from tests.small_boards import Case, Cells, Filling, Region, around, at_corners, groups_from, judged, near, noise


@lru_cache
def scattered(board: Lattice) -> dict[Cells, tuple[Region, ...]]:
    """All ways to lay tetrominoes that share no edge."""
    pieces = [[group for group in groups_from(board, c, 4) if len(group) == 4] for c in board.cells]
    found = {}

    def lay(first: int, chosen: tuple[Region, ...]) -> None:
        shaded = frozenset[int]().union(*chosen)
        found[tuple([int(c in shaded) for c in board.cells])] = chosen
        for start in range(first, len(board)):
            for piece in pieces[start]:
                if shaded.isdisjoint(piece) and not any(n in shaded for c in piece for n in near(board)[c]):
                    lay(start + 1, (*chosen, piece))

    lay(0, ())
    return found


@lru_cache
def chains(board: Lattice) -> frozenset[Cells]:
    """Those that hang together by their corners and have no equal ones that touch."""

    def touch(a: Region, b: Region) -> bool:
        return any(n in b for c in a for n in around(board)[c])

    found = []
    for shaded, pieces in scattered(board).items():
        shapes = [shape([board.positions[c] for c in piece]) for piece in pieces]
        touching = {(i, j) for i, a in enumerate(pieces) for j, b in enumerate(pieces) if i != j and touch(a, b)}
        reached = [*pieces[:1]]
        for piece in reached:
            reached += [other for other in pieces if other not in reached and touch(piece, other)]
        if len(reached) == len(pieces) and not any(shapes[i] == shapes[j] for i, j in touching):
            found.append(shaded)
    return frozenset(found)


BOARDS_OF_CHAINS = (square(3, 4), square(4, 4), square(3, 5), square(4, 4, [(1, 2)]), square(4, 5, [(0, 0)]))


def chain(board: Lattice, rng: random.Random) -> Cells:
    """A random chain, of two tetrominoes or more where there is one."""
    most = max(map(sum, chains(board)))
    return rng.choice(sorted(c for c in chains(board) if sum(c) == most or rng.random() < 0.05))


def case(rng: random.Random) -> Case:
    """Some dots of a random chain, now and then a wrong one."""
    board = rng.choice(BOARDS_OF_CHAINS)
    truth = chain(board, rng)
    touched: dict[str, Sequence[Sequence[int]]] = {
        "dots": [(c,) for c in board.cells], "edge_dots": board.links, "corner_dots": at_corners(board),
    }  # fmt: skip
    layers = some_dots(touched, truth, rng, rng.choice([0.05, 0.2, 0.4]), 40)
    pool: list[Filling] = [(shaded,) for shaded in scattered(board)]

    def right(shaded: Cells) -> bool:
        return shaded in chains(board) and all(
            dot in (None, right_dot(cells, shaded))
            for name, places in touched.items()
            for dot, cells in zip(layers[name], places, strict=True)
        )

    found = judged("tetrochaink", board, pool, right, **{name: dots for name, dots in layers.items() if any(dots)})
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 60
PINNED = 3
RARE = True
FOUR = "shaded cells form groups of four"
REASONS = {
    "csLt4": FOUR,
    "csGt4": FOUR,
    "bsSameShape": "tetrominoes that touch at a corner have different shapes",
    "csDivide": "the tetrominoes are connected by their corners",
    "csDotBlack": "more cells at a black dot are shaded than not",
    "csDotWhite": "fewer cells at a white dot are shaded than not",
    "csDotGray": "half of the cells at a grey dot are shaded",
}
