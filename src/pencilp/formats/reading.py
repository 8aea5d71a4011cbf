"""Reads puzzles from wherever they are: a file, standard input, later a link; the format is found by looking."""

from __future__ import annotations

import os
import sys

from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats import text

MOST_BYTES = 64 * 1024 * 1024
"""No puzzle file is larger; a larger one is refused before it is read."""


def read(source: str, genre: str | None = None) -> list[Puzzle]:
    """All puzzles of ``source``: a file's path, or ``-`` for standard input.

    ``genre`` names the genre for formats that do not. Raises InputError naming the source and the place in it.
    """
    try:
        return text.read(decode(read_bytes(source)))
    except InputError as error:
        raise error.within(source) from None


def read_bytes(source: str) -> bytes:
    """The content of a file, or of standard input for ``-``. Raises InputError when there is none to be had."""
    if source == "-":
        return sys.stdin.buffer.read()
    try:
        if os.path.getsize(source) > MOST_BYTES:
            raise InputError(f"the file has more than {MOST_BYTES // 1024 // 1024} MB")
        with open(source, "rb") as file:
            return file.read()
    except OSError as error:
        raise InputError(error.strerror or "cannot be read") from None


def decode(content: bytes) -> str:
    """Bytes as text: UTF-8 with or without a mark, or UTF-16 with one. Raises InputError for anything else."""
    try:
        if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return content.decode("utf-16")
        result = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start + 1} is not UTF-8 text") from None
    if "\0" in result:
        raise InputError("this is no text file (it holds a zero byte)")
    return result
