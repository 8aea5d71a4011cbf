"""Several sources of puzzles, one after another: links, files, standard input, and folders of files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from pencilp._util.read_limited import unreadable
from pencilp.errors import InputError
from pencilp.formats.editors import writers
from pencilp.formats.reading import WORKBOOKS, Unread, holds_records, is_link, unread

IN_FOLDERS = (".txt", ".url", ".pzpr", ".pzprv3", ".jsonl", ".dat", *(f".{kind}" for kind in writers()), *WORKBOOKS)
"""Extensions of the files in a folder that are read."""
NOT_LOOKED_AT = (".", "~$")
"""Beginnings of the names of hidden files, and of those that Excel keeps next to an open workbook."""


class Sources:
    """An iterable of the puzzles of ``given``: links, paths, folders or ``-``; ``genre`` as in ``reading.read``.

    Files of a folder and its subfolders are read if their extension is in ``IN_FOLDERS``, with numbers in their names
    in numeric order. The folders and files ``without`` are skipped in them, and files of records of a batch, which are
    ``outputs``. ``passed_over`` lists the other skipped files, ``not_followed`` the symbolic links to folders, which may
    form a cycle. ``limit`` is the number of puzzles of each file that are read.
    """

    def __init__(
        self, given: Sequence[str], genre: str | None = None, *, without: Sequence[str] = (), limit: int | None = None
    ) -> None:
        self.passed_over: list[str] = []
        self.outputs: list[str] = []
        self.not_followed: list[str] = []
        self._genre, self._limit = genre, limit
        self._without = {os.path.realpath(path) for path in without}
        self._paths: list[tuple[str, str, InputError | None]] = []
        """For each source: its path, its folder relative to the given one, and its error."""
        self._starts: dict[str, int] | None = None
        """For each source the bytes of those before it."""
        self._total = 0
        self.folders = 0
        """The number of folders given."""
        for each in given:
            if each != "-" and not is_link(each) and os.path.isdir(each):
                self.folders += 1
                self._look_into(each)
            else:
                self._paths.append((each, "", None))

    @property
    def several(self) -> bool:
        """Whether there may be more than one source."""
        return self.folders > 0 or len(self._paths) > 1

    @property
    def endless(self) -> bool:
        """Whether a source is a pipe or a device, which may never end."""
        return any(path == "-" or not (is_link(path) or os.path.isfile(path)) for path, _, _ in self._paths)

    def files(self) -> set[str]:
        """Return the real paths of all files."""
        return {os.path.realpath(path) for path, _, _ in self._paths if path != "-" and not is_link(path)}

    def check(self) -> None:
        """Raise InputError for the first file that cannot be opened."""
        for path, _, error in self._paths:
            if error is None and path != "-" and not is_link(path):
                try:
                    # opening a pipe would wait for its other end
                    if os.path.isfile(path):
                        open(path, "rb").close()
                    else:
                        os.stat(path)
                except (OSError, ValueError) as fault:
                    raise unreadable(fault).within(path) from None

    def part_before(self, each: Unread) -> float | None:
        """Return the part of all files, from 0 to 1, that lies before a puzzle; None if that is not known."""
        if self._starts is None:
            self._starts, total = {}, 0
            for path, _, _ in self._paths:
                self._starts[path] = total
                found = _stat((path, "", None))
                total += found.st_size if found is not None and path != "-" else 1
            self._total = total
        if self.endless or not self._total:
            return None
        return (self._starts[each.source.strip("\r\n")] + each.before) / self._total

    def reads(self, path: str) -> bool:
        """Return whether a file is one of the sources, even by another name or piped in."""
        try:
            there = os.stat(path)
        except (OSError, ValueError):
            return False
        return any(os.path.samestat(there, found) for found in map(_stat, self._paths) if found is not None)

    def __iter__(self) -> Iterator[Unread]:
        for path, under, error in self._paths:
            if error is not None:
                yield Unread(path, "", error)
                continue
            for each in unread(path, self._genre):
                yield each._replace(under=under) if under else each
                if each.number == self._limit:
                    break

    def _look_into(self, folder: str) -> None:
        before = len(self._paths)
        wrong: list[OSError] = []
        for place, inside, names in os.walk(folder, onerror=wrong.append):
            self.not_followed += sorted(p for n in inside if os.path.islink(p := os.path.join(place, n)))
            inside[:] = sorted((n for n in inside if self._is_looked_at(os.path.join(place, n))), key=_as_counted)
            under = os.path.relpath(place, folder)
            for name in sorted(names, key=_as_counted):
                path = os.path.join(place, name)
                if name.startswith(NOT_LOOKED_AT) or os.path.realpath(path) in self._without:
                    continue
                if name.lower().endswith(IN_FOLDERS):
                    # a pipe is waited for only if the user names it
                    ends = os.path.isfile(path) or not os.path.exists(path)
                    error = None if ends else InputError("a pipe or a device is not read in a folder")
                    if ends and holds_records(path):
                        self.outputs.append(path)
                        continue
                    self._paths.append((path, "" if under == "." else under, error))
                else:
                    self.passed_over.append(path)
        for fault in wrong:
            self._paths.append((fault.filename, "", InputError(fault.strerror or "cannot be read")))
        if len(self._paths) == before:
            self._paths.append(
                (folder, "", InputError("there is no puzzle in this folder: no file ends in .txt or the like"))
            )

    def _is_looked_at(self, folder: str) -> bool:
        name = os.path.basename(folder)
        return not name.startswith(NOT_LOOKED_AT) and os.path.realpath(folder) not in self._without


def _stat(source: tuple[str, str, InputError | None]) -> os.stat_result | None:
    path, _, _ = source
    try:
        return None if is_link(path) else os.fstat(0) if path == "-" else os.stat(path)
    except (OSError, ValueError):
        return None


def _as_counted(name: str) -> list[tuple[bool, int, str]]:
    """Return the sort key of a name: ``p2`` comes before ``p10``."""
    # every second part is digits
    parts = enumerate(re.split("([0-9]+)", name.casefold()))
    return [(n % 2 == 0, int(part) if n % 2 else 0, part) for n, part in parts]
