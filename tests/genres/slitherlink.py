"""Slitherlink: what proves it."""

from __future__ import annotations

import random
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
    # the places around each corner of a cell
    corners = set()
    for place in board.positions:
        for k, way in enumerate(ways):
            beside = [stepped(place, way), stepped(place, ways[k - 1])]
            across = [stepped(beside[0], ways[k - 1])] if board.shape == "square" else []
            corners.add(frozenset((place, *beside, *across)))
    found = {}
    for chosen in product((0, 1), repeat=len(places)):
        within = {place for place, x in zip(places, chosen, strict=True) if x}
        line: dict[int, int] = {}
        for cell, place in enumerate(board.positions):
            for edge, way in zip(board.cell_edges[cell], ways, strict=True):
                line[edge] = int((place in within) != (stepped(place, way) in within))
        # it needs no edge between two places without a cell
        if any(
            (place in within) != (beside in within) and not {place, beside} & set(board.positions)
            for place in places
            for beside in (stepped(place, way) for way in ways)
        ):
            continue
        cells = [c for c, (r, col) in enumerate(padded.positions) if (r - 1, col - 1) in within]
        found[tuple([line[edge] for edge in board.edges])] = Around(
            [sum(line[edge] for edge in edges) for edges in board.cell_edges],
            all(0 < len(corner & within) < len(corner) for corner in corners),
            bool(cells) and connected(padded, cells) and connected(padded, set(padded.cells).difference(cells)),
        )
    return found


def case(rng: random.Random) -> Case:
    """Some numbers of a random loop, now and then a wrong one."""
    board = rng.choice([square(2, 2), square(2, 3), square(3, 3), square(3, 3, [(1, 1)]), square(2, 4, [(0, 0), (0, 3)]),
                        square(3, 3, [(0, 1), (1, 1)]), hexagonal(1, 2), hexagonal(2, 3), hexagonal(3, 3), hexagon(2),
                        hexagonal(3, 3, [(1, 1)])])  # fmt: skip
    every = lines_around(board)
    loops = [(line,) for line, around in every.items() if around.single]
    full = int(rng.random() < 0.25)
    truth = every[rng.choice([loop for (loop,) in loops if every[loop].full or not full] or [loops[0][0]])]
    numbers: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(full ^ 1, len(board) // (1 + full))):
        numbers[c] = rng.choice([truth.edges[c]] * 15 + ["?", 1])

    def right(line: Cells) -> bool:
        around = every[line]
        counted = all(n in (None, "?", edges) for n, edges in zip(numbers, around.edges, strict=True))
        return counted and (around.full or not full)

    found = judged("slitherlink", board, loops, right, numbers=numbers, full=full)
    return found._replace(near=[(line,) for line in every])


PUZZLES = 100
REASONS = {
    "brNoLine": "the loop is one single loop",
    "lnCross": "the loop neither branches nor ends",
    "nmLineNe": "the loop follows as many edges of the cell as its number says",
    "lnDeadEnd": "the loop neither branches nor ends",
}
CORPUS = Corpus("Slitherlink", every=60)
