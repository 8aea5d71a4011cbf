"""The two errors that pencilp raises on purpose (everything else is a bug), and what they say of a word that is not known."""

from __future__ import annotations

from collections.abc import Iterable


class PencilpError(Exception):
    """Something that the user can mend; its text is one line saying what, where and what to do."""


class InputError(PencilpError):
    """Bad input: an unreadable file, a board that makes no sense, an unknown genre.

    ``where`` names the place ("board.txt:4:7", "C4"); the text of the error starts with it.
    """

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.message = message
        self.where = where

    def within(self, outer: str) -> InputError:
        """The same error with ``outer`` (a file, a link) put before its place."""
        return InputError(self.message, f"{outer}:{self.where}" if self.where else outer)


class LossWarning(UserWarning):
    """A puzzle was written with ``lossy`` into a format that has no room for something; the text is one line saying what."""


class SolverError(PencilpError):
    """A solver is not installed, refuses the model, or died; the text says which and what to do."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """ " (did you mean solve?)" with those of ``known`` that are few slips away from ``word``; "" when there are none."""
    allowed = 1 + len(word) // 4
    # a slip changes the length by one at most, and two letters at most of those that there are
    perhaps = [n for n in known if abs(len(n) - len(word)) <= allowed and len({*n} ^ {*word}) <= 2 * allowed]
    close = sorted((count, name) for name in perhaps if (count := _slips(word, name)) <= allowed)
    return f" (did you mean {' or '.join(name for _, name in close[:3])}?)" if close else ""


def _slips(a: str, b: str) -> int:
    """How many letters are missing, too many, wrong, or swapped with the next one."""
    last: list[int] = []
    before = list(range(len(b) + 1))
    for i, x in enumerate(a):
        row = [i + 1]
        for j, y in enumerate(b):
            cost = min(before[j + 1] + 1, row[j] + 1, before[j] + (x != y))
            if last and j and x == b[j - 1] and y == a[i - 1]:
                cost = min(cost, last[j - 1] + 1)
            row.append(cost)
        last, before = before, row
    return before[-1]
