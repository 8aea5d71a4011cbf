"""The two errors that pencilp raises on purpose (everything else is a bug), and what they say of a word that is not known."""

from __future__ import annotations

import re
from collections.abc import Iterable

MAX_QUOTED = 40
"""The characters of a token in quotes that an error shows."""
MAX_SAID = 600
"""The characters of an error, without its place: a path is never cut short, it has to be found again."""
LONGEST = 10_000
"""The characters of a message that are looked at."""
SIMILARITY = 0.65
"""How like a known word must be to be suggested, from 0 to 1: words with two slips are, random words are not."""
SAID_LAST = 150
"""Characters at the end of a message that is cut in the middle."""


class PencilpError(Exception):
    """Something that the user can mend; its text is one line saying what, where and what to do.

    Whatever came from outside may be in ``message`` and ``where``: long tokens in quotes are cut, and nothing in the text can
    begin a line or move a terminal's cursor.
    """

    def __init__(self, message: str, where: str = "") -> None:
        says = _cut(shown(_both_ends(message, LONGEST)))
        super().__init__(f"{shown(where)}: {says}" if where else says)


class InputError(PencilpError):
    """Bad input: an unreadable file, a board that makes no sense, an unknown genre.

    ``where`` names the place ("board.txt:4:7", "C4"); the text of the error starts with it.
    """

    excerpt: tuple[str, int] | None = None
    """A line of the input and the character of it, from 0, at which the error is; None where its place says enough."""

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
        """Return the excerpt and below it a caret at its character, with what is long cut off around; "" without one."""
        if not self.excerpt or not self.excerpt[0]:
            return ""
        line, at = self.excerpt
        first = max(0, at - MAX_QUOTED)
        before = "…" if first else ""
        told = shown(line[first : at + MAX_QUOTED])
        behind = "…" if len(line) > at + MAX_QUOTED else ""
        return f"{before}{told}{behind}\n{' ' * (len(before) + len(shown(line[first:at])))}^"


class NotWritten(InputError):
    """A file cannot be written: its place takes nothing, or the disk is full."""


class LossWarning(UserWarning):
    """A puzzle was written with ``lossy`` into a format that has no room for something; the text is one line saying what."""


class SolverError(PencilpError):
    """A solver is not installed, refuses the model, or died; the text says which and what to do."""


class SolverMissing(SolverError):
    """There is no such solver on this machine: no puzzle can be solved by it."""


class Unbounded(SolverError):
    """The objective of a program has no bound: no solver finds a best solution."""


class LimitReached(SolverError):
    """A limit of time or memory ended the work before there was a result."""


def install(extra: str) -> str:
    """Return how an extra of pencilp is installed, from an index of packages or in a clone."""
    return f"pip install 'pencilp[{extra}]' (in a clone of it: pip install '.[{extra}]')"


def counted(n: int, what: str) -> str:
    """So many of them: "1 puzzle", "2 puzzles"."""
    return f"{n} {what}{'s' * (n != 1)}"


def brief(value: object) -> str:
    """How a value that is wrong stands in an error: in few characters, whatever it is."""
    text = repr(value)
    # a text is cut with its quotes
    return text if isinstance(value, str) or len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…"


def shown(text: str) -> str:
    """``text`` with escapes (``\\n``, ``\\x1b``) for all that is no printed character or space: a line, and nothing but text."""
    if text.isprintable():
        return text
    return "".join(ch if ch.isprintable() or _is_space(ch) else repr(ch)[1:-1] for ch in text)


def shown_lines(text: str) -> str:
    """``text`` of several lines, each as it is ``shown``; tabs stay."""
    return "\n".join("\t".join(map(shown, line.split("\t"))) for line in text.split("\n"))


def _is_space(ch: str) -> bool:
    """Return whether a character is one of the spaces that stand in a line, such as the ideographic one."""
    return ch >= "\xa0" and ch.isspace() and ch not in "\u2028\u2029"


def _cut(message: str) -> str:
    """``message`` with its long words and what it has in quotes cut, and itself when it is still too long."""
    if len(message) <= MAX_QUOTED:
        return message
    unit = r"(?:(?!(?P=quote))(?:\\x..|\\u.{4}|\\U.{8}|\\.|[^\\]))"
    # an apostrophe behind a letter begins no quotation
    # all quotations are found, short ones too: the end of one must not be taken for the start of another
    quoted = rf"(?<!\w)(?P<quote>['\"])(?P<kept>{unit}{{0,{MAX_QUOTED}}})(?P<rest>{unit}*)(?:(?P=quote)|\\?\Z)"
    message = re.sub(quoted, _shortened, message, flags=re.DOTALL)
    # what is in no quotes and no path
    message = re.sub(rf"(?<!\S)(?!['\"])([^\s/]{{{MAX_QUOTED}}})[^\s/]{{60,}}(?!\S)", r"\1…", message)
    return _both_ends(message, MAX_SAID)


def _both_ends(message: str, most: int) -> str:
    """Cut a message to a length: both ends say what is wrong, around a name or a value that is in no quotes."""
    return message if len(message) <= most else f"{message[: most - SAID_LAST]} … {message[-SAID_LAST:]}"


def _shortened(quotation: re.Match[str]) -> str:
    """Return a quotation, cut when it is long."""
    quote = quotation["quote"]
    return f"{quote}{quotation['kept']}…{quote}" if quotation["rest"] else quotation[0]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return " (did you mean solve?)" with the up to three of ``known`` that are most like ``word``; "" if none is."""
    from difflib import get_close_matches  # takes some milliseconds, and only errors need it

    close = get_close_matches(word, list(known), n=3, cutoff=SIMILARITY)
    return f" (did you mean {' or '.join(close)}?)" if close else ""
