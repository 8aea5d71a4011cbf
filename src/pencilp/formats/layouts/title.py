"""The first line of a puzzle: a genre, perhaps with a size, a number or a name."""

from __future__ import annotations

import re
from typing import NamedTuple

from pencilp import genres
from pencilp._util.parse_number import digits
from pencilp.formats.layouts.rows import Row
from pencilp.genres import Genre

MAX_WORDS = 12
"""Words of the longest title."""
_SIZE = re.compile(r"(\d{1,3})\s*(?:[xX×*]|by)\s*(\d{1,3})")
_MARKS = " \t:,.;()[]-–—#*=\"'"
_NUMBERED = re.compile(
    r"(?:(?:grid|puzzle|sudoku|board|problem|game|no\.?|nr\.?|number|#)\s*#?\s*\d+\s*[:.)]?|\d+\s*[:)])", re.IGNORECASE
)
"""A line that numbers a puzzle. ``3.`` is not such a line: it may be a row whose last cell is empty."""


class Title(NamedTuple):
    """The content of a first line: a ``genre``, a ``size`` (rows, columns in any order), a ``number``, a ``name``."""

    genre: type[Genre]
    size: tuple[int, int] | None = None
    number: int | None = None
    name: str = ""

    @property
    def more(self) -> bool:
        """Whether it has more than the genre."""
        return self.size is not None or self.number is not None or self.name != ""


def title_of(row: Row) -> Title | None:
    """Return the content of the first line of a puzzle; None if it names no genre."""
    text = row.text.strip(_MARKS)
    head, colon, rest = text.partition(":")
    if colon and head.strip().lower() in ("genre", "puzzle", "type"):
        text = rest.strip(_MARKS)
    size = None
    if match := _SIZE.search(text):
        size = int(match[1]), int(match[2])
        text = f"{text[: match.start()]} {text[match.end() :]}"
    words = [word for word in text.split() if word.strip(_MARKS)]
    if not words or len(words) > MAX_WORDS:
        return None
    for count in range(min(len(words), 4), 0, -1):
        genre = _called(" ".join(words[:count]).strip(_MARKS))
        if genre is None:
            continue
        rest_words = [word.strip(_MARKS) for word in words[count:]]
        numbers = [digits(word) for word in rest_words]
        if len(numbers) == 1 and numbers[0] is not None and "#" not in words[count]:
            return Title(genre, size, numbers[0])
        name = " ".join(rest_words)
        for layer in genre.inputs.values():
            # "2 stars", "1-star"
            counted = (
                re.search(rf"(\d{{1,3}})[\s-]*{layer.name.rstrip('s')}s?\b", name) if layer.on == "board" else None
            )
            if counted is not None:
                return Title(genre, size, int(counted[1]), " ".join(name.replace(counted[0], " ").split()))
        return Title(genre, size, None, name)
    return None


def _called(name: str) -> type[Genre] | None:
    return genres.named(name) if any(ch.isalpha() for ch in name) else None


def is_numbered(line: str) -> bool:
    """Return whether a line numbers the next puzzle: ``Grid 01``, ``Puzzle 3:``, ``#4``."""
    return _NUMBERED.fullmatch(line.strip()) is not None
