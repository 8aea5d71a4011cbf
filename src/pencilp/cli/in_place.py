"""The file of ``-o`` where it is the one that is read: every puzzle is changed in its place, and all else stays as it is."""

from __future__ import annotations

import argparse
import os
import re
import shutil

from pencilp.cli.files import ending
from pencilp.cli.output import Complaining
from pencilp.cli.solved import VERDICTS
from pencilp.cli.targets import Item, text_of
from pencilp.errors import InputError, NotWritten
from pencilp.formats.remarks import AROUND_LINK

FORMS = {"text": ".txt", "link": ".url", "dataset": ".jsonl"}
"""By the form of its puzzles how the name of a file ends that can be changed in place."""
HALVES = ("problem", "solution")
"""The keys with the puzzle in a line of the dataset: in a record a text replaces them."""
VERDICT = re.compile(rb"(?P<start>\A(?:\xef\xbb\xbf)?|[\r\n])//\ (?:" + VERDICTS.encode() + rb")\s*\Z", re.VERBOSE)
"""A line above a text that reports the answer; a person's remark that begins alike does not match."""
CHANGED = "it was changed while it was read: it stays as it is now, so run the command again"


class InPlace:
    """The new content of the file that is read.

    It has what was read, byte for byte, but for the puzzles that are added.

    So what could not be read, what was not reached and remarks are there as they stood. Raise InputError when it cannot
    be written.
    """

    def __init__(self, path: str, options: argparse.Namespace) -> None:
        from pencilp.formats.writing import Replacement

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
        """One more puzzle; one that was not read, or of which nothing was found, stays as it is."""
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
        """Return what takes the place of a puzzle, with the ends of lines and in the encoding of the file."""
        from pencilp._util.decode import decoded

        bare = old.rstrip()
        told = decoded(bare, item.unread.codec, item.unread.before)
        if ending(self.path) == ".txt":
            told = self._text(item, told)
        elif ending(self.path) == ".jsonl":
            told = self._record(item, told)
        elif AROUND_LINK in item.puzzle.notes and not self._options.lossy:
            raise InputError("what stands around the link would be lost (--lossy writes the link)")
        else:
            told = text_of(item, "url", self._options)
        end = next((end for end in (b"\r\n", b"\r") if end in old), b"\n").decode()
        codec = item.unread.codec or "utf-8"
        try:
            # in JSON halves of characters, which a name can hold, are escaped
            errors = "backslashreplace" if ending(self.path) == ".jsonl" else "strict"
            coded = told.rstrip("\n").replace("\n", end).encode(codec, errors)
        except UnicodeEncodeError as error:
            raise InputError(f"{codec}, in which the file is, has no {error.object[error.start]!r}") from None
        return coded + (old[len(bare) :] or end.encode())

    def _text(self, item: Item, told: str) -> str:
        from pencilp.formats.text import text as plain

        lossy = self._options.lossy
        if item.converted:
            if not lossy and plain.has_remarks(told, item.puzzle):
                raise InputError("its remarks would be lost (--lossy writes the rest)")
            return text_of(item, "text", self._options)
        with Complaining():
            told = plain.answered(told, item.puzzle, item.answer, lossy=lossy, directions=self._options.directions)
        return f"// {item.says}\n{told}" if item.says else told

    def _record(self, item: Item, told: str) -> str:
        """Return a line with all that it had besides the puzzle and its answer."""
        import json

        if item.solved is None:
            record = json.loads(text_of(item, "jsonl", self._options))
        else:
            from pencilp.cli.records import line_of

            record = line_of(item.solved)
            if record["text"] is None:
                raise InputError("texts have no room for the puzzle, and a record has it as a text")
        others = {key: value for key, value in json.loads(told.lstrip("\ufeff")).items() if key not in HALVES}
        return json.dumps({**others, **record}, ensure_ascii=False)

    def finish(self) -> None:
        """There are no more: what was not reached stays as it is."""
        if self._any:
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
        """Return whether somebody has written to the file since it was opened, or has put another in its place."""
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
