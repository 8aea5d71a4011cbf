"""Marks at places of a picture, such as wrong places of an answer. Their shapes are visible without colour."""

from __future__ import annotations

from typing import Any

from pencilp.board.puzzle import Answer, Puzzle
from pencilp.draw.drawn import Marked, Marks

RED, HALO = "#c8102e", "#ffffff"
FRAME = 0.88
"""The side of the frame in a marked cell, in cells."""


def differing(puzzle: Puzzle, answer: Answer, other: Answer) -> list[Marked]:
    """Return the places where two answers to ``puzzle`` differ."""
    result: list[Marked] = []
    for key, layer in puzzle.genre.answers.items():
        on = "edges" if layer.on == "links" else layer.on
        pairs = zip(layer.place.items(answer[key]), layer.place.items(other[key]), strict=True)
        places = [i for (i, value), (_, its) in pairs if value != its]
        result += places if on == "cells" else [(on, i) for i in places]
    return list(dict.fromkeys(result))


def onto_picture(pic: Any, marks: Marks) -> None:
    """Mark places in an SVG: a frame in a cell and around a clue outside, a ring at an edge or a corner."""
    pic.tag = ' class="marked"'
    for cell in marks.cells:
        x, y = pic.centers[cell]
        corners = [pic.points[p] for p in pic.lattice.cell_corners[cell]]
        _frame(pic, [(x + (a - x) * FRAME, y + (b - y) * FRAME) for a, b in corners])
    for line in sorted(marks.lines):
        for x, y in pic.clue_points.get(line, ()):
            r = 0.29 * pic.unit
            _frame(pic, [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)])
    points = [pic.place_point("edges", e) for e in marks.edges] + [pic.points[p] for p in marks.corners]
    for x, y in points:
        pic.circle("marks", x, y, 0.28, "none", HALO, 0.09)
        pic.circle("marks", x, y, 0.28, "none", RED, 0.06)
    for col in marks.columns:
        x, y = pic.column_point(col)
        r = 0.5 * FRAME * pic.unit
        _frame(pic, [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)])
    pic.tag = ""


def _frame(pic: Any, points: list[tuple[float, float]]) -> None:
    """Draw a frame that is visible on dark and light backgrounds."""
    pic.polygon("marks", points, "none", HALO, 0.09)
    pic.polygon("marks", points, "none", RED, 0.06)
