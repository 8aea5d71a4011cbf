"""The judge of all kinds of attack: it decides whether a case is a failure.

Bad input ends in an InputError, a solver that cannot in a SolverError: one line that a person can read. All else that is
raised is a fault.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from pencilp.errors import PencilpError

MAX_SAID = 400
"""Maximum length of a message: a token is cut at 40 characters, and each may be written as an escape."""
MAX_MEMORY = 2**30
"""The bytes that no case needs."""
T = TypeVar("T")


class Case(NamedTuple):
    """An input: ``shown`` describes it, ``run(folder)`` tries it in an empty folder, and raises an error on failure."""

    shown: str
    run: Callable[[Path], object]


class Wrong(Exception):
    """A case did what it must not."""


class Late(Wrong):
    """A case used too much processor time, or hung. Only one that does so twice is wrong."""


def judge_message(message: str, path: int = 0) -> None:
    """Raise Wrong unless a message is one line, not too long, without a character that moves a terminal.

    ``path`` is the length of a path that may be in it: one is never cut short, as it has to be found again.
    """
    if not message.strip():
        raise Wrong("a message without a word")
    if any(unicodedata.category(ch) in ("Cc", "Zl", "Zp") for ch in message):
        raise Wrong(f"a message with a control character: {message[:MAX_SAID]!r}")
    if len(message) > MAX_SAID + path:
        raise Wrong(f"a message of {len(message)} characters: {message[:MAX_SAID]!r}")


def refused(call: Callable[[], T]) -> T | None:
    """Return the result of ``call``; None if it refuses its input with a proper message."""
    try:
        return call()
    except PencilpError as error:
        judge_message(str(error))
        return None
