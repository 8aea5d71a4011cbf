"""Reads lines that a person has drawn as text: loops, borders and paths with ``┌─┐``, or with ``+--+`` and ``|``.

A line along edges joins the corners of the board, and the cells have their own rows and columns of characters between
corners. A line from cell to cell has one character for each cell, and perhaps more between cells.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from pencilp.board.layers import AnswerLayer
from pencilp.board.layers.values import ACROSS, ALONG
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.draw.drawn import Drawn
from pencilp.errors import InputError

NORTH, EAST, SOUTH, WEST = range(4)
WORDS = {
    "UP": {NORTH}, "RIGHT": {EAST}, "DOWN": {SOUTH}, "LEFT": {WEST}, "HORIZONTAL": {EAST, WEST}, "VERTICAL": {NORTH, SOUTH},
}  # fmt: skip
"""Words in the Unicode names of box-drawing characters -> directions."""
LEVEL = "-=_–—"
UPRIGHT = "|"
"""ASCII characters and dashes that are lines."""
JOINT = "+"
"""The character that joins lines of any direction."""
BLANK = " .·"
DOTS = BLANK + JOINT + "oO*•"
"""Characters that may be at a corner of the board."""
WIDEST = 8
"""Characters from one corner to the next."""

Reading = tuple[bool, list[int]]
"""Whether the drawing fills the board, and the values."""


def read_lines_by_hand(lines: Sequence[str], puzzle: Puzzle) -> Answer | None:
    """Return the answer whose lines are drawn; None if this is no such drawing.

    Raise InputError if two cell sizes fit the drawing and give different answers.
    """
    layers = puzzle.genre.answers
    if (
        len(layers) != 1
        or puzzle.lattice.shape != "square"
        or len(puzzle.lattice) != puzzle.lattice.rows * puzzle.lattice.cols
    ):
        return None
    ((key, layer),) = layers.items()
    if layer.value.way not in (ALONG, ACROSS):
        return None
    start = next((i for i, line in enumerate(lines) if line.strip()), 0)
    readings: list[Reading] = []
    for some in ([*lines], [*lines[start:]]):
        readings += (_along if layer.value.way == ALONG else _across)(some, puzzle, layer)
    # prefer a drawing that is exactly as large as the board
    whole = [values for fills, values in readings if fills]
    found: list[list[int]] = []
    for values in whole or [values for _, values in readings]:
        if values not in found:
            found.append(values)
    if len(found) > 1:
        says = "the drawing may be read in two ways, as its cells may stand closer or wider: write . for each cell without a line"
        raise InputError(says, "1:1")
    return Answer(puzzle, {key: found[0]}) if found and any(found[0]) else None


def arms_of(ch: str) -> set[int]:
    """Return the directions in which a character's line leaves it; empty for other characters."""
    if ch in LEVEL or ch in UPRIGHT:
        return {EAST, WEST} if ch in LEVEL else {NORTH, SOUTH}
    words = unicodedata.name(ch, "").split()
    if words[:2] != ["BOX", "DRAWINGS"] or "DIAGONAL" in words:
        return set()
    return {way for word in words for way in WORDS.get(word, ())}


