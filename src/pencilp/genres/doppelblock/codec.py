"""Parts of texts that only doppelblock has: the first line says the highest number, which is always two less than the size."""

from __future__ import annotations

from pencilp.encodings.lines import Header
from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle
from pencilp.errors import InputError


class Highest(Header):
    """The highest number, behind the numbers of rows and columns."""

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        given, high = lines.header[:1], draft.cols - 2
        if given and given != [str(high)]:
            raise InputError(f"on this board the highest number is {high}, not {given[0]}", "line 1")
        del lines.header[:1]

    def tokens(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return [str(draft.cols - 2)]
