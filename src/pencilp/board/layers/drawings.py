"""Small drawings of lines, such as the clues of Curve Data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers.clues import UNKNOWN
from pencilp.board.layers.grids import Grid
from pencilp.board.layers.layer import Layer
from pencilp.board.layers.places import Place
from pencilp.board.layers.values import ValueType
from pencilp.errors import brief

if TYPE_CHECKING:
    from pencilp.board.layers.glyphs import Glyph

STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
"""The directions in the order of their bits -> (row, column) steps."""
_MIRRORED = str.maketrans("nesw", "wsen")
MAX_SIDE = 100
"""Rows and columns of the largest drawing."""


class Drawing(ValueType):
    """Lines from point to point of a grid.

    It is a tuple of rows with a hexadecimal digit for each point: the sum of 1, 2, 4 and 8 for lines up, right, down
    and left. It is written ``6c/39``; ``?`` is an unknown drawing.
    """

    kind = "drawing"

    def check(self, value: Any) -> Any:
        if value == UNKNOWN:
            return value
        if not isinstance(value, (tuple, list)) or not value or not all(isinstance(row, str) and row for row in value):
            raise ValueError(f"{brief(value)} is not a drawing, such as 6c/39")
        rows = tuple(value)
        if len({len(row) for row in rows}) > 1 or not set("".join(rows)) <= set("0123456789abcdef"):
            raise ValueError(
                f"{brief(value)} is not a drawing, such as 6c/39: rows of equal length of the digits 0 to f"
            )
        if max(len(rows), len(rows[0])) > MAX_SIDE:
            raise ValueError(f"a drawing has at most {MAX_SIDE} rows and columns")
        lines = lines_of(rows)
        if not lines:
            raise ValueError("a drawing has a line")
        for row, col, way in lines:
            down, right = STEPS[way]
            if (row + down, col + right, "nesw"[("nesw".index(way) + 2) % 4]) not in lines:
                raise ValueError(f"the line of row {row + 1}, column {col + 1} of the drawing ends between two points")
        return rows

    def usable(self, value: Any, lattice: Lattice) -> None:
        if value != UNKNOWN and (least_rows(value) > lattice.rows or least_rows(mirrored(value)) > lattice.cols):
            raise ValueError("the drawing has more rows or columns than this board")

    def parse(self, token: str) -> Any:
        return UNKNOWN if token == UNKNOWN else tuple(token.split("/"))

    def token(self, value: Any) -> str:
        return str(value) if value == UNKNOWN else "/".join(value)

    @property
    def pattern(self) -> str:
        return "[?]|[0-9a-f]+(/[0-9a-f]+)*"

    def samples(self) -> Iterable[tuple[Any, str]]:
        return [(("6c", "39"), "a square"), (("28",), "a line to the right"), (UNKNOWN, "an unknown drawing")]

    def turned(self, value: Any, names: Mapping[str, str]) -> Any:
        if value == UNKNOWN:
            return value
        # the new directions of steps to the south and to the east
        (a, b), (c, d) = STEPS[names["s"]], STEPS[names["e"]]
        lines = {(a * row + c * col, b * row + d * col, names[way]) for row, col, way in lines_of(value)}
        places = [(a * row + c * col, b * row + d * col) for row in range(len(value)) for col in range(len(value[0]))]
        top, left = min(p for p, _ in places), min(q for _, q in places)
        height, width = 1 + max(p for p, _ in places) - top, 1 + max(q for _, q in places) - left
        return written([(row - top, col - left, way) for row, col, way in lines], height, width)

    def glyph(self, value: Any, lattice: Lattice) -> Glyph | None:
        from pencilp.board.layers.glyphs import Glyph, Strokes, Text

        token = self.token(value)
        if value == UNKNOWN:
            return Glyph([Text(token, free=True)], token, repeats=True)
        height, width = len(value), len(value[0])
        step = 0.7 / max(height - 1, width - 1)
        pieces = [
            (
                ((col - (width - 1) / 2) * step, (row - (height - 1) / 2) * step),
                ((col + right - (width - 1) / 2) * step, (row + down - (height - 1) / 2) * step),
            )
            for row, col, way in sorted(lines_of(value))
            for down, right in [STEPS[way]]
            if way in "es"
        ]
        return Glyph([Strokes(pieces, "ink", 0.05, level="rounds")], token)


def lines_of(rows: Iterable[str]) -> set[tuple[int, int, str]]:
    """Return the lines of a drawing, each from both ends: row, column, direction."""
    return {
        (row, col, way)
        for row, digits in enumerate(rows)
        for col, digit in enumerate(digits)
        for bit, way in enumerate(STEPS)
        if int(digit, 16) >> bit & 1
    }


def written(lines: Iterable[tuple[int, int, str]], height: int, width: int) -> tuple[str, ...]:
    """Return the drawing with these lines, each listed from both ends."""
    sums = [[0] * width for _ in range(height)]
    for row, col, way in lines:
        sums[row][col] += 1 << "nesw".index(way)
    return tuple("".join(f"{n:x}" for n in row) for row in sums)


def bends(rows: Iterable[str]) -> list[dict[int, int]]:
    """Return the points of a drawing where lines end, turn or meet.

    Each is a dictionary from directions (0 up, clockwise) to the next point.
    """
    lines = lines_of(rows)
    ways: dict[tuple[int, int], set[str]] = {}
    for row, col, way in lines:
        ways.setdefault((row, col), set()).add(way)
    straight = ({"n", "s"}, {"e", "w"})
    points = sorted(place for place, some in ways.items() if some not in straight)
    number = {place: k for k, place in enumerate(points)}
    result = []
    for place in points:
        leads = {}
        for d, way in enumerate(STEPS):
            if way in ways[place]:
                row, col = place
                while (row, col) == place or (row, col) not in number:
                    row, col = row + STEPS[way][0], col + STEPS[way][1]
                leads[d] = number[row, col]
        result.append(leads)
    return result


def least_rows(rows: Iterable[str]) -> int:
    """Return the minimum number of rows of the drawing, however short its straight lines are.

    Points joined by horizontal lines share a row. A point's row is below the rows of all points above it on vertical
    lines.
    """
    found = bends(rows)
    least = [0] * len(found)
    for point, leads in enumerate(found):
        if 3 in leads:
            continue  # done with the first point of its row
        side = [point]
        while 1 in found[side[-1]]:
            side.append(found[side[-1]][1])
        row = max(least[k] for k in side)
        for k in side:
            least[k] = row
            if 2 in found[k]:
                below = found[k][2]
                least[below] = max(least[below], row + 1)
    return 1 + max(least)


def mirrored(rows: Sequence[str]) -> tuple[str, ...]:
    """Return the drawing with rows and columns exchanged."""
    lines = [(col, row, way.translate(_MIRRORED)) for row, col, way in lines_of(rows)]
    return written(lines, len(rows[0]), len(rows))


class Drawings(Layer[Grid]):
    """Small drawings of lines in cells or, with ``on``, at other places."""

    def __init__(self, text: str = "", *, on: str | Place = "cells", optional: bool = False) -> None:
        super().__init__(on, Drawing(), text, optional=optional)
