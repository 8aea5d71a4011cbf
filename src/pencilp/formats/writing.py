"""Writes puzzles and answers in every format except pictures and JSON. Files are replaced atomically."""

from __future__ import annotations

import itertools
import os
import stat
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import IO, TYPE_CHECKING, NamedTuple

from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError, LossWarning, NotWritten
from pencilp.formats.editors import writers
from pencilp.formats.reading import template
from pencilp.formats.text import text
from pencilp.formats.text.tokens import SEPARATOR

if TYPE_CHECKING:
    from pencilp.genres import Genre

Answered = tuple[Puzzle, Answer | None]


class Kind(NamedTuple):
    """The content of files with some extension.

    ``answer``: it may be an answer; ``puzzle``: it may be a puzzle alone; ``several``: it may be several of them.
    """

    format: str
    answer: bool
    puzzle: bool
    several: bool


KINDS = {
    ".txt": Kind("text", answer=True, puzzle=True, several=True),
    ".svg": Kind("svg", answer=True, puzzle=True, several=False),
    ".png": Kind("png", answer=True, puzzle=True, several=False),
    ".json": Kind("json", answer=True, puzzle=False, several=True),
    ".xlsx": Kind("xlsx", answer=True, puzzle=True, several=False),
    ".xlsm": Kind("xlsx", answer=True, puzzle=True, several=False),
    ".url": Kind("url", answer=False, puzzle=True, several=True),
    ".pzpr": Kind("pzpr", answer=False, puzzle=True, several=False),
    ".pzprv3": Kind("pzpr", answer=False, puzzle=True, several=False),
    ".jsonl": Kind("jsonl", answer=False, puzzle=True, several=True),
    ".dat": Kind("dat", answer=False, puzzle=True, several=False),
    ".csv": Kind("csv", answer=False, puzzle=False, several=True),
    **{f".{kind}": Kind(kind, answer=editor.answers, puzzle=True, several=True) for kind, editor in writers().items()},
}
"""All file extensions. ``write`` writes these files, except pictures, JSON and tables."""

PROTECTED = "it is write-protected; name another file"
ELSEWHERE = ("svg", "png", "json", "csv")
"""The formats that ``write`` does not write."""


def written(
    puzzle: Puzzle, answer: Answer | None, kind: str, *, lossy: bool = False, directions: str = "compass"
) -> str:
    """Return a puzzle, with its answer if the format has answers, as "text", "url", "pzpr", "jsonl" or "dat".

    ``kind`` may also be that of an editor (``formats.editors``).
    Ends in a newline. The text reads back as the same puzzle (``formats.round_trip``). ``directions`` as in ``text.write``.
    Raise InputError if the genre has no such format, or if the format cannot hold a value; with ``lossy`` that value is
    left out with a LossWarning.
    """
    if kind == "text":
        return text.write(puzzle, answer, lossy=lossy, directions=directions)
    if kind == "url":
        from pencilp.formats.links import write_link

        return write_link(puzzle, lossy=lossy) + "\n"
    if kind == "pzpr":
        from pencilp.formats.pzpr import write_pzpr

        return write_pzpr(puzzle, answer, lossy=lossy)
    if kind == "jsonl":
        import json

        from pencilp.formats.dataset import write_dataset

        return json.dumps(write_dataset(puzzle, answer, lossy=lossy), ensure_ascii=False) + "\n"
    if kind == "dat":
        from pencilp.formats import mathprog_data

        return mathprog_data.write(puzzle, lossy=lossy)
    if (editor := writers().get(kind)) is not None:
        return editor.write(puzzle, answer, lossy=lossy)
    raise InputError(
        f"there is no format {kind!r}, only {', '.join(('text', 'url', 'pzpr', 'jsonl', 'dat', *writers()))}"
    )


ENCODINGS = {"url": "link", "pzpr": "pzpr", "jsonl": "dataset"}
"""The formats of puzz.link and of the public dataset, with the encoding of a genre for each."""


def check_genre(genre: type[Genre], kind: str) -> None:
    """Raise InputError if no puzzle of a genre can be written in a format; see ``written``."""
    if kind in ENCODINGS:
        from pencilp.formats.codecs import parts

        parts(genre, ENCODINGS[kind])
    elif kind == "dat":
        from pencilp.formats import mathprog_data

        mathprog_data.check_genre(genre)
    elif (editor := writers().get(kind)) is not None and not editor.takes(genre):
        raise InputError(f"{editor.name} has no {genre.name}")


def write(
    answered: list[Answered],
    path: str,
    *,
    source: str = "",
    lossy: bool = False,
    directions: str = "compass",
    backup: bool = False,
) -> None:
    """Write puzzles, each with an answer or None, to a file whose extension gives the format (``KINDS``).

    A workbook becomes a copy of the workbook ``source`` with the answer in it, or a new one if ``source`` is not a
    workbook. ``lossy`` and ``directions`` as in ``written``, ``backup`` as in ``replace_file``. Raise InputError if the
    format cannot hold the puzzles or the file cannot be written; an existing file then stays unchanged.
    """
    known = {ending: kind for ending, kind in KINDS.items() if kind.format not in ELSEWHERE}
    kind = known.get(os.path.splitext(path)[1].lower())
    if kind is None:
        raise InputError(f"the ending says no format; use one of {', '.join(known)}", path)
    if not kind.several and len(answered) != 1:
        raise InputError(f"{len(answered)} puzzles do not fit into one such file", path)
    try:
        if kind.format == "xlsx":
            content = _workbook(*answered[0], path, source, lossy=lossy)
        else:
            parts = [
                written(puzzle, answer, kind.format, lossy=lossy, directions=directions) for puzzle, answer in answered
            ]
            content = (f"{SEPARATOR}\n" if kind.format == "text" else "").join(parts).encode()
    except InputError as error:
        raise error.within(path) from None
    replace_file(path, content, backup=backup)


