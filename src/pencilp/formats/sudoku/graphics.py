"""SudokuPad's own boards, which hold pictures instead of constraints; their usual look gives the meaning.

A thermometer is a thick line with a disc of its colour at one end; an arrow begins in a ring; a dot lies between two
cells; a small grey square is even, and a small grey disc odd. Anything else is refused, except colours of cells.
Source: the converter from f-puzzles of SudokuPad (https://github.com/SudokuPad/sudokutools).
"""

from __future__ import annotations

import math
import re
from typing import Any

from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError, brief
from pencilp.formats.remarks import AUTHOR, DROPPED
from pencilp.formats.sudoku.fields import (
    CHANGES,
    TAG,
    entries,
    entry,
    holds,
    items,
    number,
    quoted_rules,
    refuse_changes,
    rules_in_words,
    solution,
)
from pencilp.formats.sudoku.parts import MAX_SIZE, Parts

Point = tuple[float, float]

READ = frozenset((
    "id", "cellSize", "cells", "regions", "cages", "lines", "arrows", "underlays", "overlays", "metadata", "metaData", "settings",
    "title", "author", "videos", "duration", "global",
))  # fmt: skip
"""The keys that are read, or that do not matter."""
PLAIN = frozenset(("title", "author", "rules", "solution", "antiknight", "antiking", "source", "msgcorrect"))
"""Texts about the board that are read, or that do not matter."""
ALL_DOTS = re.compile(r"\ball\b[^.]{0,40}\bdots?\b[^.]{0,40}\bgiven\b|negative constraint", re.IGNORECASE)
OUTSIDE = {"sandwich": re.compile("sandwich", re.IGNORECASE), "skyscrapers": re.compile("skyscraper", re.IGNORECASE)}
BLACK_DOTS = re.compile("black|kropki", re.IGNORECASE)
MAX_DOT, MAX_MARK, MIN_BULB = 0.48, 0.88, 0.5
"""Sizes in cells: of the largest dot, the largest mark in a cell, the smallest bulb."""
MAX_PLACE = 1e6
"""Farther away is no place of a board."""
MIN_THICKNESS = 8
"""Pixels of the thinnest line of a thermometer."""
CELL_KEYS = frozenset(("value", "given", "pencilMarks", "centremarks", "candidates", "color", "colors", "highlight"))
"""The keys of a cell that are read, or that do not matter."""


