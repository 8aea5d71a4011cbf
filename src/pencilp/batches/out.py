"""The file of records: a line of JSON for each puzzle that is done, in the order in which they were done.

The file is only appended to. A run that begins reads which puzzles are done, and cuts off a last line that is half
written or no JSON, as a run that was killed or a full disk leaves it. A lock refuses a second run. The lock belongs to
the open file: it ends with the process, however that ends.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

from pencilp.batches.keys import KeyTable, folded
from pencilp.errors import InputError, NotWritten, brief

SYNC_SECONDS = 1.0
"""Seconds after which what was written is forced to the disk, so that a power failure costs no more."""

KEY_START = len('{"key": "')
MAX_CODES = 1000
"""The greatest number of kinds of records that are known while a file is read."""

_open: weakref.WeakSet[OutFile] = weakref.WeakSet()


class OutFile:
    """The open file of records at ``path``.

    ``done`` are the keys of its records as numbers (``keys.folded``), each with what ``code(record)`` returns, from 0
    to 255; that may depend on its entries from "settings" to "equal" only. ``settings`` is the text that the entry
    "settings" of each record must have. Raise InputError if it is no file of records, or of other settings, or if
    another run writes it; NotWritten if it cannot be written.
    """

    def __init__(self, path: str, settings: str, code: Callable[[dict[str, Any]], int]) -> None:
        self.path, self.done = path, KeyTable()
        self._synced = time.monotonic()
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        except (OSError, ValueError) as error:
            raise self._not_written(error) from None
        _open.add(self)
        try:
            if not stat.S_ISREG(os.fstat(self._file).st_mode):
                raise NotWritten("records need a file: this is a folder or a device", path)
            self._lock()
            self._size = self._read(settings, code)
        except BaseException:
            self.close()
            raise

    def _lock(self) -> None:
        try:
            if sys.platform == "win32":
                import msvcrt  # only on Windows

                os.lseek(self._file, 2**62, os.SEEK_SET)
                msvcrt.locking(self._file, msvcrt.LK_NBLCK, 1)
            else:
                import fcntl  # only on Unix

                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError("another run writes it: wait for its end, or name another file", self.path) from None

    def _read(self, settings: str, code: Callable[[dict[str, Any]], int]) -> int:
        """Put all keys into ``done``, cut off a broken end, and return the size of the file."""
        size = 0
        codes: dict[bytes, int] = {}
        """The codes by the part of a line that decides them: few lines of a long file need to be parsed."""
        with open(self.path, "rb") as file:
            for number, line in enumerate(file, 1):
                judged = _judged_part(line)
                if judged in codes and (key := _number_in(line)) is not None:
                    self.done.set(key, codes[judged])
                    size += len(line)
                    continue
                record = _record_in(line)
                if record is None:
                    if file.readline():
                        # there are lines behind it, so this is no end of a run
                        raise InputError("this is no record of a batch; name another file", f"{self.path}:{number}")
                    break
                if record.get("settings") != settings:
                    was = brief(str(record.get("settings")))
                    says = f"its records were made with other options ({was}); use these again, or name another file"
                    raise InputError(says, f"{self.path}:{number}")
                codes[judged] = code(record)
                self.done.set(folded(record["key"]), codes[judged])
                size += len(line)
                if len(codes) > MAX_CODES:
                    codes.clear()
        try:
            if size < os.fstat(self._file).st_size:
                os.ftruncate(self._file, size)
        except OSError as error:
            raise self._not_written(error) from None
        return size

    def add(self, records: list[dict[str, Any]]) -> None:
        """Append records. Raise NotWritten, and leave whole lines only."""
        content = "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records)
        rest = memoryview(content.encode(errors="backslashreplace"))
        size = self._size + len(rest)
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
            if time.monotonic() > self._synced + SYNC_SECONDS:
                self.sync()
        except OSError as error:
            os.ftruncate(self._file, self._size)
            raise self._not_written(error) from None
        self._size = size

    def sync(self) -> None:
        """Force to the disk what was written."""
        os.fsync(self._file)
        self._synced = time.monotonic()

    def _not_written(self, error: OSError | ValueError) -> NotWritten:
        return NotWritten(f"cannot be written: {getattr(error, 'strerror', None) or error}", self.path)

    def close(self) -> None:
        """Close the file and free its lock."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def _close_in_fork() -> None:
    """Close the files in a fork of this process, because the lock lasts as long as any process has them open."""
    for file in list(_open):
        file.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_in_fork)


def _judged_part(line: bytes) -> bytes:
    """Return the part of a record from its settings to its comparison with the file; the line itself if it has none.

    Quotes in names are escaped, so they cannot look like the beginning of an entry.
    """
    first, last = line.find(b', "settings": "'), line.find(b', "link": ')
    if not line.startswith(b'{"key": "') or not line.endswith(b"}\n") or not 0 < first < last:
        return line
    return line[first:last]


def _number_in(line: bytes) -> int | None:
    """Return the key at the beginning of a record as a number; None if there is none."""
    try:
        return folded(line[KEY_START:].partition(b'"')[0].decode())
    except ValueError:
        return None


def _record_in(line: bytes) -> dict[str, Any] | None:
    """Return the record in a whole line; None if there is none."""
    if not line.endswith(b"\n"):
        return None
    try:
        record = json.loads(line)
        folded(record["key"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def records_in(path: str) -> Iterator[dict[str, Any]]:
    """Yield the records of a file, without a last line that is half written."""
    with open(path, "rb") as file:
        for line in file:
            if (record := _record_in(line)) is not None:
                yield record
