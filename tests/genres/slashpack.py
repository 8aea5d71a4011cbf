"""Slash Pack: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells

Parts = tuple[Cells, ...]
"""For each region its cells without a diagonal."""


@lru_cache
def drawings(board: Lattice) -> dict[Cells, Parts | None]:
    """Per choice of diagonals (1 falls, 2 rises) the regions; None where a diagonal ends in nothing."""
    at = {p: c for c, p in enumerate(board.positions)}
    found: dict[Cells, Parts | None] = {}
    for marks in product((0, 1, 2), repeat=len(board)):
        ends = [
            p
            for (r, c), mark in zip(board.positions, marks, strict=True)
            for p in {0: (), 1: ((r, c), (r + 1, c + 1)), 2: ((r, c + 1), (r + 1, c))}[mark]
        ]
        if any(ends.count(p) == 1 and all((p[0] - i, p[1] - j) in at for i in (0, 1) for j in (0, 1)) for p in ends):
            found[marks] = None
            continue
        # the quarters of each cell: 0 above, 1 right, 2 below, 3 left
        adjacent: dict[tuple[int, int], list[tuple[int, int]]] = {(c, q): [] for c in board.cells for q in range(4)}
        for (r, c), cell in at.items():
            for q, (down, right) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
                if (r + down, c + right) in at:
                    adjacent[cell, q].append((at[r + down, c + right], (q + 2) % 4))
            # falling: above and right lie together, below and left
            parted = {0: (), 1: ((1, 2), (3, 0)), 2: ((0, 1), (2, 3))}[marks[cell]]
            for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
                if (a, b) not in parted:
                    adjacent[cell, a].append((cell, b))
                    adjacent[cell, b].append((cell, a))
        parts, left = [], set(adjacent)
        while left:
            group = [left.pop()]
            for place in group:
                fresh = left.intersection(adjacent[place])
                left -= fresh
                group += fresh
            parts.append(tuple(sorted({c for c, _ in group if not marks[c]})))
        found[marks] = tuple(parts)
    return found


def case(rng: random.Random) -> Case:
    """The same numbers in every region of random diagonals, some as ?, now and then another."""
    board = rng.choice([square(2, 2), square(2, 3), square(3, 3), square(3, 3), square(2, 4), square(3, 3, [(0, 2)])])
    every = drawings(board)
    whole = [parts for parts in every.values() if parts]
    several = [parts for parts in whole if len(parts) > 1 and all(parts)]
    numbers: list[Any] = [None] * len(board)
    parts = rng.choice(several if rng.random() < 0.9 else whole)
    kinds = rng.sample((1, 2, 3, 7), min(rng.choice((1, 1, 2, 2, 3)), *map(len, parts)))
    for cells in parts:
        for cell, number in zip(rng.sample(cells, len(kinds)), kinds, strict=True):
            numbers[cell] = rng.choice([number] * 8 + ["?", "?", rng.choice((0, 1, 2, None))])

    given = [c for c, n in enumerate(numbers) if n is not None]
    if rng.random() < 0.2:
        for cell, number in zip(given, rng.sample([numbers[c] for c in given], len(given)), strict=True):
            numbers[cell] = number

    def right(parts: Parts) -> bool:
        known = {n for n in numbers if n not in (None, "?")}
        for cells in parts:
            stated = [numbers[c] for c in cells if numbers[c] is not None]
            unknown = stated.count("?")
            rest = [n for n in stated if n != "?"]
            # the question marks take the numbers that are missing
            if len(set(rest)) < len(rest) or len(known - set(rest)) != unknown:
                return False
        return True

    answers = {
        (marks,)
        for marks, parts in every.items()
        if parts is not None and not any(marks[c] for c in given) and right(parts)
    }
    tried = rng.sample(sorted(every), 20) + rng.sample([marks for marks, parts in every.items() if parts], 5)
    return Case(api.puzzle("slashpack", board, numbers=numbers), answers, [(marks,) for marks in tried])


PUZZLES = 80
PINNED = 3
TOGETHER = {"a region holds no number twice": "it speaks of all equal numbers, and names none of them"}

REASONS = {
    "bkDupNum": "a region holds no number twice",
    "bkOverNum": "a region holds as many numbers as there are different ones",
}
PRESENCE = ("numbers",)


def test_without_a_number_to_choose_from_a_question_mark_has_no_answer() -> None:
    assert api.solve(api.puzzle("slashpack", square(1, 1), numbers=["?"])).status == "none"


def test_a_diagonal_ends_at_the_edge_of_a_hole_too() -> None:
    for board, ends in ((square(3, 3, [(1, 1)]), True), (square(3, 3), False)):
        # one region of all cells, and a diagonal in the corner of the board: it ends at the hole, or in nothing
        puzzle = api.puzzle("slashpack", board, numbers=[None, 1, *[None] * (len(board) - 2)])
        found = {tuple(a["diagonals"]) for a in api.solve(puzzle, count=1000).answers}
        assert tuple([0] * len(board)) in found
        assert ((1, *[0] * (len(board) - 1)) in found) is ends
