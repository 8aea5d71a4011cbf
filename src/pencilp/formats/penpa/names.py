"""The genre of a Penpa drawing: from its tags, or from its title."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pencilp.genres import Genre, named

TAGS = {
    "classic": "sudoku", "irregular": "jigsaw_sudoku", "arrow": "arrow_sudoku", "thermo": "thermo_sudoku",
    "evenodd": "even_odd_sudoku", "killer": "killer_sudoku", "consecutivepairs": "consecutive_sudoku", "tomtom": "kenken",
    "kakuru": "kakkuru", "kuromasu": "kurodoko",
    "tapalikeloop": "tapaloop", "mines": "minesweeper", "regionalyajilin": "yajilin_regions",
    "battleships": "battleship", "numberrope": "numrope", "tetrochain-y": "tetrochain",
}  # fmt: skip
"""Penpa's names of genres that are none of ours."""
VAGUE = frozenset(("wordpuzzle", "puzzlehunt", "wordsearch", "noconflict", "non-alphanumeric", "alphabet", "latin"))
"""Tags that name no genre."""


def tagged(tags: Iterable[str]) -> type[Genre] | None:
    """Return the genre that the tags of a drawing name; None if they name none of ours."""
    for tag in tags:
        if tag not in VAGUE:
            for name in _spellings(tag):
                if (genre := named(name)) is not None:
                    return genre
    return None


def _spellings(tag: str) -> Iterator[str]:
    """Yield the names in a tag such as ``hashiwokakero (hashi/bridges)``."""
    yield TAGS.get(tag.replace(" ", ""), tag)
    yield from filter(None, (part.strip() for part in re.split("[()/]", tag)))


def titled(title: str) -> type[Genre] | None:
    """Return the genre that the title of a drawing names, the longest name in it; None if it names none."""
    words = re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", title)[:MAX_WORDS]
    for length in range(min(MAX_NAME_WORDS, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            genre = named(" ".join(words[start : start + length]))
            if genre is not None:
                return genre
    return None


MAX_WORDS, MAX_NAME_WORDS = 20, 4
