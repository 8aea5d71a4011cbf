"""The genre of a Penpa drawing: from its tags, from its title, or from symbols that only one genre has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from pencilp.errors import InputError
from pencilp.genres import Genre, find, named

TAGS = {
    "classic": "sudoku", "irregular": "jigsaw_sudoku", "arrow": "arrow_sudoku", "thermo": "thermo_sudoku",
    "evenodd": "even_odd_sudoku", "killer": "killer_sudoku", "consecutive": "consecutive_sudoku",
    "nonconsecutive": "consecutive_sudoku", "tomtom": "kenken",
    "kuromasu": "kurodoko",
    "tapalikeloop": "tapaloop", "mines": "minesweeper", "regionalyajilin": "yajilin_regions",
    "battleships": "battleship", "numberrope": "numrope", "tetrochain-y": "tetrochain",
}  # fmt: skip
"""Penpa's names of genres that are none of ours."""
VAGUE = frozenset(("wordpuzzle", "puzzlehunt", "wordsearch", "noconflict", "non-alphanumeric", "alphabet", "latin"))
"""Tags that name no genre."""
OTHER_SUDOKUS = frozenset((
    "latin", "alphabet", "tightfit", "isodoku", "consecutivepairs", "sudokurve", "tile", "deficit", "surplus", "outside",
))  # fmt: skip
"""Penpa's tags of Sudokus with rules that no genre of ours has. Consecutive pairs are not all marked."""


def tagged(tags: Iterable[str]) -> list[type[Genre]]:
    """Return the genres of ours that the tags of a drawing name; Sudoku only if they name no other."""
    found: dict[str, type[Genre]] = {}
    for tag in islice(tags, MAX_TAGS):
        if tag not in VAGUE:
            genre = next(filter(None, map(named, _spellings(tag))), None)
            if genre is not None:
                found[genre.name] = genre
    return [genre for name, genre in found.items() if name != SUDOKU] or [*found.values()]


MAX_TAGS = 50
"""Tags of a drawing that are looked at."""


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


SYMBOLS = {
    "kakuro": "kakuro", "compass": "compass", "firefly": "firefly", "pencils": "pencils", "battleship": "battleship",
    "tents 1": "tents", "tents 3": "anglers", "sun_moon 2": "moonsun",
}  # fmt: skip
"""Symbols, some with their style, that only one genre has."""
SUDOKU_ELEMENTS = {
    "killercages": ("cages", "killer_sudoku"), "thermo": ("thermometers", "thermo_sudoku"), "arrows": ("arrows", "arrow_sudoku")
}  # fmt: skip
"""The elements of Sudokus with further rules: their name, and the genre that has them."""
SUDOKU = "sudoku"


def drawn(kind: str, question: Any) -> type[Genre] | None:
    """Return the only genre that has a symbol of a question, or a Sudoku if the grid has this ``kind``; None if there is none."""
    question = question if isinstance(question, dict) else {}
    symbols = question.get("symbol")
    for value in symbols.values() if isinstance(symbols, dict) else ():
        if isinstance(value, list) and len(value) > 1 and isinstance(value[1], str):
            for name in (f"{value[1]} {value[0]}", value[1].partition("_")[0]):
                if name in SYMBOLS:
                    return find(SYMBOLS[name])
    if kind != SUDOKU:
        return None
    return with_elements(find(SUDOKU), question)


def with_elements(genre: type[Genre], question: Any) -> type[Genre]:
    """Return the Sudoku that has the elements of a question, for a plain Sudoku; any other genre as it is.

    Raise InputError if no genre has them together.
    """
    if genre.name != SUDOKU or not isinstance(question, dict):
        return genre
    there = [SUDOKU_ELEMENTS[key] for key in SUDOKU_ELEMENTS if question.get(key)]
    if len(there) > 1:
        raise InputError(
            f"no genre has {' and '.join(name for name, _ in there)} together; name one by --genre to read only that"
        )
    return find(there[0][1]) if there else genre
