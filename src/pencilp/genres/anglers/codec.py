"""Parts of texts that only anglers has: lines that come from outside."""

from __future__ import annotations

from collections.abc import Set

from pencilp.encodings.borders import Matrix
from pencilp.encodings.partial_puzzle import Dialect, PartialPuzzle

SIDES = ("top", "bottom", "left", "right")


class Drawn(Matrix):
    """Lines between cells, and those across the outline at every number, which are implied."""

    def __init__(self, line: str, numbers: str) -> None:
        super().__init__(line, outline=True)
        self.numbers = numbers

    def exits(self, draft: PartialPuzzle) -> Set[tuple[str, int]]:
        numbers = draft.get(self.numbers)
        return {(side, i) for side in SIDES for i, clue in enumerate(numbers[side]) if clue}

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        rows = [row.split() for row in super().write(draft, dialect)]
        numbers, high = draft.get(self.numbers), draft.rows
        for side, across in (
            ("left", [(i, 0) for i in range(high)]), ("right", [(i, -1) for i in range(high)]),
            ("top", [(high, i) for i in range(draft.cols)]), ("bottom", [(-1, i) for i in range(draft.cols)]),
        ):  # fmt: skip
            for (row, at), clue in zip(across, numbers[side], strict=True):
                if clue:
                    rows[row][at] = "1"
        return [" ".join(row) for row in rows]
