"""Kurarin: what proves it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from tests.small_boards import LOOP_BOARDS, Case, Cells, adjacent_shaded, at_corners, judged, pairs_of_loops


def right_dot(cells: Sequence[int], shaded: Cells) -> str:
    """The dot between ``cells``, some of which are shaded."""
    dark = sum(shaded[c] for c in cells)
    return "b" if 2 * dark > len(cells) else "w" if 2 * dark < len(cells) else "g"


def some_dots(
    touched: Mapping[str, Sequence[Sequence[int]]], truth: Cells, rng: random.Random, chance: float, right: int
) -> dict[str, list[Any]]:
    """Per layer the dots at some of its places, which touch these cells: ``right`` times as many right ones as of each colour."""
    outer = rng.random() < 0.1  # links have no dots on the outline
    return {
        name: [
            rng.choice([right_dot(cells, truth)] * right + ["w", "g", "b"])
            if rng.random() < (chance if name != "corner_dots" or len(cells) > 2 or outer else 0)
            else None
            for cells in places
        ]
        for name, places in touched.items()
    }


def case(rng: random.Random) -> Case:
    """Dots for the cells off a random loop, now and then a wrong one."""
    board = rng.choice(LOOP_BOARDS)
    every = adjacent_shaded(board, ())
    truth, _ = rng.choice(list(every))
    touched: dict[str, Sequence[Sequence[int]]] = {
        "dots": [(c,) for c in board.cells],
        "edge_dots": board.links,
        "corner_dots": at_corners(board),
    }
    layers = some_dots(touched, truth, rng, rng.choice([0.05, 0.2, 0.4]), 40)

    def right(shaded: Cells, line: Cells) -> bool:
        return all(
            dot in (None, right_dot(cells, shaded))
            for name, places in touched.items()
            for dot, cells in zip(layers[name], places, strict=True)
        )

    found = judged("kurarin", board, list(every), right, **{name: dots for name, dots in layers.items() if any(dots)})
    two = []
    for line in pairs_of_loops(board):
        passed = {c for link, x in zip(board.links, line, strict=True) for c in link if x}
        two.append((tuple([int(c not in passed) for c in board.cells]), line))
    return found._replace(near=[*found.near, *two])


PUZZLES = 100
EMPTY = "the loop passes every cell that is not shaded"
REASONS = {
    "brNoLine": "the loop is one single loop",
    "lnBranch": "the loop neither branches nor ends",
    "lnOnShade": EMPTY,
    "csDotBlack": "more cells at a black dot are shaded than not",
    "csDotWhite": "fewer cells at a white dot are shaded than not",
    "ceEmpty": EMPTY,
    "lnDeadEnd": "the loop neither branches nor ends",
    "lnPlLoop": "the loop is one single loop",
}
