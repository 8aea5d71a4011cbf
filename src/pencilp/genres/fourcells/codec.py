"""Parts of links or texts that only fourcells has."""

from __future__ import annotations

from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle, TextPart, rooms_of


class RegionSize(TextPart):
    """How many cells every region has (a Param): nothing says it but the ``regions`` that were read before (borders)."""

    def __init__(self, layer: str, regions: str) -> None:
        self.layer, self.regions = layer, regions

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        rooms = [room for room in rooms_of(draft.get(self.regions), draft) if room is not None]
        draft.set(self.layer, len(rooms) // len(set(rooms)))

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return []