def puzzle_of(board: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a board of SudokuPad. Raise InputError."""
    unknown = sorted(key for key, value in board.items() if value and key not in READ)
    if unknown:
        raise InputError(f"the part {brief(unknown[0])} is not known here")
    return _Board(board).puzzle()


class _Board:
    """A board that is read part by part."""

    def __init__(self, board: dict[str, Any]) -> None:
        self.board = board
        self.dropped: set[str] = set()
        rows = items(board.get("cells"), "'cells'")
        self.size = len(rows)
        if not 0 < self.size <= MAX_SIZE or any(not isinstance(row, list) or len(row) != self.size for row in rows):
            raise InputError(f"the board is no square of 1 to {MAX_SIZE} rows")
        self.parts = Parts(self.size, [self._given(cell) for row in rows for cell in row])
        self.texts = self._tags()
        self.rules = str(self.texts.get("rules", ""))
        self.parts.take_rules(rules_in_words(self.rules))
        self.outside = [name for name, pattern in OUTSIDE.items() if pattern.search(self.rules)]
        self.all_dots = ALL_DOTS.search(self.rules) is not None

    def puzzle(self) -> Puzzle:
        """Return the puzzle."""
        self._regions()
        self._cages()
        self._rules()
        self._pictures()
        self.parts.solution = solution(self.texts.get("solution"), self.size) or []
        puzzle = self.parts.puzzle(str(self.texts.get("title", "")))
        if self.rules:
            self.dropped.add(quoted_rules(self.rules))
        if self.texts.get("author"):
            puzzle.notes[AUTHOR] = str(self.texts["author"])
        if self.texts.get("solution") and not self.parts.solution:
            self.dropped.add("the solution")
        if self.dropped:
            puzzle.notes[DROPPED] = ", ".join(sorted(self.dropped))
        return puzzle

    def _given(self, cell: Any) -> int | None:
        there = entry(cell, "each cell")
        unknown = sorted(key for key, value in there.items() if value and key not in CELL_KEYS)
        if unknown:
            raise InputError(f"a cell with {brief(unknown[0])} is not known here")
        if there.get("pencilMarks") or there.get("centremarks") or there.get("candidates"):
            self.dropped.add("candidates")
        return number(there.get("value"), "a cell") or None

    def _tags(self) -> dict[str, Any]:
        """Return the texts about the board: title, author, rules."""
        texts: dict[str, Any] = {key: self.board[key] for key in ("title", "author") if self.board.get(key)}
        for key in ("metadata", "metaData"):
            texts |= entry(self.board.get(key) or {}, "the metadata")
        for cage in entries(self.board, "cages"):
            found = TAG.match(str(cage.get("value", "")))
            if not cage.get("cells") and found:
                texts.setdefault(found[1].lower(), found[2])
        refuse_changes(texts)
        self.dropped |= {f"the setting {brief(key)}" for key in sorted(texts.keys() - PLAIN - CHANGES.keys())}
        return texts

    def _regions(self) -> None:
        labels: list[Any] = [None] * self.size**2
        for label, region in enumerate(items(self.board.get("regions"), "'regions'")):
            for spot in items(region, "a region"):
                cell = self._cell(spot, "a region")
                if labels[cell] is not None:
                    raise InputError("two regions share a cell, which no genre has", self.parts.name(cell))
                labels[cell] = label
        self.parts.set_regions(labels)

    def _cages(self) -> None:
        for cage in entries(self.board, "cages"):
            cells = [self._cell(spot, "a cage") for spot in items(cage.get("cells"), "the cells of a cage")]
            if not cells or (cage.get("hidden") and not cage.get("unique", True)):
                continue
            value = cage.get("sum", cage.get("value"))
            try:
                total = number(value, "a cage")
            except InputError:
                raise InputError(f"a cage with {brief(value)} is not known here") from None
            if cage.get("unique", True) in (False, 0):
                raise InputError("a cage that may repeat digits is not known here", self.parts.name(cells[0]))
            if cage.get("style") not in (None, "killer", "cage"):
                raise InputError(f"a cage of the style {brief(cage['style'])} is not known here")
            self.parts.cages.append((cells, total))

    def _rules(self) -> None:
        known = [str(name) for name in items(self.board.get("global"), "'global'")]
        for name in ("antiknight", "antiking"):
            if name in known or holds(self.texts.get(name)):
                self.parts.take_rules({name.removeprefix("anti")})
        unknown = sorted({*known} - {"antiknight", "antiking"})
        if unknown:
            raise InputError(f"the constraint {brief(unknown[0])} is not known here")

    def _pictures(self) -> None:
        marks = [Mark(part) for key in ("underlays", "overlays") for part in entries(self.board, key)]
        marks = [mark for mark in marks if mark.visible]
        bulbs = {self._spot(mark.center): mark for mark in marks if mark.is_disc and MIN_BULB <= mark.wide <= 1}
        used: set[int] = set()
        corners = {(0.0, 0.0), (float(self.size), float(self.size))}, {(0.0, float(self.size)), (float(self.size), 0.0)}
        diagonals = set()
        for line in entries(self.board, "lines"):
            points = _points(line)
            if len(points) == 2 and {*points} in corners:
                diagonals.add(corners.index({*points}))
                continue
            cells = self._along(points, "a line")
            ends = [
                end
                for end in (cells, cells[::-1])
                if (bulb := bulbs.get(end[0])) and bulb.fill == _colour(line, "color")
            ]
            thickness = line.get("thickness")
            if len(ends) != 1 or not isinstance(thickness, (int, float)) or thickness < MIN_THICKNESS:
                raise self._unknown("a line", cells[0])
            self.parts.thermometers.append(ends[0])
            used.add(id(bulbs[ends[0][0]]))
        if len(diagonals) == 1:
            raise InputError("a rule for one diagonal only is not known here, only for both")
        self.parts.diagonals = bool(diagonals)
        rings = {self._spot(mark.center): mark for mark in marks if mark.is_ring}
        for arrow in entries(self.board, "arrows"):
            cells = self._along(_points(arrow), "an arrow")
            if cells[0] not in rings or len(cells) < 2:
                raise self._unknown("an arrow", cells[0])
            used.add(id(rings[cells[0]]))
            self.parts.arrows.append((cells[0], cells[1:]))
        for mark in marks:
            if id(mark) not in used:
                self._mark(mark)

    def _mark(self, mark: Mark) -> None:
        row, col = mark.center
        if not (0 < row < self.size and 0 < col < self.size):
            self._outside(mark)
            return
        cell = self._spot(mark.center)
        on_edge = (row % 1 == 0) != (col % 1 == 0)
        if on_edge and mark.rounded and mark.wide <= MAX_DOT:
            self._dot(mark)
        elif row % 1 == 0 or col % 1 == 0:
            raise self._unknown(f"the mark {mark.text!r}" if mark.text else "a mark", cell)
        elif not mark.text and not mark.rounded and mark.wide >= 1:
            self.dropped.add("colours")
        elif not mark.text and mark.is_grey and MIN_BULB <= mark.wide <= MAX_MARK:
            self.parts.parity[cell] = "o" if mark.rounded else "e"
        else:
            raise self._unknown(f"the mark {mark.text!r}" if mark.text else "a mark", cell)

    def _dot(self, mark: Mark) -> None:
        row, col = mark.center
        first = (row - 1, col) if row % 1 == 0 else (row, col - 1)
        pair = (self._spot(first), self._spot(mark.center))
        colour = {"#ffffff": "w", "#000000": "b"}.get(mark.fill)
        if colour is None or mark.text not in ("", "1" if colour == "w" else "2"):
            raise self._unknown(f"the dot {mark.text!r}", pair[0])
        self.parts.dots[pair] = colour
        if self.all_dots:
            black = colour == "b" or BLACK_DOTS.search(self.rules)
            self.parts.complete |= {"w", "b"} if black else {"w"}

    def _outside(self, mark: Mark) -> None:
        if not mark.text:
            return
        row, col = mark.center
        if len(self.outside) != 1:
            raise InputError("numbers outside whose rule its text does not name are not known here")
        side = "top" if row < 0 else "bottom" if row > self.size else "left" if col < 0 else "right"
        line = math.floor(col if side in ("top", "bottom") else row)
        value = number(mark.text, "a place outside")
        if value is None or not 0 <= line < self.size:
            raise InputError(f"the number {brief(mark.text)} outside is at no end of a row or a column")
        numbers = getattr(self.parts, self.outside[0])
        if (side, line) in numbers:
            raise InputError(f"two numbers outside stand at the {side} of line {line + 1}")
        numbers[side, line] = value

    def _unknown(self, what: str, cell: int) -> InputError:
        return InputError(f"the meaning of {what} stands only in the rules in words", self.parts.name(cell))

    def _cell(self, spot: Any, what: str) -> int:
        point = _point(spot)
        return self._spot((point[0] + 0.5, point[1] + 0.5), what)

    def _spot(self, point: Point, what: str = "a mark") -> int:
        """Return the cell that has a point. Raise InputError if it is outside the board."""
        row, col = map(math.floor, point)
        if not (0 <= row < self.size and 0 <= col < self.size):
            raise InputError(f"{what} lies outside the board, which is not known here")
        return row * self.size + col

    def _along(self, points: list[Point], what: str) -> list[int]:
        """Return the cells along a line. Raise InputError if it does not run from cell to cell."""
        places = [divmod(self._spot(point, what), self.size) for point in points]
        if not places:
            raise InputError(f"{what} has no points")
        cells = [places[0]]
        for row, col in places[1:]:
            down, right = row - cells[-1][0], col - cells[-1][1]
            long = max(abs(down), abs(right))
            if long and {abs(down), abs(right)} - {0, long}:
                raise InputError(f"{what} does not run from cell to cell")
            if len(cells) > self.size**2:
                raise InputError(f"{what} has more cells than the board")
            for _ in range(long):
                cells.append((cells[-1][0] + down // long, cells[-1][1] + right // long))
        return [row * self.size + col for row, col in cells]


class Mark:
    """A disc, ring, square or text of a board."""

    def __init__(self, part: dict[str, Any]) -> None:
        self.center = _point(part.get("center"))
        wide, high = part.get("width"), part.get("height")
        self.wide = max(size if isinstance(size, (int, float)) else 0 for size in (wide, high))
        self.rounded = bool(part.get("rounded"))
        self.text = str(part.get("text") if part.get("text") is not None else "").strip()
        self.fill = _colour(part, "backgroundColor")
        self.border = _colour(part, "borderColor")

    @property
    def visible(self) -> bool:
        """Whether anything of it is seen."""
        return bool(self.text or self.fill or self.border)

    @property
    def is_disc(self) -> bool:
        """Whether it is a filled circle without a text."""
        return self.rounded and not self.text and bool(self.fill) and self.fill != "#ffffff"

    @property
    def is_ring(self) -> bool:
        """Whether it is an empty circle in a cell."""
        row, col = self.center
        in_cell = row % 1 != 0 and col % 1 != 0
        return self.rounded and not self.text and self.fill in ("", "#ffffff") and bool(self.border) and in_cell

    @property
    def is_grey(self) -> bool:
        """Whether it is filled with grey."""
        return bool(re.fullmatch(r"#([0-9a-f]{2})\1\1", self.fill)) and self.fill not in ("#ffffff", "#000000")


def _colour(part: dict[str, Any], key: str) -> str:
    """Return a colour as ``#rrggbb``, "" for a transparent or missing one."""
    text = str(part.get(key) or "").lower()
    short = re.fullmatch(r"#([0-9a-f])([0-9a-f])([0-9a-f])([0-9a-f]?)", text)
    if short:
        text = "#" + "".join(2 * digit for digit in short.groups())
    full = re.fullmatch(r"(#[0-9a-f]{6})([0-9a-f]{2})?", text)
    if full is None:
        return "" if text in ("", "transparent", "none") else text
    return "" if full[2] == "00" else full[1]


def _points(line: dict[str, Any]) -> list[Point]:
    return [_point(point) for point in items(line.get("wayPoints"), "'wayPoints'")]


def _point(value: Any) -> Point:
    """Return a point (down, right). Raise InputError for anything else."""
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(part, (int, float)) and abs(part) < MAX_PLACE for part in value)
    ):
        return float(value[0]), float(value[1])
    raise InputError(f"{brief(value)} is no point of the board")
