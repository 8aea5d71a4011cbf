"""Several puzzles in one text without ``---``: one a line, or separated by blank lines, genre names or numbers."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isqrt
from typing import NamedTuple

from pencilp.formats.layouts.rows import Row
from pencilp.formats.layouts.title import is_numbered, title_of
from pencilp.formats.text.tokens import Line
from pencilp.genres import Genre, find

MIN_LINE_CELLS = 36
"""Cells of the smallest board that may stand in one line."""
MAX_LINE_CELLS = 1296
"""Cells of the largest board in one line."""
MAX_TITLE_LENGTH = 200
"""Characters of a line that may name a genre."""
_BETWEEN = re.compile(r"[,;\s]+")
_HEADING = re.compile(r"[A-Za-z_ ]+(?:[,;\t][A-Za-z_ ]+)+")


class Piece(NamedTuple):
    """One of several puzzles: its lines from ``first`` to before ``end``, and the genre that is named above it."""

    first: int
    end: int
    kind: str


def is_heading(line: str) -> bool:
    """Return whether a line is the heading of a table (``puzzle,solution``) and not the names of a board's columns."""
    return _HEADING.fullmatch(line.strip()) is not None and any(
        len(word) > 1 for word in re.split("[,;\t]", line.strip())
    )


def boards_in(line: str) -> list[str]:
    """Return the words of a line that have the length of a square board."""
    return [word for word in _BETWEEN.split(line.strip().replace('"', "")) if _is_square(word)]


def _is_square(word: str) -> bool:
    return MIN_LINE_CELLS <= len(word) <= MAX_LINE_CELLS and isqrt(len(word)) ** 2 == len(word)


def holds_board(line: str) -> bool:
    """Return whether a line is a whole board, perhaps with its number, its solution and other short words."""
    # a replacement character means that the line is not text
    return len(line) >= MIN_LINE_CELLS and ":" not in line and "\ufffd" not in line and len(boards_in(line)) in (1, 2)


def solved_line(rows: list[Row], genre: type[Genre]) -> tuple[list[Row], Line | None]:
    """Return the rows without the solution, and the solution, of a board with its solution in the same line.

    Other words of that line, such as a number, are dropped.
    """
    filled = [row for row in rows if not row.blank]
    if len(filled) != 1 or not genre.equal_sides or not holds_board(filled[0].text):
        return rows, None
    ((number, text),) = filled
    board, *solutions = boards_in(text)
    at = text.index(board)
    layers = [*genre.answers.values()]
    if not solutions or len(layers) != 1 or layers[0].on != "cells":
        return [Row(number, " " * at + board)] if not solutions else rows, None
    return [Row(number, " " * at + board)], (number, [(text.index(solutions[0], at + len(board)), solutions[0])])


def pieces(lines: Sequence[str], genre: str | None, reads: Callable[[str, str | None], bool]) -> Iterator[Piece]:
    """Yield the puzzles of some lines.

    The lines are one puzzle if ``reads`` accepts them. Otherwise they are cut at genre names below blank lines or, if
    the pieces are puzzles, at blank or numbering lines.
    """
    last = max((i for i, line in enumerate(lines) if line.strip()), default=0)
    names = [i for i in range(1, last) if not lines[i - 1].strip() and _names_genre(lines[i])]
    if names and not reads("\n".join(lines), genre):
        cuts = [0, *names, len(lines)]
    else:
        cuts = [0, len(lines)]
    for first, end in itertools.pairwise(cuts):
        yield from _unnamed(lines, first, end, genre, reads)


def _names_genre(line: str) -> bool:
    return len(line) < MAX_TITLE_LENGTH and any(ch.isalpha() for ch in line) and title_of(Row(1, line)) is not None


def _unnamed(
    lines: Sequence[str], first: int, end: int, genre: str | None, reads: Callable[[str, str | None], bool]
) -> Iterator[Piece]:
    """Yield the puzzles of one genre among some lines."""
    begin = next((i for i in range(first, end) if lines[i].strip()), first)
    title = title_of(Row(1, lines[begin])) if begin < end and any(ch.isalpha() for ch in lines[begin]) else None
    kind = genre or (title.genre.name if title is not None else "")
    numbered = [i for i in range(first, end) if is_numbered(lines[i])]
    groups = [[*numbered, end]] if len(numbered) > 1 and not any(map(str.strip, lines[first : numbered[0]])) else []
    groups.append(
        [i for i in range(first, end) if lines[i].strip() and (i == first or not lines[i - 1].strip())] + [end]
    )
    for cuts in groups:
        if kind and len(cuts) > 2:
            spans = list(itertools.pairwise(cuts))
            texts = ["\n".join(lines[a:b]) for a, b in spans]
            if title is not None and not texts[0].strip("\n").partition("\n")[2].strip():
                # the title alone
                spans, texts = spans[1:], texts[1:]
            if (
                len(spans) > 1
                and not _are_remarks(texts)
                and not reads("\n".join(lines[first:end]), genre)
                and all(reads(text, kind) for text in texts[:2])
            ):
                yield from (Piece(a, b, kind) for a, b in spans)
                return
    yield Piece(first, end, kind if genre is None and title is None else "")


def _are_remarks(texts: Sequence[str]) -> bool:
    """Return whether some pieces are single lines, such as ``2 stars`` below a board, though others are not."""
    heights = [sum(map(bool, map(str.strip, text.split("\n")))) for text in texts]
    return 1 in heights and max(heights) > 2


def is_played_square(genre: str) -> bool:
    """Return whether boards of a genre have as many rows as columns; False for ""."""
    return bool(genre) and find(genre).equal_sides


def genre_above(lines: Iterable[bytes], codec: str) -> str:
    """Return the genre that the first line names; "" if it names none."""
    first = next((line for line in lines if line.strip() and not line.lstrip().startswith((b"#", b"//"))), b"")
    title = (
        title_of(Row(1, first.decode(codec or "utf-8", "replace").strip()))
        if 0 < len(first) < MAX_TITLE_LENGTH
        else None
    )
    return "" if title is None else title.genre.name


def is_numbered_bytes(line: bytes) -> bool:
    """Return whether a line numbers a puzzle."""
    return len(line) < MAX_TITLE_LENGTH and is_numbered(line.decode("ascii", "replace"))