class _Chars:
    """The characters of a drawing, with blanks outside its lines."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines

    def __getitem__(self, at: tuple[int, int]) -> str:
        row, col = at
        return self.lines[row][col] if row < len(self.lines) and col < len(self.lines[row]) else " "

    def between(self, row: int, first: int, last: int) -> str:
        """Return the characters of a row from one column up to another."""
        return "".join(self[row, col] for col in range(first, last))


def _clues(puzzle: Puzzle) -> list[set[str]]:
    """Return for each cell the texts that its clues may have in a drawing."""
    result: list[set[str]] = [set() for _ in puzzle.lattice.cells]
    for key, layer in puzzle.genre.inputs.items():
        if layer.on == "cells":
            for cell, value, glyph in Drawn(layer, puzzle[key], puzzle, puzzle.lattice).glyphs:
                result[cell] |= {glyph.text, glyph.ascii, layer.token(value)}
    return result


def _straight(text: str, way: int) -> bool | None:
    """Return whether characters are a line in a direction (True) or blank (False); None for others."""
    if all(ch in BLANK for ch in text):
        return False
    return True if all(way in arms_of(ch) for ch in text) else None


def _along(lines: Sequence[str], puzzle: Puzzle, layer: AnswerLayer[Any]) -> Iterator[Reading]:
    """Yield the values of all edges, or of inner edges, for each distance of corners that fits the drawing.

    Each comes with whether the drawing then fills the board.
    """
    lattice, chars, clues = puzzle.lattice, _Chars(lines), _clues(puzzle)
    if len(lines) > 2 * lattice.rows + 1:
        return
    width = max(map(len, lines), default=0)
    for pitch in range(2, WIDEST + 1):
        if width > pitch * lattice.cols + 1:
            continue
        drawn: list[bool | None] = []
        for p, q in lattice.edge_corners:
            (row, col), (down, _) = sorted((lattice.corner_keys[p], lattice.corner_keys[q]))
            if row == down:
                drawn.append(_straight(chars.between(2 * row, pitch * col + 1, pitch * (col + 1)), EAST))
            else:
                drawn.append(_straight(chars[2 * row + 1, pitch * col], SOUTH))
        if None in drawn or not _corners_fit(puzzle, chars, pitch, drawn):
            continue
        inside = (
            chars.between(2 * row + 1, pitch * col + 1, pitch * (col + 1)).strip(BLANK)
            for row, col in lattice.positions
        )
        if all(not text or text in known for text, known in zip(inside, clues, strict=True)):
            fills = (len(lines), width) == (2 * lattice.rows + 1, pitch * lattice.cols + 1)
            yield fills, [int(bool(value)) for value in drawn[: layer.size(lattice)]]


def _corners_fit(puzzle: Puzzle, chars: _Chars, pitch: int, drawn: Sequence[bool | None]) -> bool:
    """Return whether each corner has the arms of the lines that end there, or only a dot."""
    lattice = puzzle.lattice
    arms: dict[tuple[int, int], set[int]] = {key: set() for key in lattice.corner_keys}
    for (p, q), there in zip(lattice.edge_corners, drawn, strict=True):
        first, second = sorted((lattice.corner_keys[p], lattice.corner_keys[q]))
        if there:
            level = first[0] == second[0]
            arms[first].add(EAST if level else SOUTH)
            arms[second].add(WEST if level else NORTH)
    shown = {(row, col): chars[2 * row, pitch * col] for row, col in lattice.corner_keys}
    return all(ch in DOTS or arms_of(ch) == arms[key] for key, ch in shown.items())


def _across(lines: Sequence[str], puzzle: Puzzle, layer: AnswerLayer[Any]) -> Iterator[Reading]:
    """Yield whether the drawing fills the board, and the values of all links, for each distance of cells that fits."""
    lattice, chars, clues = puzzle.lattice, _Chars(lines), _clues(puzzle)
    width = max(map(len, lines), default=0)
    for tall in (1, 2):
        for pitch in range(1, WIDEST + 1):
            size = (tall * (lattice.rows - 1) + 1, pitch * (lattice.cols - 1) + 1)
            if len(lines) > size[0] or width > size[1]:
                continue
            cells = [chars[tall * row, pitch * col] for row, col in lattice.positions]
            if not all(ch in DOTS or arms_of(ch) or ch in known for ch, known in zip(cells, clues, strict=True)):
                continue
            values, between = [], 0
            for a, b in lattice.links:
                (row, col), (down, _) = lattice.positions[a], lattice.positions[b]
                level = row == down
                text = (
                    chars.between(row * tall, pitch * col + 1, pitch * (col + 1))
                    if level
                    else chars.between(tall * row + 1, pitch * col, pitch * col + 1) * (tall - 1)
                )
                between += sum(ch not in BLANK for ch in text)
                there, back = (EAST, WEST) if level else (SOUTH, NORTH)
                says = {way in arms_of(ch) for ch, way in ((cells[a], there), (cells[b], back)) if _speaks(ch)}
                values.append((says | {_straight(text, there)}) if text else says)
            shown = sum(ch not in BLANK for line in lines for ch in line)
            own = sum(ch not in BLANK for ch in cells)
            leaves = any(
                n < 0 and way in arms_of(ch)
                for ch, ways in zip(cells, lattice.step, strict=True)
                for way, n in enumerate(ways)
            )
            if all(some in ({True}, {False}) for some in values) and shown == own + between and not leaves:
                yield (len(lines), width) == size, [int(True in some) for some in values]


def _speaks(ch: str) -> bool:
    """Return whether a character shows which lines leave its cell; a joint or a clue does not."""
    return bool(arms_of(ch)) or ch in BLANK
