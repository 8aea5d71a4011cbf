"""Reads untrusted files and streams: as a whole up to a size, or in portions.

A device has no end, a pipe may have none, and a compressed file can expand to a thousand times its size.
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
"""The greatest size of a file that is read as a whole: the largest boards that exist need less than half."""
PORTION = MB // 4
"""The bytes that are read at a time from files of many puzzles."""
MAX_IN_PROGRAM = 256 * MB
"""The greatest size of an LP or MPS file, uncompressed."""
MAX_PRINTED = MB
"""The greatest number of bytes that are kept from the end of a command's output."""


def content_of(path: str, most: int = MAX_BYTES) -> bytes:
    """Return the content of a file, a pipe or a device. Raise InputError if it is too long or unreadable."""
    try:
        with open(path, "rb") as file:
            if size_of(file) > most:
                raise too_much(most)
            return whole(file, most)
    except (OSError, ValueError) as error:
        raise unreadable(error) from None


def read_bytes(source: str) -> bytes:
    """Return the content of a file, or of standard input for ``-``. Raise InputError if there is none."""
    if source != "-":
        return content_of(source)
    if sys.stdin is None:
        raise InputError("standard input is closed")
    return whole(sys.stdin.buffer)


def portions(source: str) -> Generator[bytes, None, None]:
    """Yield the content of a file, or of standard input for ``-``, in portions of at most ``PORTION`` bytes.

    Raise InputError if it is unreadable.
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
    """Return the content of a stream. Raise InputError if it has more than ``most`` bytes."""
    content = stream.read(most + 1)
    if len(content) > most:
        raise too_much(most)
    return content


def last_printed(log: IO[bytes], most: int = MAX_PRINTED) -> str:
    """Return at most the last ``most`` bytes of a command's output in a file, as text."""
    log.seek(max(0, size_of(log) - most))
    return log.read(most).decode("utf-8", "replace")


def size_of(stream: IO[bytes]) -> int:
    """Return the number of bytes of a file; 0 for a pipe or a device."""
    return os.fstat(stream.fileno()).st_size if is_file(stream) else 0


def is_file(stream: IO[bytes]) -> bool:
    """Return whether a stream is a file, which can be read again, not a pipe or a device."""
    return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)


def too_much(most: int) -> InputError:
    """Return the error for an input of more than ``most`` bytes."""
    return InputError(f"it has more than {most // MB} MB, the limit")


def unreadable(error: Exception) -> InputError:
    """Return the error for an input that the system cannot read, with its reason."""
    if getattr(error, "filename", None) == "":
        return InputError("'': an empty name is no file")
    return InputError(getattr(error, "strerror", None) or "cannot be read")
