"""Parts of texts that only Kazunori Room has."""

from __future__ import annotations

from pencilp.board.layers import UNKNOWN
from pencilp.encodings.borders import read_links, write_links
from pencilp.encodings.link import set_walls, walls_of
from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle, TextPart

ALONE = {".": (0, None), "|": (1, None), "-": (1, UNKNOWN), "!": (0, UNKNOWN)}
"""The border and the number of tokens that are not numbers."""


class BordersAndSums(TextPart):
    """The borders of ``rooms`` and the numbers on links (the layer ``sums``), link by link in the order of Matrix: ``|`` a border
    without a number, ``-`` one with an unknown number, a number alone one with this number. Without a border the number follows
    ``!``, which is alone for an unknown number; ``.`` is nothing.
    """

    def __init__(self, rooms: str, sums: str) -> None:
        self.rooms, self.sums = rooms, sums

    def layers(self) -> tuple[str, ...]:
        return (self.rooms, self.sums)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        meant = {f"{sign}{n}": (int(not sign), n) for sign in ("", "!") for n in range(len(draft.frame) + 1)} | ALONE
        marks = [meant[token] for token in read_links(lines, draft, meant)]
        set_walls(self.rooms, [wall for wall, _ in marks], draft)
        draft.set(self.sums, [number for _, number in marks])

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        alone = {mark: token for token, mark in ALONE.items()}
        marks = zip(walls_of(self.rooms, draft), draft.get(self.sums), strict=True)
        tokens = [alone.get((wall, n)) or ("" if wall else "!") + str(n) for wall, n in marks]
        return write_links(tokens, draft)
