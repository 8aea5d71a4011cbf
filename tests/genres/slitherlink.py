"""Slitherlink: what proves it."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from pencilp.board.lattice import Lattice, Position, hexagon, hexagonal, square
from tests.proof import Corpus
from tests.small_boards import SIDES, Case, Cells, connected, judged


class Around(NamedTuple):
    """A line around places of the frame, be there cells or holes: per cell how many of its edges it follows, and more."""

    edges: list[int]
    full: bool
    """Whether it comes to every corner of the cells."""
    single: bool
    """Whether it is one loop: neither the places within it nor those outside it fall apart."""
    corners: list[int]
    """How many corners of each cell it passes."""
    pieces: list[int]
    """How often it touches each cell: the stretches of edges and corners that follow one another around the cell."""


def stepped(place: Position, step: Position) -> Position:
    return place[0] + step[0], place[1] + step[1]


@lru_cache
def lines_around(board: Lattice) -> dict[Cells, Around]:
    """Per line of edges of the cells that parts some places of the frame from the others what there is to know of it.

    A place outside the frame is not within the line. Every closed loop is one of these lines.
    """
    ways = SIDES[board.shape]
    padded = {"square": square, "hexagonal": hexagonal}[board.shape](board.rows + 2, board.cols + 2)
    places = [(r, c) for r in range(board.rows) for c in range(board.cols)]
    # the places around each corner of a cell, clockwise from the one before its first edge
    corners_of = []
    for place in board.positions:
        around = []
        for k, way in enumerate(ways):
            adjacent = [stepped(place, way), stepped(place, ways[k - 1])]
            across = [stepped(adjacent[0], ways[k - 1])] if board.shape == "square" else []
            around.append(frozenset((place, *adjacent, *across)))
        corners_of.append(around)
    found = {}
    for chosen in product((0, 1), repeat=len(places)):
        within = {place for place, x in zip(places, chosen, strict=True) if x}
        line: dict[int, int] = {}
        for cell, place in enumerate(board.positions):
            for edge, way in zip(board.cell_edges[cell], ways, strict=True):
                line[edge] = int((place in within) != (stepped(place, way) in within))
        # it needs no edge between two places without a cell
        if any(
            (place in within) != (adjacent in within) and not {place, adjacent} & set(board.positions)
            for place in places
            for adjacent in (stepped(place, way) for way in ways)
        ):
            continue
        cells = [c for c, (r, col) in enumerate(padded.positions) if (r - 1, col - 1) in within]
        passed = [[0 < len(corner & within) < len(corner) for corner in corners] for corners in corners_of]
        rings = [
            [bool(x) for corner, edge in zip(corners, edges, strict=True) for x in (corner, line[edge])]
            for corners, edges in zip(passed, board.cell_edges, strict=True)
        ]
        found[tuple([line[edge] for edge in board.edges])] = Around(
            [sum(line[edge] for edge in edges) for edges in board.cell_edges],
            all(all(corners) for corners in passed),
            bool(cells) and connected(padded, cells) and connected(padded, set(padded.cells).difference(cells)),
            [sum(corners) for corners in passed],
            [int(all(ring)) or sum(x and not ring[i - 1] for i, x in enumerate(ring)) for ring in rings],
        )
    return found


BOARDS_AROUND = (square(2, 2), square(2, 3), square(3, 3), square(3, 3, [(1, 1)]), square(2, 4, [(0, 0), (0, 3)]),
                 square(3, 3, [(0, 1), (1, 1)]), hexagonal(1, 2), hexagonal(2, 3), hexagonal(3, 3), hexagon(2),
                 hexagonal(3, 3, [(1, 1)]))  # fmt: skip
"""Small boards on which all lines are soon found."""


def looped_around(name: str, rng: random.Random, counts: Callable[[Around], list[int]], *, full: bool) -> Case:
    """Some numbers of a random loop, now and then a wrong one. ``full``: now and then the loop has to pass all corners."""
    board = rng.choice(BOARDS_AROUND)
    every = lines_around(board)
    loops = [(line,) for line, around in every.items() if around.single]
    through_all = int(full and rng.random() < 0.25)
    fitting = [loop for (loop,) in loops if every[loop].full or not through_all]
    truth = counts(every[rng.choice(fitting or [loops[0][0]])])
    numbers: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(through_all ^ 1, len(board) // (1 + through_all))):
        numbers[c] = rng.choice([truth[c]] * 15 + ["?", 1])

    def right(line: Cells) -> bool:
        around = every[line]
        counted = all(n in (None, "?", count) for n, count in zip(numbers, counts(around), strict=True))
        return counted and (around.full or not through_all)

    layers = {"numbers": numbers} | ({"full": through_all} if full else {})
    found = judged(name, board, loops, right, **layers)
    return found._replace(near=[(line,) for line in every])


def case(rng: random.Random) -> Case:
    return looped_around("slitherlink", rng, lambda around: around.edges, full=True)


PUZZLES = 100
REASONS = {
    "brNoLine": "the loop is one single loop",
    "lnCross": "the loop neither branches nor ends",
    "nmLineNe": "the loop follows as many edges of the cell as its number says",
    "lnDeadEnd": "the loop neither branches nor ends",
}
CORPUS = Corpus("Slitherlink", every=60)
