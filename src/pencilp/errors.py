"""The errors that pencilp raises on purpose (everything else is a bug), and the texts in them."""

from __future__ import annotations

import re
from collections.abc import Iterable

MAX_QUOTED = 40
"""The greatest number of characters of a quoted token in an error."""
MAX_MESSAGE = 600
"""The greatest number of characters of an error, without its place: a path is never cut, so that it can be found."""
MAX_PROCESSED = 10_000
"""The greatest number of characters of a message that are processed."""
SIMILARITY = 0.65
"""The least similarity, from 0 to 1, of a suggested word: words with two slips reach it, random words do not."""
KEPT_AT_END = 150
"""The number of characters that are kept at the end of a message that is cut in the middle."""


class PencilpError(Exception):
    """An error that the user can correct; its text is one line that says what is wrong, where, and what to do.

    ``message`` and ``where`` may contain any text from outside: long quoted tokens are cut, and nothing in the text can
    begin a line or move a terminal's cursor.
    """

    def __init__(self, message: str, where: str = "") -> None:
        says = _cut(shown(_both_ends(message, MAX_PROCESSED)))
        super().__init__(f"{shown(where)}: {says}" if where else says)


class InputError(PencilpError):
    """Bad input: an unreadable file, an invalid board, an unknown genre.

    ``where`` names the place ("board.txt:4:7", "C4"); the text of the error starts with it.
    """

    excerpt: tuple[str, int] | None = None
    """A line of the input and the index of the wrong character in it; None if the place says enough."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message, where)
        self.message = message
        self.where = where

    def within(self, outer: str) -> InputError:
        """Return the same error with ``outer`` (a file, a link) put before its place."""
        error = InputError(self.message, f"{outer}:{self.where}" if self.where else outer)
        error.excerpt = self.excerpt
        return error

    def pointed(self) -> str:
        """Return the excerpt with a caret below its character, cut if it is long; "" if there is none."""
        if not self.excerpt or not self.excerpt[0]:
            return ""
        line, at = self.excerpt
        first = max(0, at - MAX_QUOTED)
        before = "…" if first else ""
        shown_part = shown(line[first : at + MAX_QUOTED])
        behind = "…" if len(line) > at + MAX_QUOTED else ""
        return f"{before}{shown_part}{behind}\n{' ' * (len(before) + len(shown(line[first:at])))}^"


class NotWritten(InputError):
    """A file cannot be written: the place is read-only, or the disk is full."""


class LossWarning(UserWarning):
    """A puzzle was written with ``lossy`` into a format that cannot hold all of it; the text says what is lost."""


class SolverError(PencilpError):
    """A solver is not installed, refuses the model, or crashed; the text says which one and what to do."""


class SolverMissing(SolverError):
    """A solver is not on this machine, so it can solve no puzzle."""


class Unbounded(SolverError):
    """The objective of a program has no bound, so there is no best solution."""


class LimitReached(SolverError):
    """A limit of time or memory ended the work before there was a result."""


def install(extra: str) -> str:
    """Return the command that installs an extra of pencilp, from a package index or in a clone."""
    return f"pip install 'pencilp[{extra}]' (in a clone of it: pip install '.[{extra}]')"


def counted(n: int, what: str) -> str:
    """Return a number with its noun: "1 puzzle", "2 puzzles"."""
    return f"{n} {what}{'s' * (n != 1)}"


def brief(value: object) -> str:
    """Return a wrong value as an error shows it: shortened, whatever it is."""
    text = repr(value)
    # a text is cut later, with its quotes
    return text if isinstance(value, str) or len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…"


def shown(text: str) -> str:
    """Return ``text`` as one line, with escapes (``\\n``, ``\\x1b``) for all characters that are not printable."""
    if text.isprintable():
        return text
    return "".join(ch if ch.isprintable() or _is_space(ch) else repr(ch)[1:-1] for ch in text)


def shown_lines(text: str) -> str:
    """Return a ``text`` of several lines, each as ``shown`` returns it; tabs stay."""
    return "\n".join("\t".join(map(shown, line.split("\t"))) for line in text.split("\n"))


def _is_space(ch: str) -> bool:
    """Return whether a character is a space inside a line, such as the ideographic one."""
    return ch >= "\xa0" and ch.isspace() and ch not in "\u2028\u2029"


def _cut(message: str) -> str:
    """Return ``message`` with long words and quotations cut, and cut itself if it is still too long."""
    if len(message) <= MAX_QUOTED:
        return message
    unit = r"(?:(?!(?P=quote))(?:\\x..|\\u.{4}|\\U.{8}|\\.|[^\\]))"
    # an apostrophe after a letter begins no quotation
    # match short quotations, too, so that the end of one is not taken for the start of another
    quoted = rf"(?<!\w)(?P<quote>['\"])(?P<kept>{unit}{{0,{MAX_QUOTED}}})(?P<rest>{unit}*)(?:(?P=quote)|\\?\Z)"
    message = re.sub(quoted, _shortened, message, flags=re.DOTALL)
    # long words outside of quotations and paths
    message = re.sub(rf"(?<!\S)(?!['\"])([^\s/]{{{MAX_QUOTED}}})[^\s/]{{60,}}(?!\S)", r"\1…", message)
    return _both_ends(message, MAX_MESSAGE)


def _both_ends(message: str, most: int) -> str:
    """Return a message cut in the middle, where a name or a value is, because both ends say what is wrong."""
    return message if len(message) <= most else f"{message[: most - KEPT_AT_END]} … {message[-KEPT_AT_END:]}"


def _shortened(quotation: re.Match[str]) -> str:
    """Return a quotation, cut if it is long."""
    quote = quotation["quote"]
    return f"{quote}{quotation['kept']}…{quote}" if quotation["rest"] else quotation[0]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return " (did you mean solve?)" with up to three of ``known`` that are most like ``word``; "" if none is."""
    from difflib import get_close_matches  # slow to import, and only errors need it

    close = get_close_matches(word, list(known), n=3, cutoff=SIMILARITY)
    return f" (did you mean {' or '.join(close)}?)" if close else ""
