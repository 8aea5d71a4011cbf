"""The two errors that pencilp raises on purpose; everything else is a bug."""

from __future__ import annotations


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


class SolverError(PencilpError):
    """A solver is not installed, refuses the model, or died; the text says which and what to do."""
