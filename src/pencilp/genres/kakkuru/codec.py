"""Parts of texts that only kakkuru has."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.encodings.cells import Alphabet, Cells
from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle


class White(Cells):
    """The numbers of an answer in white cells; in the others the clues of the layer ``grey`` are repeated."""

    def __init__(self, layer: str, grey: str) -> None:
        super().__init__(layer)
        self.grey = grey

    def put(
        self, tokens: Sequence[str], lines: LineReader, draft: PartialPuzzle, width: int, first: int, left: int = 0
    ) -> None:
        super().put(tokens, lines, draft, width, first, left)
        numbers = draft.values[self.names[0]]
        for cell, clue in enumerate(draft.get(self.grey)):
            if clue is not None:
                numbers[cell] = None

    def tokens(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        grey = Alphabet(draft.layer(self.grey), {}, dialect)
        clues = [draft.get(self.grey)[c] for c in draft.area]
        written = zip(super().tokens(draft, dialect), clues, strict=True)
        return [token if clue is None else grey.token(clue) or token for token, clue in written]
