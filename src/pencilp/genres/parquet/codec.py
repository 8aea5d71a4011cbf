"""Parts of links and texts that only Parquet has: borders of rooms, and of tiles within rooms."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.encodings.borders import read_links, write_links
from pencilp.encodings.link import set_walls, walls_of
from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle, TextPart
from pencilp.encodings.places import CellSides


def borders_of(rooms: str, tiles: str, draft: PartialPuzzle) -> list[int]:
    """Return 1 for each link with a border of ``rooms``, 2 for one with a border of ``tiles`` only."""
    borders = zip(walls_of(rooms, draft), walls_of(tiles, draft), strict=True)
    return [1 if room else 2 * tile for room, tile in borders]


def set_borders(rooms: str, tiles: str, borders: Sequence[int], draft: PartialPuzzle) -> None:
    """Enter the borders, the inverse of ``borders_of``."""
    set_walls(rooms, [int(border == 1) for border in borders], draft)
    set_walls(tiles, [int(border > 0) for border in borders], draft)


class TileSides(CellSides):
    """Borders as CellSides: 1 for one of ``rooms``, 2 for one of ``tiles`` only."""

    def __init__(self, rooms: str, tiles: str) -> None:
        super().__init__(tiles, ())
        self.rooms = rooms

    def marks(self, draft: PartialPuzzle) -> list[int]:
        return borders_of(self.rooms, self.layer, draft)

    def enter(self, marks: Sequence[int], draft: PartialPuzzle) -> None:
        set_borders(self.rooms, self.layer, marks, draft)


class TileBorders(TextPart):
    """A number for each link, in the order of Matrix: 1 for a border of ``rooms``, 2 for one of ``tiles`` only, otherwise 0."""

    def __init__(self, rooms: str, tiles: str) -> None:
        self.rooms, self.tiles = rooms, tiles

    def layers(self) -> tuple[str, ...]:
        return (self.rooms, self.tiles)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        set_borders(self.rooms, self.tiles, [int(token) for token in read_links(lines, draft, "012")], draft)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return write_links([str(border) for border in borders_of(self.rooms, self.tiles, draft)], draft)
