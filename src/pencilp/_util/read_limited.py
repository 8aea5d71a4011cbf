"""What comes from outside is read here: whole, but never more than it may have, or a portion at a time.

A device has no end, a pipe may have none, and a packed file can stand for a thousand times its size.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Generator
from typing import IO

from pencilp.errors import InputError

MB = 1024 * 1024
MAX_BYTES = 16 * MB
"""A puzzle, a model, data and whatever else is read whole has no more: the largest boards there are need less than half."""
PORTION = MB // 4
"""Bytes that are read at a time from files of many puzzles."""
MAX_IN_PROGRAM = 256 * MB
"""LP and MPS files, unpacked."""
MAX_PRINTED = MB
"""Bytes that are kept of the output of a command, from its end."""


def content_of(path: str, most: int = MAX_BYTES) -> bytes:
    """Return all that is in a file, a pipe or a device.

    Raise InputError when that is too much, or nothing can be read.
    """
    try:
        with open(path, "rb") as file:
            if size_of(file) > most:
                raise too_much(most)
            return whole(file, most)
    except (OSError, ValueError) as error:
        raise unreadable(error) from None


def read_bytes(source: str) -> bytes:
    """Return the content of a file, or of standard input for ``-``. Raise InputError when there is none to be had."""
    if source != "-":
        return content_of(source)
    if sys.stdin is None:
        raise InputError("standard input is closed")
    return whole(sys.stdin.buffer)


def portions(source: str) -> Generator[bytes, None, None]:
    """Yield what is in a file, or in standard input for ``-``, as it comes, at most ``PORTION`` bytes at a time.

    Raise InputError when nothing can be read.
    """
    if source == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed")
        yield from _portions(sys.stdin.buffer.read1)  # type: ignore[union-attr]
        return
    try:
        file = open(source, "rb", buffering=0)  # noqa: SIM115 (closed below)
    except (OSError, ValueError) as error:
        raise unreadable(error) from None
    with file:
        yield from _portions(file.read)


def _portions(read: Callable[[int], bytes]) -> Generator[bytes, None, None]:
    try:
        while portion := read(PORTION):
            yield portion
    except (OSError, ValueError) as error:
        raise unreadable(error) from None


def whole(stream: IO[bytes], most: int = MAX_BYTES) -> bytes:
    """Return all that is in a stream.

    Raise InputError when that is more than ``most`` bytes: no more than these are read.
    """
    content = stream.read(most + 1)
    if len(content) > most:
        raise too_much(most)
    return content


def last_printed(log: IO[bytes], most: int = MAX_PRINTED) -> str:
    """Return what a command has printed into a file, at most the last ``most`` bytes of it."""
    log.seek(max(0, size_of(log) - most))
    return log.read(most).decode("utf-8", "replace")


def size_of(stream: IO[bytes]) -> int:
    """Return the bytes of a file; 0 for a pipe or a device."""
    return os.fstat(stream.fileno()).st_size if is_file(stream) else 0


def is_file(stream: IO[bytes]) -> bool:
    """Return whether it is a file, which can be read again, and not a pipe or a device."""
    return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)


def too_much(most: int) -> InputError:
    """Return the error for what has more than ``most`` bytes."""
    return InputError(f"it has more than {most // MB} MB, the most that is read")


def unreadable(error: Exception) -> InputError:
    """Return the error for what the system does not let us read; its text says why."""
    if getattr(error, "filename", None) == "":
        return InputError("'': an empty name is no file")
    return InputError(getattr(error, "strerror", None) or "cannot be read")
