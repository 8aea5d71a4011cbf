"""What only Pfeilzahlen has in its texts."""

from __future__ import annotations

from pencilp.encodings.cells import Cells


class Around(Cells):
    """A token for each cell of an answer: arrows around the numbers, which are repeated. Its size does not count the arrows."""

    uncounted = 1

    def __init__(self, arrows: str, numbers: str) -> None:
        super().__init__(arrows, numbers)
