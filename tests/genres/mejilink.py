"""Mejilink: what proves it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.genres.slitherlink import lines_around
from tests.small_boards import Case, Cells, judged, line_of, loops


def areas(board: Lattice, dotted: Sequence[int]) -> list[list[int]]:
    """The cells that hang together through edges without a dotted line."""
    area = list(board.cells)
    for _ in board.cells:
        for (a, b), given in zip(board.links, dotted, strict=False):
            if not given:
                area[a] = area[b] = min(area[a], area[b])
    return [[c for c in board.cells if area[c] == first] for first in sorted(set(area))]


@lru_cache
def outer_edges(board: Lattice) -> frozenset[int]:
    """The edges of one cell only."""
    sides = Counter(edge for cell in board.cells for edge in board.cell_edges[cell])
    return frozenset(edge for edge, cells in sides.items() if cells == 1)


def is_open(board: Lattice, dotted: Sequence[int], area: list[int]) -> bool:
    """Whether an area has a side at the edge of the board without a dotted line."""
    return any(not dotted[e] and e in outer_edges(board) for c in area for e in board.cell_edges[c])


def closed_areas(board: Lattice, dotted: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Per area that is not open how many cells it has, and the dotted lines at their sides."""
    closed = [area for area in areas(board, dotted) if not is_open(board, dotted, area)]
    return [(len(area), [e for c in area for e in board.cell_edges[c] if dotted[e]]) for area in closed]


def wrong(closed: list[tuple[int, list[int]]], line: Sequence[int]) -> int:
    """By how much areas have more or fewer cells than dotted lines that the loop leaves out."""
    return sum(abs(size - sum([not line[e] for e in sides])) for size, sides in closed)


def dotted_lines(board: Lattice, loops: Sequence[Cells], rng: random.Random) -> list[int]:
    """Dotted lines under loops and along other edges, changed one by one until the areas are nearly as the loops want them."""
    needed = [max(x) for x in zip(*loops, strict=True)]
    outline = rng.choice((0.4, 0.7, 1))
    share = [rng.choice((0.3, 0.6))] * len(board.links) + [outline] * (len(board.edges) - len(board.links))
    dotted = [int(x or rng.random() < p) for x, p in zip(needed, share, strict=True)]
    free = [e for e in board.edges if not needed[e] and share[e] < 1]
    closed = closed_areas(board, dotted)
    best = sum(wrong(closed, line) for line in loops)
    for _ in range(250):
        if not best or not free:
            break
        changed = list(dotted)
        for e in rng.sample(free, min(len(free), rng.choice((1, 1, 2)))):
            changed[e] ^= 1
        closed = closed_areas(board, changed)
        now = sum(wrong(closed, line) for line in loops)
        if now <= best or rng.random() < 0.02:
            dotted, best = changed, now
    return dotted


SEVERAL = (
    "010010010010000111111000", "010010010010001011110100", "010010010010100011110001", "010110011010000011110000",
    "011010010110000011110000", "110010010011000011110000",
)  # fmt: skip
"""The dotted lines within boards of 4 by 4 with two answers, link by link: of smaller boards hardly any has several."""


@lru_cache
def loops_along_edges(board: Lattice) -> list[Cells]:
    """All closed loops along the edges, by the value of each edge."""
    if len(board) < 16:
        return [line for line, around in lines_around(board).items() if around.single]
    # the corners of a full board of square cells are the cells of one that is larger by one
    corners = square(board.rows + 1, board.cols + 1)
    at = [corners.cell_at[row, col] for row, col in board.corner_keys]
    edges = {frozenset((at[p], at[q])): e for e, (p, q) in enumerate(board.edge_corners)}
    return [
        tuple(
            [
                value
                for _, value in sorted((edges[frozenset(pair)], x) for pair, x in zip(corners.links, line, strict=True))
            ]
        )
        for line in (line_of(corners, loop) for loop in loops(corners))
    ]


def case(rng: random.Random) -> Case:
    """Dotted lines made for one loop or for two that are much alike, now and then with one too many or too few."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(4, 4), square(4, 4), square(3, 3, [(1, 1)]),
                        square(3, 4, [(0, 0)]), hexagonal(2, 2), hexagonal(2, 3), hexagon(2)])  # fmt: skip
    every = loops_along_edges(board)
    if len(board) == 16:
        dotted = [*map(int, rng.choice(SEVERAL)), *[1] * 16]
    else:
        truth = rng.choice(every)
        alike = sorted(every, key=lambda line: sum(map(int.__ne__, line, truth)))[:12]
        dotted = dotted_lines(board, [truth, *rng.sample(alike, rng.choice((0, 0, 1)))], rng)
    if rng.random() < 0.15:
        dotted[rng.randrange(len(dotted))] ^= 1

    closed = closed_areas(board, dotted)

    def right(line: Cells) -> bool:
        return all(given >= x for given, x in zip(dotted, line, strict=True)) and not wrong(closed, line)

    return judged("mejilink", board, [(line,) for line in every], right, dotted=dotted)


PUZZLES = 60
REASONS = {
    "lnDeadEnd": "the loop neither branches nor ends",
    "lnPlLoop": "the loop is one single loop",
}
