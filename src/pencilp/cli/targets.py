"""Destinations of answers and puzzles: one file for all, or a folder with a file for each."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import normalize

from pencilp.cli.files import RECORDS, ending, save, save_json
from pencilp.cli.output import Complaining, put
from pencilp.errors import InputError, NotWritten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pencilp.cli.in_place import InPlace
    from pencilp.cli.solved import Solved
    from pencilp.formats.reading import Unread
    from pencilp.formats.sources import Sources


SEPARATOR = "---"
ENDINGS = {
    "text": ".txt", "svg": ".svg", "png": ".png", "xlsx": ".xlsx", "json": ".json", "url": ".url", "pzpr": ".pzpr", "dat": ".dat"
}  # fmt: skip
"""Per format of the files in a folder how their names end."""
ALONE = (".xlsx", ".xlsm")
"""Files of these kinds are copied into a folder with the answer in them, unless another format is asked for."""
FORBIDDEN = '/\\:*?"<>|'
"""Characters that some system does not allow in names of files."""
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
"""Names that are devices on Windows."""
LONGEST = 180
"""Bytes to which the name of a file is cut, without its ending."""


class Item(NamedTuple):
    """A puzzle that is written, with an answer or None; ``says`` are words about the answer for the reader.

    ``solved`` is how it was solved, where it was.
    """

    unread: Unread
    puzzle: Any
    answer: Any
    says: str = ""
    solved: Solved | None = None

    @property
    def converted(self) -> bool:
        """Whether nothing was found of it: it is written with the answer that it was read with."""
        return self.solved is None and self.answer is self.puzzle.answer


def is_folder(path: str, files: Sequence[str]) -> bool:
    """Return whether ``-o`` names a folder.

    It ends like one, is there, or has no ending where folders or several files are read.
    """
    if path.endswith(("/", os.sep)) or os.path.isdir(path):
        return True
    return bool(path) and not ending(path) and (len(files) > 1 or os.path.isdir(files[0]))


def text_of(item: Item, kind: str, options: argparse.Namespace) -> str:
    """Return a puzzle with its answer in a format that is text (``formats.writing.written``).

    A puzzle text begins with what it says.
    """
    from pencilp.formats.writing import written

    with Complaining():
        told = written(item.puzzle, item.answer, kind, lossy=options.lossy, directions=options.directions)
    return f"// {item.says}\n{told}" if kind == "text" and item.says else told


def write_one(path: str, item: Item, options: argparse.Namespace) -> None:
    """Write a file with one puzzle, of the format that its ending says."""
    from pencilp.formats.writing import replace_file

    kind = ending(path)
    if kind == ".json" and item.solved is not None:
        from pencilp.cli.records import record_of

        save_json(record_of(item.solved, several=False), path, backup=options.backup)
    elif kind == ".txt":
        try:
            told = text_of(item, "text", options)
        except InputError as error:
            raise error.within(path) from None
        replace_file(path, told.encode(), backup=options.backup)
    else:
        marked = () if item.solved is None else item.solved.marked
        save(path, [(item.puzzle, item.answer)], item.unread.source, options, marked=marked, says=item.says)


class File:
    """The file of ``-o``.

    A format with room for several puzzles is written as they come, to a temporary file, and moved into place then.

    Raise InputError when it cannot be written.
    """

    def __init__(self, path: str, options: argparse.Namespace, *, several: bool) -> None:
        from pencilp.formats.writing import KINDS, Replacement

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
            from pencilp.cli.records import Records

            mark = "\ufeff" if self._kind == "csv" else ""  # without it Excel takes a text for one in its own encoding
            self._records = Records(self._kind, self._put, several=several, mark=mark)

    def _put(self, text: str) -> None:
        assert self._file is not None
        # halves of characters, which a name can hold, are escaped
        self._file.write(text.encode(errors="backslashreplace"))

    def add(self, item: Item) -> None:
        """One more puzzle."""
        if self._records is not None:
            self._records.add(item.solved)
        elif self._file is None:
            if item.answer is None and os.path.realpath(self.path) == os.path.realpath(item.unread.source):
                return  # there is nothing to add to the file that was read
            write_one(self.path, item, self._options)
        elif item.puzzle is not None:
            try:
                told = text_of(item, self._kind, self._options)
            except InputError as error:
                raise error.within(self.path) from None
            self._put(f"{SEPARATOR}\n{told}" if self._any and self._kind == "text" else told)
            self._any = True

    def finish(self) -> None:
        """There are no more: the file is whole."""
        if self._records is not None:
            self._records.finish()
        if self._file is not None:
            self._file.finish()

    def drop(self) -> None:
        """Leave the file that was there as it was."""
        if self._file is not None:
            self._file.drop()


def file_of(
    path: str, options: argparse.Namespace, sources: Sources, first: Sequence[Unread], *, several: bool
) -> File | InPlace:
    """Return what writes the file of ``-o``; the arguments are those of ``in_place``."""
    return in_place(path, options, sources, first, several=several) or File(path, options, several=several)


def in_place(
    path: str, options: argparse.Namespace, sources: Sources, first: Sequence[Unread], *, several: bool
) -> InPlace | None:
    """Return what changes the file of ``-o`` where it is read; None where it is another, or is written as a whole.

    ``first`` are the first of the puzzles, ``several`` whether there are more than one. Raise InputError where the file
    cannot be written so that nothing is lost.
    """
    if not first or not sources.reads(path):
        return None
    from pencilp.cli.in_place import FORMS, InPlace
    from pencilp.formats.writing import KINDS

    alone = not sources.several and first[0].source != "-" and os.path.isfile(path)
    if alone and FORMS.get(first[0].form) == ending(path):
        return InPlace(path, options)
    kind = KINDS[ending(path)]
    if several or not alone or not kind.puzzle or kind.format in ("svg", "png"):
        raise InputError("it is read, and its puzzles would be lost: name another file", path)
    return None


class Printed:
    """Standard output, for puzzles in a format that is text or a picture."""

    def __init__(self, kind: str, options: argparse.Namespace) -> None:
        self._kind, self._options = kind, options
        self._any = False

    def add(self, item: Item) -> None:
        """One more puzzle."""
        if self._kind == "svg":
            from pencilp.draw.svg import to_svg

            put(to_svg(item.puzzle, item.answer, orientation=self._options.orientation, title=self._options.title))
            return
        told = text_of(item, self._kind, self._options).rstrip("\n")
        put(f"{SEPARATOR}\n{told}" if self._any and self._kind == "text" else told)
        self._any = True

    def finish(self) -> None:
        """There are no more."""

    def drop(self) -> None:
        """Do nothing: printed output stays."""


class Folder:
    """A folder with a file for each puzzle, called as its source is, or as the puzzle where that is one of several."""

    def __init__(self, path: str, kind: str | None, options: argparse.Namespace, sources: Sources) -> None:
        self.path, self._kind, self._options = path, kind, options
        self._taken: dict[str, int] = {}
        """Per name that was given, without capitals, how often."""
        self._sources = sources.files()
        """The files that are read: none of them is replaced."""
        self.files = 0
        # it is made for the first file; here it is seen whether it can be
        above = os.path.abspath(path)
        while not os.path.lexists(above):
            above = os.path.dirname(above)
        if not os.path.isdir(above):
            raise InputError(f"cannot be written: {above} is a file, and no folder", path)
        if not os.access(above, os.W_OK | os.X_OK):
            raise InputError(f"cannot be written: you may not write into the folder {above}", path)
        if kind == "png":
            from pencilp.draw.svg import png_maker

            png_maker()

    def add(self, item: Item) -> None:
        """Write the file of one more puzzle."""
        if item.puzzle is not None:
            write_one(self.place(item.unread, item.puzzle.name), item, self._options)
            self.files += 1

    def finish(self) -> None:
        """There are no more."""

    def drop(self) -> None:
        """Do nothing: every written file is complete."""

    def place(self, unread: Unread, name: str) -> str:
        """Return the path of the file for a puzzle of this name, which no other one has.

        Raise InputError when a source has it.
        """
        own = ending(unread.source) if unread.form == "workbook" else ""
        kind = ENDINGS[self._kind] if self._kind else own if own in ALONE else ".xlsx" if own else ".txt"
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
            raise InputError("it is one of the puzzles that are read; name another folder, or another --format", path)
        return path


def _stem(unread: Unread) -> str:
    """Return what a file for the only puzzle of a source is called."""
    if unread.source == "-":
        return "puzzle"
    if unread.form == "link" and not unread.line:
        return fit_name(unread.source.partition("?")[2].split("/")[0].partition("=")[0] or "link")
    return fit_name(os.path.splitext(os.path.basename(unread.source))[0])


def fit_name(name: str) -> str:
    """Return a name of a puzzle as that of a file, on any system."""
    told = "".join("_" if ch in FORBIDDEN or not ch.isprintable() else ch for ch in name)
    told = told.encode(errors="replace")[:LONGEST].decode(errors="ignore").strip(" ").rstrip(". ")
    return (
        f"_{told}" if not told or told.startswith((".", "-", "~")) or told.split(".")[0].lower() in RESERVED else told
    )
