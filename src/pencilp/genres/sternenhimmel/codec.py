"""Parts of texts that only sternenhimmel has."""

from __future__ import annotations

from pencilp.encodings.lines import Header
from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle


class Mark(Header):
    """A number behind rows and columns that means nothing to the rules: mostly 1."""

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        draft.notes["mark"] = lines.header.pop(0) if lines.header else "1"

    def tokens(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return [draft.notes.get("mark", "1")]
