"""Pipelink: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.proof import Corpus
from tests.small_boards import Case, Filling, judged, sometimes

PIECES = ("nesw", "ns", "ew", "ne", "nw", "sw", "es")


@lru_cache
def pipes_of(board: Lattice) -> dict[tuple[int, ...], list[str]]:
    """Per loop through all cells, which may cross itself, the piece in each cell."""
    at = {p: c for c, p in enumerate(board.positions)}
    steps = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
    there = [{way: at.get((r + dr, c + dc)) for way, (dr, dc) in steps.items()} for r, c in board.positions]
    back = dict(zip("nesw", "swne", strict=True))
    found = {}

    def single(pieces: list[str]) -> bool:
        """Follow the line from the first cell, straight on over crossings, until it comes back the same way."""
        cell, way, passed = 0, pieces[0][0], 0
        while True:
            cell = there[cell][way]
            passed += 1
            if len(pieces[cell]) == 2:
                way = pieces[cell].replace(back[way], "")
            if (cell, way) == (0, pieces[0][0]):
                return passed == sum(map(len, pieces)) // 2

    def fill(pieces: list[str]) -> None:
        c = len(pieces)
        if c == len(board):
            # the first cell lies in a corner of the outline, where nothing crosses
            if single(pieces):
                ends = {frozenset((c, there[c][way])) for c, piece in enumerate(pieces) for way in piece}
                found[tuple([int(frozenset(link) in ends) for link in board.links])] = pieces
            return
        for piece in PIECES:
            for way, n in there[c].items():
                if (way in piece) if n is None else n < c and (way in piece) != (back[way] in pieces[n]):
                    break
            else:
                fill([*pieces, piece])

    fill([])
    return found


def case(rng: random.Random) -> Case:
    """Some pieces of a random loop, now and then another one."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(4, 4), square(4, 5), square(4, 4, [(0, 3), (3, 0)]),
                        square(5, 5, [(4, 0), (4, 1)])])  # fmt: skip
    every = pipes_of(board)
    truth = rng.choice(list(every.values())) if every else ["ns"] * len(board)
    pipes: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 4)):
        pipes[c] = sometimes(rng, 0.1, truth[c], rng.choice(PIECES))
    pool: list[Filling] = [(line,) for line in every]

    def right(line: tuple[int, ...]) -> bool:
        return all(pipe in (None, every[line][c]) for c, pipe in enumerate(pipes))

    return judged("pipelink", board, pool, right, pipes=pipes)


PUZZLES = 200
REASONS = {
    "ceAddLine": "a given pipe stays as it is",
    "lnBranch": "a line passes a cell or two cross in it",
    "lnPlLoop": "the loop is one single loop",
    "lnNotCrossMk": "a given pipe stays as it is",
    "ceNoLine": "a line passes a cell or two cross in it",
    "lnDeadEnd": "a line passes a cell or two cross in it",
}
CORPUS = Corpus("Pipelink", every=12)
