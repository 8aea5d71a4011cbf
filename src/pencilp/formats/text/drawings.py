"""A drawn answer in a puzzle text: drawn by ``pencilp solve`` or by a person."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.formats.text.tokens import place_at
from pencilp.genres import genre_of

HINTS = frozenset("+/\\|=()·")
"""A drawing has one of these characters, or a box or block character."""
JOINT, BETWEEN = "+", "-=# "
"""The joint of an ASCII frame, and the characters between two joints."""
COLORS = r"\x1b\[[0-9;]*m"
VERDICT = r"(?:one answer|an answer|more than one answer)\b.*"
"""The lines that ``pencilp solve`` prints below a drawing."""


def looks_drawn(lines: Sequence[str]) -> bool:
    """Return whether lines have box or block characters, or frames such as ``+--+``."""
    return any("\u2500" <= ch <= "\u259f" for line in lines for ch in line) or any(map(_has_frame, lines))


def _has_frame(line: str) -> bool:
    """Return whether a line has two joints with only a drawn line or blanks between them."""
    _, *parts, _ = ["", *line.split(JOINT), ""][1:-1] if line.count(JOINT) > 1 else ["", ""]
    return any(set(part) <= set(BETWEEN) for part in parts)


def may_be_drawn(lines: Sequence[str]) -> bool:
    """Return whether lines may be a drawing."""
    return looks_drawn(lines) or any(ch in HINTS for line in lines for ch in line)


def drawn_answer(lines: Sequence[str], puzzle: Puzzle, first: int) -> Answer:
    """Return the answer to ``puzzle`` that the lines draw.

    ``first`` is the number of the first line. Raise InputError whose place is line and column.
    """
    from pencilp.draw.by_hand import read_lines_by_hand
    from pencilp.draw.from_text import read_drawing

    lines = [re.sub(COLORS, "", line).rstrip() for line in lines]
    named = next((line.strip() for line in lines if line.strip()), "")
    if named.endswith(":") and named[:-1].lower() in puzzle.genre.answers:
        at = next(i for i, line in enumerate(lines) if line.strip())
        lines = ["" if i <= at else line for i, line in enumerate(lines)]
    while lines and (not lines[-1] or lines[-1].startswith("//") or re.fullmatch(VERDICT, lines[-1])):
        lines.pop()
    try:
        try:
            return read_drawing(lines, puzzle, _domains(puzzle))
        except InputError as error:
            answer = read_lines_by_hand(lines, puzzle)
            if answer is None:
                raise error from None
            return answer
    except InputError as error:
        line, _, column = error.where.partition(":")
        # without a place it is about the whole drawing
        where = place_at(int(line) + first - 1, int(column) - 1) if line else place_at(first, 0)
        raise InputError(error.message, where) from None


def _domains(puzzle: Puzzle) -> dict[str, list[tuple[int, int]]]:
    """Return the range of each place of each answer layer in the model."""
    genre = genre_of(puzzle)(puzzle)
    result = {}
    for key, layer in puzzle.genre.answers.items():
        domain = layer.domain(genre)
        result[key] = [domain] * layer.size(puzzle.lattice) if isinstance(domain, tuple) else domain
    return result
