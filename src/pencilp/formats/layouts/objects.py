"""JSON objects as programs write them: a board, perhaps with its genre and other layers, each under a key."""

from __future__ import annotations

from typing import Any

from pencilp.errors import InputError
from pencilp.formats.layouts.rows import Row, label_of
from pencilp.genres import Genre, find, named

BOARD_KEYS = ("grid", "board", "puzzle", "problem", "cells", "givens", "given", "clues", "values", "matrix", "numbers")
"""Keys of programs for the layer whose name may be left out."""
GENRE_KEYS = ("genre", "type", "puzzle_type", "puzzletype", "kind", "game", "name")
"""Keys of programs for the genre."""
IGNORED_KEYS = (
    "solution",
    "solutions",
    "answer",
    "solved",
    "comment",
    "comments",
    "author",
    "source",
    "url",
    "date",
    "title",
)
"""Keys that are ignored. Single numbers and words are ignored, too."""
MAX_NAMED = 3
"""Layers that an error names."""


def as_text(entry: dict[str, Any], wanted: type[Genre] | None) -> tuple[str, type[Genre]] | None:
    """Return the puzzle of an object as lines of text, and its genre; None if it has no board.

    Raise InputError if its genre is unknown, or if the genre has no layer of that name.
    """
    entries = {key.strip().lower(): value for key, value in entry.items()}
    genre = _genre(entries) or wanted
    board = next((name for name in BOARD_KEYS if _is_grid(entries.get(name))), "")
    if not board and (empty := next((name for name in BOARD_KEYS[:2] if name in entries), "")):
        raise InputError(f'its "{empty}" is no board: a board is a list of rows')
    lists = [name for name, value in entries.items() if isinstance(value, (list, dict)) and name not in IGNORED_KEYS]
    if not board and not lists:
        return None
    if genre is None:
        raise InputError("it does not say its genre: name the genre by --genre")
    if wanted is not None and genre is not wanted:
        raise InputError(f"this is a puzzle of {genre.name}, not of {wanted.name}")
    lines = _rows(entries[board]) if board else []
    unknown = []
    for name in lists:
        if name == board:
            continue
        if label_of(genre, Row(1, f"{name}:")) is None:
            unknown.append(name)
        else:
            rows = _rows(entries[name])
            # a single row is written after its name
            lines += [f"{name}: {rows[0]}"] if len(rows) == 1 else [f"{name}:", *rows]
    if unknown:
        says = ", ".join(repr(name[:20]) for name in unknown[:MAX_NAMED])
        raise InputError(f"{genre.name} has no layer {says}; it has {', '.join(genre.inputs)[:200]}")
    return "\n".join(lines), genre


def _genre(entries: dict[str, Any]) -> type[Genre] | None:
    """Return the genre that an object names; None if it names none. Raise InputError if it is unknown."""
    for key in GENRE_KEYS:
        said = entries.get(key)
        if isinstance(said, str) and (genre := named(said)) is not None:
            return genre
    said = entries.get("genre")
    if said is not None and not isinstance(said, str):
        raise InputError('its "genre" is no name in quotes')
    return None if said is None else find(said)


def _is_grid(value: Any) -> bool:
    """Return whether a value may be a board."""
    return isinstance(value, (list, str)) and len(value) > 1


def _rows(value: Any) -> list[str]:
    """Return the lines of a text, or of a list of lists."""
    import json

    if isinstance(value, str):
        return value.splitlines()
    text = json.dumps(value, ensure_ascii=False)
    return text.replace("], [", "],\n[").split("\n") if text.startswith("[[") and len(text) > len("[[]]") else [text]