def _workbook(puzzle: Puzzle, answer: Answer | None, path: str, source: str, *, lossy: bool) -> bytes:
    """Return a copy of the workbook ``source`` with the answer in it, or a new workbook."""
    from pencilp.formats.excel import package, puzzles
    from pencilp.formats.excel.workbook import readable

    for loss in lost(path, source):
        if not lossy:
            raise InputError(f"the workbook has {loss} (--lossy writes it without)")
        warnings.warn(LossWarning(f"the workbook has {loss}"), stacklevel=3)
    content = puzzles.write(puzzle, answer, template(source), lossy=lossy)
    with readable():
        return package.fitted(content, macros=path.lower().endswith(".xlsm"))


def lost(path: str, source: str) -> list[str]:
    """Return in words the parts of the workbook ``source`` that a copy at ``path`` cannot have.

    Empty if ``source`` is not a workbook.
    """
    content = template(source)
    if content is None:
        return []
    from pencilp.formats.excel.package import losses
    from pencilp.formats.excel.workbook import readable

    with readable():
        return list(losses(content, macros=path.lower().endswith(".xlsm")))


def replace_file(path: str, content: bytes, *, backup: bool = False) -> None:
    """Replace the content of a file atomically: write a temporary file next to it, then rename that.

    With ``backup`` the old file is kept as ``path.bak``, or ``.bak2`` and so on if that exists. Raise NotWritten if
    this fails; an existing file then stays unchanged.
    """
    file = Replacement(path, backup=backup)
    file.write(content)
    file.finish()


_unfinished: set[str] = set()
"""Paths of the temporary files that are being written."""


def leave_none() -> None:
    """Remove unfinished files because this process is about to end."""
    for adjacent in list(_unfinished):
        with suppress(OSError):
            os.unlink(adjacent)


class Replacement:
    """A temporary file that is written in pieces and replaces another when it is whole; see ``replace_file``.

    After ``drop`` or an error the other file is unchanged. The temporary file is created with the first piece.
    """

    def __init__(self, path: str, *, backup: bool = False) -> None:
        self._path, self._backup = path, backup
        self._file: IO[bytes] | None = None
        self._adjacent = self._target = ""
        self._mode = 0

    def write(self, content: bytes) -> None:
        """Write one more piece."""
        self._try(lambda: (self._file or self._open()).write(content))

    def finish(self) -> None:
        """Complete the file and rename it, if anything was written."""
        if self._file is not None:
            self._try(self._finish)

    def drop(self) -> None:
        """Delete the temporary file."""
        if self._file is not None:
            file, self._file = self._file, None
            with suppress(OSError):
                file.close()
            if self._adjacent:
                os.unlink(self._adjacent)
                _unfinished.discard(self._adjacent)

    def _try(self, work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as error:
            self.drop()
            if isinstance(error, (OSError, ValueError)):
                says = f"cannot be written: {getattr(error, 'strerror', None) or error}"
                raise NotWritten(says, self._path) from None
            raise

    def _open(self) -> IO[bytes]:
        self._target = os.path.realpath(self._path)
        mode = _mode(self._target)
        if mode is None:
            # a device or a pipe is written directly
            self._file = open(self._target, "wb")  # noqa: SIM115
        else:
            import tempfile  # only to write a file: it takes 4 ms

            self._mode = mode
            handle, self._adjacent = tempfile.mkstemp(prefix=".", suffix=".part", dir=os.path.dirname(self._target))
            _unfinished.add(self._adjacent)
            self._file = open(handle, "wb")  # noqa: SIM115
        return self._file

    def _finish(self) -> None:
        assert self._file is not None
        self._file.flush()
        if self._adjacent:
            there = os.path.exists(self._target)
            if there:
                # the new file must be on disk before it replaces the old one
                os.fsync(self._file.fileno())
                self._keep_owner()
            os.chmod(self._adjacent, self._mode)
            if self._backup and there:
                _set_aside(self._target)
            self._file.close()
            os.replace(self._adjacent, self._target)
            _unfinished.discard(self._adjacent)
        else:
            self._file.close()
        self._file = None

    def _keep_owner(self) -> None:
        """Give the new file the owner of the old one, even if root writes it."""
        old = os.stat(self._target)
        if os.name == "posix" and os.geteuid() == 0 and (old.st_uid, old.st_gid) != (0, os.getegid()):
            os.chown(self._adjacent, old.st_uid, old.st_gid)


def _set_aside(target: str) -> None:
    """Copy a file to the first free backup name. Raise OSError."""
    import shutil  # only for --backup

    for number in itertools.count(1):
        aside = f"{target}.bak{number if number > 1 else ''}"
        try:
            with open(target, "rb") as old, open(aside, "xb") as stream:
                try:
                    shutil.copyfileobj(old, stream)
                except BaseException:
                    os.unlink(aside)
                    raise
        except FileExistsError:
            continue
        shutil.copystat(target, aside)
        return


def is_protected(path: str) -> bool:
    """Return whether an existing file must not be written: it is read-only or belongs to somebody else.

    Renaming another file to its path would bypass that. Read-only counts for root, too.
    """
    try:
        found = os.stat(path)
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and not (found.st_mode & 0o222 and os.access(path, os.W_OK))


def _mode(target: str) -> int | None:
    """Return the permissions of the file; None if it is not regular. Raise OSError if it must not be replaced."""
    try:
        found = os.stat(target)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(21, "it is a folder")
    if is_protected(target):
        raise PermissionError(13, PROTECTED)
    return stat.S_IMODE(found.st_mode) if stat.S_ISREG(found.st_mode) else None
