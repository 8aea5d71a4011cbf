"""Parts of texts that only lapaz has."""

from __future__ import annotations

from pencilp.encodings.cells import Cells
from pencilp.encodings.partial_puzzle import LineReader, PartialPuzzle


class Shaded(Cells):
    """The shaded cells. All their sides are borders, drawn or not."""

    def __init__(self, shaded: str, borders: str) -> None:
        super().__init__(shaded)
        self.shaded, self.borders = shaded, borders

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        super().read(lines, draft)
        shaded, borders = draft.get(self.shaded), draft.get(self.borders)
        for e, pair in enumerate(draft.frame.links):
            if any(shaded[c] for c in pair):
                borders[e] = 1
