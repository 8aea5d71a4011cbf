"""The file of a search in parts: which parts are left, and which answers were found.

Each line is an object of JSON, and lines are only appended. The first line names the search by a hash of its program. A
run that was killed may leave half a line, which the next run cuts off. A lock refuses a second run.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Sequence
from typing import Any

from pencilp._util.file_lock import lock
from pencilp._util.read_limited import read_bytes
from pencilp.errors import InputError, NotWritten
from pencilp.model import Solution
from pencilp.solvers.clasp.parts import Part

NO_PARTS = "this is no file of parts of a search; name another file"


class PartsFile:
    """The open file at ``path`` of the search with this ``fingerprint`` for ``count`` answers.

    ``left`` are the parts that are left, ``done`` is the number of those that were searched to the end, and ``answers``
    are the answers found. Raise InputError if it is another file or that of another search, or if another run writes
    it; NotWritten if it cannot be written.
    """

    def __init__(self, path: str, fingerprint: str, count: int) -> None:
        self.path = path
        self.left: dict[Part, None] = {Part(): None}
        self.done = 0
        self.answers: list[Solution] = []
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        except (OSError, ValueError) as error:
            raise NotWritten(f"cannot be written: {getattr(error, 'strerror', None) or error}", path) from None
        try:
            if not stat.S_ISREG(os.fstat(self._file).st_mode):
                raise NotWritten("parts need a file: this is a folder or a device", path)
            try:
                lock(self._file)
            except OSError:
                raise InputError("another run writes it: wait for its end, or name another file", path) from None
            self._read({"parts": 1, "search": fingerprint, "count": count})
        except BaseException:
            self.close()
            raise

    def _read(self, header: dict[str, Any]) -> None:
        content = read_bytes(self.path)
        first = _line(header)
        whole = content[: content.rfind(b"\n") + 1]
        if not whole:
            if not first.startswith(content):
                raise InputError(NO_PARTS, self.path)
            os.ftruncate(self._file, 0)
            self._write(header)
            return
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                record = json.loads(line)
                if number > 1:
                    self._apply(record)
                elif record != header:
                    raise InputError(_difference(record, header), self.path)
            except (ValueError, KeyError, TypeError):
                raise InputError(NO_PARTS, f"{self.path}:{number}") from None
        os.ftruncate(self._file, len(whole))

    def _apply(self, record: dict[str, Any]) -> None:
        """Take over a line. Raise KeyError, TypeError or ValueError if it is none of ours."""
        if "answer" in record:
            bits, ints = ({int(x): int(value) for x, value in pairs} for pairs in record["answer"])
            self.answers.append(Solution(bits, ints))
            return
        part = Part(tuple(record["part"]), record["depth"])
        del self.left[part]
        left = [Part(tuple(map(int, literals)), part.depth + 1) for literals in record["left"]]
        self.left.update(dict.fromkeys(left))
        self.done += not left

    def replace(self, part: Part, left: Sequence[Part]) -> None:
        """Write that a part was done, or cut into those that are ``left``. Raise NotWritten if that is impossible."""
        self._write({"part": part.literals, "depth": part.depth, "left": [each.literals for each in left]})

    def add(self, answer: Solution) -> None:
        """Write an answer. Raise NotWritten if that is impossible."""
        self._write({"answer": [_pairs(answer.bits.items()), _pairs(answer.ints.items())]})

    def _write(self, record: dict[str, Any]) -> None:
        rest = memoryview(_line(record))
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError as error:
            raise NotWritten(f"cannot be written: {error.strerror}", self.path) from None

    def close(self) -> None:
        """Close the file and free its lock."""
        os.close(self._file)


def _line(record: dict[str, Any]) -> bytes:
    return json.dumps(record).encode() + b"\n"


def _pairs(items: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(int(x), int(value)) for x, value in items]


def _difference(record: Any, header: dict[str, Any]) -> str:
    """Return how the first line of a file differs from ``header``. Raise TypeError if it is none of ours."""
    if not isinstance(record, dict) or record.get("parts") != 1:
        raise TypeError
    if record.get("search") != header["search"]:
        return "these are the parts of another puzzle, or of another version of pencilp; name another file"
    return f"this search was for {record.get('count')} answers: use the same count, or name another file"
