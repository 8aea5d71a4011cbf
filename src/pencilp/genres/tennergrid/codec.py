"""What only tennergrid has in its texts."""

from __future__ import annotations

from pencilp.encodings.cells import Cells
from pencilp.encodings.lines import OutsideLines
from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle


class Grid(Cells):
    """A token for each cell, and below them the sums of the columns, which count as one of the text's rows.

    An answer repeats them: what stands there says nothing new.
    """

    margin = (-1, 0)

    def __init__(self, layer: str, sums: str) -> None:
        super().__init__(layer)
        self.sums = OutsideLines(sums, sides=("bottom",))

    def layers(self) -> tuple[str, ...]:
        return (*self.names, *self.sums.names)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        super().read(lines, draft)
        if self.names[0] in draft.genre.inputs:
            self.sums.read(lines, draft)
        else:
            lines.row(draft.width)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return [*super().write(draft, dialect), *self.sums.write(draft, dialect)]
