"""The file of records: a line of JSON for each puzzle that is done, in the order in which they were done.

The file is only appended to. A run that begins reads which puzzles are done, and cuts off a half written record at the
end, as a run that was killed leaves it. Any other line that is no record is refused, and the file stays as it is. A lock
refuses a second run. The lock belongs to the open file: it ends with the process, however that ends.
"""

from __future__ import annotations

import json
import os
import re
import stat
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

from pencilp._util.file_lock import lock
from pencilp.batches.duplicates import Firsts
from pencilp.batches.keys import DONE, folded
from pencilp.batches.tasks import is_record
from pencilp.errors import InputError, NotWritten, brief
from pencilp.formats.reading import RECORD_START

SYNC_SECONDS = 1.0
"""Seconds after which what was written is forced to the disk, so that a power failure costs no more."""

KEY_ENTRY = b'"key": "'
"""A part of each record. Quotes in names are escaped, so a line with two of them has two records."""
SHORT_KEY_END = len(RECORD_START) + 16
"""The end of the first key of a hash in a line."""
HALF_KEY = re.compile(rb'[0-9a-f]{0,16}$|[0-9a-f]{16}(-[0-9]*)?($|")')
"""The beginning of a key, perhaps with more behind it."""
UNFINISHED = (b'"complete": false', b'"finished": false')
"""Entries behind the comparison that may decide the code of a record."""
NO_RECORD = "this is no record of a batch; name another file"
MAX_CODES = 1000
"""The greatest number of kinds of records that are known while a file is read."""

_open: weakref.WeakSet[OutFile] = weakref.WeakSet()


class OutFile:
    """The open file of records at ``path``.

    ``states`` has for the key of each record, as a number (``keys.folded``), ``DONE`` and what ``code(record)`` returns,
    from 0 to 63; that may depend on its entries from "settings" to "equal", "complete" and "finished" only. ``settings`` is
    the text that the entry "settings" of each record must have. ``cut`` is the number of the half written line that
    was cut off, 0 if there was none. With ``dedupe``, ``firsts`` are its puzzles by their canonical form. The file is
    closed with the last reference to this object, too. Raise InputError if it is no file of records, or of other
    settings, or if another run writes it; NotWritten if it cannot be written.
    """

    def __init__(
        self, path: str, settings: str, code: Callable[[dict[str, Any]], int], *, dedupe: bool = False
    ) -> None:
        self.path, self.cut = path, 0
        self.states: dict[int, int] = {}
        self.firsts = Firsts() if dedupe else None
        self._synced = time.monotonic()
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        except (OSError, ValueError) as error:
            raise self._not_written(error) from None
        self._close = weakref.finalize(self, os.close, self._file)
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
            lock(self._file)
        except OSError:
            ours = any(each is not self and each.is_file(self._file) for each in _open)
            who = "a batch of this program writes it: close() it" if ours else "another run writes it: wait for its end"
            raise InputError(f"{who}, or name another file", self.path) from None

    def is_file(self, other: int) -> bool:
        """Return whether the open file ``other`` is this one."""
        return self._close.alive and os.path.samestat(os.fstat(self._file), os.fstat(other))

    def _read(self, settings: str, code: Callable[[dict[str, Any]], int]) -> int:
        """Put all keys into ``states``, cut off a broken end, and return the size of the file."""
        size = 0
        codes: dict[bytes, int] = {}
        """The codes by the part of a line that decides them: few lines of a long file need to be parsed."""
        with open(self.path, "rb") as file:
            for number, line in enumerate(file, 1):
                judged = _judged_part(line)
                state = codes.get(judged)
                if state is not None and (key := _number_in(line)) is not None:
                    self._enter(key, state, line)
                    size += len(line)
                    continue
                if _is_half_written(line):
                    self.cut = number
                    break
                record = _record_in(line)
                if record is None:
                    raise InputError(NO_RECORD, f"{self.path}:{number}")
                if record.get("settings") != settings:
                    was = brief(str(record.get("settings")))
                    says = f"its records were made with other options ({was}); use these again, or name another file"
                    raise InputError(says, f"{self.path}:{number}")
                codes[judged] = code(record) | DONE
                self._enter(folded(record["key"]), codes[judged], line)
                size += len(line)
                if len(codes) > MAX_CODES:
                    codes.clear()
        try:
            if size < os.fstat(self._file).st_size:
                os.ftruncate(self._file, size)
        except OSError as error:
            raise self._not_written(error) from None
        return size

    def _enter(self, key: int, state: int, line: bytes) -> None:
        """Put the key of a record into ``states``. A duplicate is as good as its first puzzle, whose record came before."""
        first = None if self.firsts is None else self.firsts.add_record(line)
        self.states[key] = state if first is None else max(state, self.states.get(first, 0))

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
        """Force to the disk what was written. Do nothing if the file is closed, as in a collected cycle of objects."""
        if not self._close.alive:
            return
        os.fsync(self._file)
        self._synced = time.monotonic()

    def _not_written(self, error: OSError | ValueError) -> NotWritten:
        return NotWritten(f"cannot be written: {getattr(error, 'strerror', None) or error}", self.path)

    def close(self) -> None:
        """Close the file and free its lock."""
        self._close()
        self._file = -1


def _close_in_fork() -> None:
    """Close the files in a fork of this process, because the lock lasts as long as any process has them open."""
    for file in list(_open):
        file.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_in_fork)


def _judged_part(line: bytes) -> bytes:
    """Return the part of a record from its settings to its comparison with the file, and what is unfinished behind it.

    Return the line itself if it does not look like a record. Quotes in names are escaped, so they cannot look like the
    beginning of an entry.
    """
    first, last = line.find(b', "settings": "'), line.find(b', "link": ')
    if (
        not line.startswith(RECORD_START)
        or not line.endswith(b"}\n")
        or not 0 < first < last
        or line.count(KEY_ENTRY) != 1
    ):
        return line
    judged = line[first:last]
    for each in UNFINISHED:
        if each in line:
            judged += each
    return judged


def _number_in(line: bytes) -> int | None:
    """Return the key at the beginning of a record as a number; None if there is none."""
    end = line.find(b'"', len(RECORD_START))
    try:
        # most keys are the 16 digits only
        return (
            int(line[len(RECORD_START) : end], 16)
            if end == SHORT_KEY_END
            else folded(line[len(RECORD_START) : end].decode())
        )
    except ValueError:
        return None


def _is_half_written(line: bytes) -> bool:
    """Return whether a line is the beginning of one record, or nothing but the zeros that a power failure leaves."""
    if line.endswith(b"\n"):
        return False
    said = line.rstrip(b"\0")
    if len(said) < len(RECORD_START):
        return RECORD_START.startswith(said)
    return (
        said.startswith(RECORD_START)
        and HALF_KEY.match(said, len(RECORD_START)) is not None
        and said.count(KEY_ENTRY) == 1
    )


def _record_in(line: bytes) -> dict[str, Any] | None:
    """Return the record in a whole line; None if there is none."""
    if not line.endswith(b"\n"):
        return None
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if is_record(record) else None


def records_in(path: str) -> Iterator[dict[str, Any]]:
    """Yield the records of a file, without a half written one at its end.

    Raise InputError with the line if another line is no record.
    """
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if _is_half_written(line):
                return
            record = _record_in(line)
            if record is None:
                raise InputError(NO_RECORD, f"{path}:{number}")
            yield record
