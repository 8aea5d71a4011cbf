"""Destinations of puzzles and answers: one file for all, or a folder with a file for each."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import normalize

from pencilp.cli.files import RECORDS, ending, save, save_json
from pencilp.cli.output import WarningsToStderr, print_text
from pencilp.cli.records import Records, record_of
from pencilp.errors import InputError, NotWritten
from pencilp.formats.editors import writers
from pencilp.formats.writing import KINDS, Replacement, replace_file, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pencilp.cli.report import SolveReport
    from pencilp.formats.reading import Unread
    from pencilp.formats.sources import Sources


SEPARATOR = "---"
ENDINGS = {
    "text": ".txt", "svg": ".svg", "png": ".png", "xlsx": ".xlsx", "json": ".json", "url": ".url", "pzpr": ".pzpr", "dat": ".dat",
    **{kind: f".{kind}" for kind in writers()},
}  # fmt: skip
"""The endings of the files in a folder, by format."""
WORKBOOK_ENDINGS = (".xlsx", ".xlsm")
"""Workbooks in a folder stay workbooks, with the answer in them, unless ``--format`` says otherwise."""
FORBIDDEN = '/\\:*?"<>|'
"""Characters that some systems do not allow in names of files."""
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
"""Names of devices on Windows."""
MAX_NAME_BYTES = 180
"""The longest name of a file, without its ending; longer ones are cut."""


class Item(NamedTuple):
    """A puzzle to write, with an answer or None; ``verdict`` is the sentence about the answer.

    ``solved`` is the result of the search, if there was one.
    """

    unread: Unread
    puzzle: Any
    answer: Any
    verdict: str = ""
    solved: SolveReport | None = None

    @property
    def converted(self) -> bool:
        """Whether the puzzle was only converted: its answer is the one that was read."""
        return self.solved is None and self.answer is self.puzzle.answer


def is_folder(path: str, files: Sequence[str]) -> bool:
    """Return whether ``-o`` names a folder.

    A folder ends in a slash or exists, or has no ending and the input is a folder or several files.
    """
    if path.endswith(("/", os.sep)) or os.path.isdir(path):
        return True
    return bool(path) and not ending(path) and (len(files) > 1 or os.path.isdir(files[0]))


def text_of(item: Item, kind: str, options: argparse.Namespace) -> str:
    """Return a puzzle with its answer in a text format (``formats.writing.written``); a puzzle text begins with the verdict."""
    with WarningsToStderr():
        text = written(item.puzzle, item.answer, kind, lossy=options.lossy, directions=options.directions)
    return f"// {item.verdict}\n{text}" if kind == "text" and item.verdict else text


def write_one(path: str, item: Item, options: argparse.Namespace) -> None:
    """Write a file with one puzzle; its ending is the format."""
    kind = ending(path)
    if kind == ".json" and item.solved is not None:
        save_json(record_of(item.solved, several=False), path, backup=options.backup)
    elif kind == ".txt":
        try:
            text = text_of(item, "text", options)
        except InputError as error:
            raise error.within(path) from None
        replace_file(path, text.encode(), backup=options.backup)
    else:
        marked = () if item.solved is None else item.solved.marked
        save(path, [(item.puzzle, item.answer)], item.unread.source, options, marked=marked, verdict=item.verdict)


class File:
    """The file of ``-o``. Several puzzles are written to a temporary file, which replaces the file at the end.

    Raise InputError if it cannot be written.
    """

    def __init__(self, path: str, options: argparse.Namespace, *, several: bool) -> None:
        self.path, self._options = path, options
        kind = KINDS[ending(path)]
        if several and not kind.several:
            raise InputError(
                f"several puzzles do not fit into one such file: name a folder, as in -o answers/ --format {kind.format}",
                path,
            )
        self._kind = kind.format
        self._file = Replacement(path, backup=options.backup) if several or ending(path) in RECORDS else None
        self._any = False
        self._records: Any = None
        if self._kind in ("json", "csv") or (self._kind == "jsonl" and options.command == "solve"):
            mark = "\ufeff" if self._kind == "csv" else ""  # without it Excel assumes another encoding
            self._records = Records(self._kind, self._put, several=several, mark=mark)

    def _put(self, text: str) -> None:
        assert self._file is not None
        # a name may contain lone surrogates: escape them
        self._file.write(text.encode(errors="backslashreplace"))

    def add(self, item: Item) -> None:
        """Write one more puzzle."""
        if self._records is not None:
            self._records.add(item.solved)
        elif self._file is None:
            if item.answer is None and os.path.realpath(self.path) == os.path.realpath(item.unread.source):
                return  # the file that was read stays as it is
            write_one(self.path, item, self._options)
        elif item.puzzle is not None:
            try:
                text = text_of(item, self._kind, self._options)
            except InputError as error:
                raise error.within(self.path) from None
            self._put(f"{SEPARATOR}\n{text}" if self._any and self._kind == "text" else text)
            self._any = True

    def finish(self) -> None:
        """Complete the file, and move it into place."""
        if self._records is not None:
            self._records.finish()
        if self._file is not None:
            self._file.finish()

    def drop(self) -> None:
        """Leave the old file as it was."""
        if self._file is not None:
            self._file.drop()


class StandardOutput:
    """Standard output, for puzzles as texts or pictures."""

    def __init__(self, kind: str, options: argparse.Namespace) -> None:
        self._kind, self._options = kind, options
        self._any = False

    def add(self, item: Item) -> None:
        """Write one more puzzle."""
        if self._kind == "svg":
            from pencilp.draw.svg import to_svg  # only for pictures

            print_text(
                to_svg(item.puzzle, item.answer, orientation=self._options.orientation, title=self._options.title)
            )
            return
        text = text_of(item, self._kind, self._options).rstrip("\n")
        print_text(f"{SEPARATOR}\n{text}" if self._any and self._kind == "text" else text)
        self._any = True

    def finish(self) -> None:
        """Do nothing: all is written."""

    def drop(self) -> None:
        """Do nothing: printed output stays."""


class Folder:
    """A folder with a file for each puzzle, named after its source, or after the puzzle if the source has several."""

    def __init__(self, path: str, kind: str | None, options: argparse.Namespace, sources: Sources) -> None:
        self.path, self._kind, self._options = path, kind, options
        self._taken: dict[str, int] = {}
        """How often each name was used, by the name in lower case."""
        self._sources = sources.files()
        """The input files, which must not be replaced."""
        self.files = 0
        # the folder is made for the first file; check now whether it can be made
        above = os.path.abspath(path)
        while not os.path.lexists(above):
            above = os.path.dirname(above)
        if not os.path.isdir(above):
            raise InputError(f"cannot be written: {above} is a file, and no folder", path)
        if not os.access(above, os.W_OK | os.X_OK):
            raise InputError(f"cannot be written: you may not write into the folder {above}", path)
        if kind == "png":
            from pencilp.draw.svg import png_maker  # only for pictures

            png_maker()

    def add(self, item: Item) -> None:
        """Write the file of one more puzzle."""
        if item.puzzle is not None:
            write_one(self.place(item.unread, item.puzzle.name), item, self._options)
            self.files += 1

    def finish(self) -> None:
        """Do nothing: all is written."""

    def drop(self) -> None:
        """Do nothing: every written file is complete."""

    def place(self, unread: Unread, name: str) -> str:
        """Return a unique path for the file of a puzzle with this name. Raise InputError if it is an input file."""
        own = ending(unread.source) if unread.form == "workbook" else ""
        kind = ENDINGS[self._kind] if self._kind else own if own in WORKBOOK_ENDINGS else ".xlsx" if own else ".txt"
        stem = _stem(unread)
        base = stem if unread.alone else fit_name(name) if name else f"{stem}-{unread.number:04d}"
        folder = os.path.join(self.path, unread.under)
        try:
            os.makedirs(folder, exist_ok=True)
        except (OSError, ValueError) as error:
            raise NotWritten(
                f"the folder cannot be made: {getattr(error, 'strerror', None) or error}", folder
            ) from None
        while True:
            key = normalize("NFC", os.path.join(folder, base + kind)).casefold()
            self._taken[key] = number = self._taken.get(key, 0) + 1
            if number == 1:
                break
            base = f"{base}-{number}"
        path = os.path.join(folder, base + kind)
        if os.path.realpath(path) in self._sources:
            raise InputError("it is an input file; name another folder, or another --format", path)
        return path


def _stem(unread: Unread) -> str:
    """Return the name, without ending, of the file for the only puzzle of a source."""
    if unread.source == "-":
        return "puzzle"
    if unread.form == "link" and not unread.line:
        return fit_name(unread.source.partition("?")[2].split("/")[0].partition("=")[0] or "link")
    return fit_name(os.path.splitext(os.path.basename(unread.source))[0])


def fit_name(name: str) -> str:
    """Return a name of a puzzle as a name of a file that every system allows."""
    text = "".join("_" if ch in FORBIDDEN or not ch.isprintable() else ch for ch in name)
    text = text.encode(errors="replace")[:MAX_NAME_BYTES].decode(errors="ignore").strip(" ").rstrip(". ")
    return (
        f"_{text}" if not text or text.startswith((".", "-", "~")) or text.split(".")[0].lower() in RESERVED else text
    )
