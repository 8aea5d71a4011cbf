"""Pipeline: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from tests.proof import Corpus
from tests.small_boards import SIDES, Case, Filling, judged, line_of, loops, near, rows_and_columns, sometimes


@lru_cache
def lines(board: Lattice) -> dict[tuple[int, ...], tuple[int, ...]]:
    """All lines from cell to cell, each from its lower end on, by the values of their links."""

    def walk(path: list[int]) -> Iterator[list[int]]:
        if path[-1] > path[0]:
            yield path
        for n in near(board)[path[-1]]:
            if n not in path:
                yield from walk([*path, n])

    paths = [tuple(path) for start in board.cells for path in walk([start])]
    return {line_of(board, path, False): path for path in paths}


def piece(board: Lattice, line: tuple[int, ...], cell: int) -> str:
    """The directions in which a line leaves a cell, in any order."""
    here = board.positions[cell]
    ways = ""
    for x, link in zip(line, board.links, strict=True):
        if x and cell in link:
            r, c = board.positions[sum(link) - cell]
            ways += "nesw"[SIDES["square"].index((r - here[0], c - here[1]))]
    return ways


def case(rng: random.Random) -> Case:
    """The ends and some pieces of a random line, now and then another one, and how many cells it passes in some lines."""
    board = rng.choice([square(3, 3), square(3, 3), square(2, 4), square(3, 4, [(1, 1)]), square(1, 4)])
    every = lines(board)
    truth = rng.choice(list(every))
    path = every[truth]
    names = {frozenset(name): name for name in ("n", "e", "s", "w", "ns", "ew", "ne", "nw", "sw", "es")}
    pieces: list[Any] = [None] * len(board)
    for cell in (path[0], path[-1], *rng.sample(path, rng.choice([0, 0, 1, 2]) if len(path) > 2 else 0)):
        pieces[cell] = names[frozenset(piece(board, truth, cell))]
    if rng.random() < 0.2:
        free = [c for c in board.cells if pieces[c] is None] or [path[0]]
        cell = rng.choice([path[0], rng.choice(free)])
        pieces[cell] = rng.choice("nesw" if cell in (path[0], path[-1]) else ["ns", "ew", "ne", "sw"])
    few = rng.choice([0.4, 0.9])
    counts = {
        side: [sometimes(rng, few, sum(c in path for c in line), rng.choice([None, "?", None, 1])) for line in cells]
        for side, cells in zip(("left", "top"), rows_and_columns(board), strict=True)
    }
    given = {c for c, token in enumerate(pieces) if token in (*"nesw",)}

    def right(line: tuple[int, ...]) -> bool:
        passed = every[line]
        return (
            {passed[0], passed[-1]} == given
            and all(token is None or {*token} == {*piece(board, line, c)} for c, token in enumerate(pieces))
            and all(
                n in (None, "?", sum(c in passed for c in cells))
                for side, some in zip(("left", "top"), rows_and_columns(board), strict=True)
                for n, cells in zip(counts[side], some, strict=True)
            )
        )

    layers: dict[str, Any] = {} if rng.random() < 0.1 else {"counts": counts}
    if not layers:
        counts = {side: [None] * len(some) for side, some in counts.items()}
    found = judged("pipeline", board, [(line,) for line in every], right, pieces=pieces, **layers)
    # a loop next to the line
    adjacent: list[Filling] = [
        (tuple([max(a, b) for a, b in zip(truth, line_of(board, loop), strict=True)]),)
        for loop in loops(board)
        if not {*loop} & {*path}
    ]
    return found._replace(near=[*found.near, *adjacent])


PUZZLES = 100
PINNED = 3
RARE = True
REASONS: dict[str, str] = {}
# where an end is none, there are not two of them
PRESENCE = ("pieces",)
CORPUS = Corpus("Pipeline", every=20)


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="the line needs two given ends, here are 1"):
        api.puzzle("pipeline", square(1, 3), pieces=["e", None, "ew"])
