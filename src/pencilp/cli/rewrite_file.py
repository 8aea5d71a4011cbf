"""A file of ``-o`` that is also the input: each puzzle is replaced in its place, and everything else stays."""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pencilp._util.decode import decoded
from pencilp.cli.destinations import File, Item, text_of
from pencilp.cli.files import ending
from pencilp.cli.output import WarningsToStderr
from pencilp.cli.records import line_of
from pencilp.cli.report import VERDICTS
from pencilp.errors import InputError, NotWritten
from pencilp.formats.remarks import AROUND_LINK
from pencilp.formats.text import text as plain
from pencilp.formats.writing import KINDS, Replacement

if TYPE_CHECKING:
    from pencilp.formats.reading import Unread
    from pencilp.formats.sources import Sources


ENDINGS_BY_FORM = {"text": ".txt", "link": ".url", "dataset": ".jsonl"}
"""The ending of files that can be changed in place, by the form of their puzzles."""
PUZZLE_KEYS = ("problem", "solution")
"""The keys of the puzzle in a line of the dataset; a record has a text instead."""
VERDICT = re.compile(rb"(?P<start>\A(?:\xef\xbb\xbf)?|[\r\n])//\ (?:" + VERDICTS.encode() + rb")\s*\Z", re.VERBOSE)
"""The line about the answer above a text; a person's remark that begins alike does not match."""
CHANGED = "the file was changed during the command, and stays as it is now: run the command again"


class InPlace:
    """The new content of the input file: a copy, byte for byte, except for the puzzles that are added.

    So remarks, unreadable puzzles, and puzzles that were not reached stay. Raise InputError if it cannot be written.
    """

    def __init__(self, path: str, options: argparse.Namespace) -> None:
        self.path, self._options = path, options
        try:
            self._old = open(path, "rb")  # noqa: SIM115 (closed below)
        except OSError as error:
            raise InputError(error.strerror or "cannot be read", path) from None
        if self._old.read(2) in (b"\xff\xfe", b"\xfe\xff"):
            raise InputError("a file in UTF-16 is not changed in place: save it as UTF-8, or name another file", path)
        self._old.seek(0)
        self._found = os.fstat(self._old.fileno())
        self._file = Replacement(path, backup=options.backup)
        self._any = False

    def add(self, item: Item) -> None:
        """Replace one more puzzle. It stays as it is if it was not read or nothing was found."""
        solved = item.solved
        if item.puzzle is None or (solved is not None and not solved.answers and not solved.complete):
            return
        old = item.unread.content
        assert isinstance(old, bytes)
        try:
            new = self._new(item, old)
        except InputError as error:
            raise error.within(self.path) from None
        before = self._old.read(item.unread.before - self._old.tell())
        if self._old.read(len(old)) != old:
            raise NotWritten(CHANGED, self.path)
        if not item.converted:
            before = VERDICT.sub(rb"\g<start>", before)
        self._file.write(before + new)
        self._any = True

    def _new(self, item: Item, old: bytes) -> bytes:
        """Return the bytes that replace a puzzle, with the line ends and the encoding of the file."""
        bare = old.rstrip()
        text = decoded(bare, item.unread.codec, item.unread.before)
        if ending(self.path) == ".txt":
            text = self._text(item, text)
        elif ending(self.path) == ".jsonl":
            text = self._record(item, text)
        elif AROUND_LINK in item.puzzle.notes and not self._options.lossy:
            raise InputError("the text around the link would be lost (--lossy writes the link)")
        else:
            text = text_of(item, "url", self._options)
        end = next((end for end in (b"\r\n", b"\r") if end in old), b"\n").decode()
        codec = item.unread.codec or "utf-8"
        try:
            # a name may contain lone surrogates: JSON can escape them
            errors = "backslashreplace" if ending(self.path) == ".jsonl" else "strict"
            coded = text.rstrip("\n").replace("\n", end).encode(codec, errors)
        except UnicodeEncodeError as error:
            raise InputError(f"{codec}, the encoding of the file, has no {error.object[error.start]!r}") from None
        return coded + (old[len(bare) :] or end.encode())

    def _text(self, item: Item, text: str) -> str:
        lossy = self._options.lossy
        if item.converted:
            if not lossy and plain.has_remarks(text, item.puzzle):
                raise InputError("its remarks would be lost (--lossy writes the rest)")
            return text_of(item, "text", self._options)
        with WarningsToStderr():
            text = plain.answered(text, item.puzzle, item.answer, lossy=lossy, directions=self._options.directions)
        return f"// {item.verdict}\n{text}" if item.verdict else text

    def _record(self, item: Item, text: str) -> str:
        """Return a line of the dataset with the new record and all other keys of the old line."""
        if item.solved is None:
            record = json.loads(text_of(item, "jsonl", self._options))
        else:
            record = line_of(item.solved)
            if record["text"] is None:
                raise InputError("the puzzle cannot be written as a text, and a record has it as a text")
        others = {key: value for key, value in json.loads(text.lstrip("\ufeff")).items() if key not in PUZZLE_KEYS}
        return json.dumps({**others, **record}, ensure_ascii=False)

    def finish(self) -> None:
        """Copy the rest of the file, and move the new file into place."""
        if self._any:
            import shutil  # only to solve a file in place

            try:
                shutil.copyfileobj(self._old, self._file)
            except OSError as error:
                self.drop()
                raise NotWritten(f"cannot be read: {error.strerror}", self.path) from None
            self._old.close()
            if self._is_changed():
                self._file.drop()
                raise NotWritten(CHANGED, self.path)
            self._file.finish()

    def _is_changed(self) -> bool:
        """Return whether somebody has changed or replaced the file since it was opened."""
        try:
            now = os.stat(self.path)
        except FileNotFoundError:
            return False  # there is nothing to lose
        old = self._found
        return not os.path.samestat(now, old) or (now.st_size, now.st_mtime_ns) != (old.st_size, old.st_mtime_ns)

    def drop(self) -> None:
        """Leave the file as it was."""
        self._old.close()
        self._file.drop()


def file_of(
    path: str, options: argparse.Namespace, sources: Sources, first: Sequence[Unread], *, several: bool
) -> File | InPlace:
    """Return the writer of the file of ``-o``; the arguments are those of ``in_place``."""
    return in_place(path, options, sources, first, several=several) or File(path, options, several=several)


def in_place(
    path: str, options: argparse.Namespace, sources: Sources, first: Sequence[Unread], *, several: bool
) -> InPlace | None:
    """Return the writer that changes a file of ``-o`` in place, None for other files.

    ``first`` are the first puzzles, ``several`` whether there are more than one. Raise InputError if puzzles in the file would
    be lost.
    """
    if not first or not sources.reads(path):
        return None
    alone = not sources.several and first[0].source != "-" and os.path.isfile(path)
    if alone and ENDINGS_BY_FORM.get(first[0].form) == ending(path):
        return InPlace(path, options)
    kind = KINDS[ending(path)]
    if several or not alone or not kind.puzzle or kind.format in ("svg", "png"):
        raise InputError("it is an input file, and its puzzles would be lost: name another file", path)
    return None
