"""Boards as somebody sees them who is solving them: dots for what is decided to be nothing."""

from __future__ import annotations

import re

from pencilp import api
from pencilp.draw.svg import UNIT, by_hand
from pencilp.formats import examples


def dots(genre: str) -> dict[int, tuple[float, float]]:
    """How far from the middle of its cell each dot of the example's answer is, in cells."""
    puzzle = examples.example(genre)
    answer = puzzle.answer or api.solve(puzzle, count=1).answer
    assert answer is not None
    lattice = puzzle.lattice
    found = {}
    for tag in re.findall(r"<circle [^>]*class=\"nothing\"[^>]*>", by_hand(puzzle, answer)):
        name, x, y = (re.search(rf'{key}="([^"]*)"', tag)[1] for key in ("data-cell", "cx", "cy"))  # type: ignore[index]
        cell = lattice.names.index(name)
        middle = lattice.center(cell)
        found[cell] = (float(x) / UNIT - middle[0], float(y) / UNIT - middle[1])
    return found


def test_dots_make_way_for_numbers() -> None:
    numbered = dict(examples.example("kurodoko")["clues"].items())
    found = dots("kurodoko")
    assert numbered.keys() <= found.keys()
    for cell, (right, down) in found.items():
        if cell not in numbered:
            assert abs(right) < 0.01
            assert abs(down) < 0.01
        else:
            assert 0.2 < right < 0.45
            assert 0.2 < down < 0.45


def test_black_cells_have_no_dots() -> None:
    black = dict(examples.example("kakuro")["sums"].items())
    assert black
    assert not dots("kakuro").keys() & black.keys()
