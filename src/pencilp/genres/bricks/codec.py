"""Parts of texts that only bricks has."""

from __future__ import annotations

from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle, TextPart


class Courses(TextPart):
    """Whether the first row begins with half a brick: nothing says it but the ``numbers`` that were read before (an answer)."""

    def __init__(self, layer: str, numbers: str) -> None:
        self.layer, self.numbers = layer, numbers

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        frame, numbers = draft.frame, draft.get(self.numbers)

        def fits(shift: int) -> bool:
            """Whether every whole brick holds an odd and an even number when row ``shift`` begins with a whole one."""
            return all(
                (row + col + shift) % 2
                or frame.positions[b][0] != row
                or (numbers[a] or 0) % 2 != (numbers[b] or 0) % 2
                for a, b in frame.links
                for row, col in (frame.positions[a],)
            )

        if fits(1) and not fits(0):
            draft.set(self.layer, [(row, (col + 1 - row % 2) // 2) for row, col in frame.positions])

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return []
