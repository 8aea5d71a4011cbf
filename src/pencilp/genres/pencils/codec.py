"""Parts of texts that only pencils has: borders around the pencils, which follow from their tips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilp.board.lattice import NOWHERE
from pencilp.encodings.borders import Matrix
from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle, TextPart, in_rows

NOTES = "+-=%"
"""A solver's note in a cell, before its tip if it has one."""

CODES = "nswe"
"""The directions of the codes from 1 on."""


class Drawn(TextPart):
    """The borders around pencils and the lines, each as in ``Matrix``, then for each cell ``1`` to ``4`` for a tip that is not
    given.

    ``pencils`` are marks: 1 to 4 a tip to the north, east, south and west, 5 to 8 a piece of a pencil that points
    there. A pencil goes on behind its tip while there are borders on both sides, up to one across, a line or another
    tip. Borders between a given tip and its pencil are left out.
    """

    def __init__(self, pencils: str, line: str, clues: str) -> None:
        self.pencils, self.line, self.clues = pencils, line, clues

    def layers(self) -> tuple[str, ...]:
        return (self.pencils, self.line)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        matrix = Matrix(self.line)
        matrix.read(lines, draft)
        borders = draft.get(self.line)
        matrix.read(lines, draft)
        tips: dict[int, int] = {}
        for r in range(draft.height):
            for c, token in enumerate(lines.row(draft.width)):
                code = token.lstrip(NOTES)
                if code in tuple("1234"):
                    tips[draft.area[r * draft.width + c]] = "nesw".index(CODES[int(code) - 1])
                elif code not in ("", lines.dialect.empty):
                    raise lines.error(f"{token!r} cannot stand here", c)
        self._put(draft, tips, borders, draft.get(self.line))

    def missing(self, draft: PartialPuzzle) -> None:
        nothing = [0] * len(draft.frame.links)
        self._put(draft, {}, nothing, nothing)

    def _put(self, draft: PartialPuzzle, tips: dict[int, int], borders: Sequence[int], drawn: Sequence[int]) -> None:
        """Mark the tips, and behind each the cells of its pencil."""
        frame = draft.frame
        tips = tips | dict(self._given(draft))
        marks = [0] * len(frame)
        for cell, way in tips.items():
            marks[cell] = 1 + way
        for cell, way in tips.items():
            before = cell
            for behind in frame.rays[cell][frame.opposite(way)]:
                sides = [frame.link_to[behind][(way + turn) % 4] for turn in (1, 3)]
                ended = before != cell and borders[frame.link_between[before, behind]]
                open_ = any(e != NOWHERE and not borders[e] for e in sides)
                if ended or open_ or marks[behind] or any(drawn[e] for e in frame.links_at[behind]):
                    break
                marks[behind], before = 5 + way, behind
        draft.set(self.pencils, marks)

    def _given(self, draft: PartialPuzzle) -> list[tuple[int, int]]:
        return [(c, "nesw".index(v)) for c, v in enumerate(draft.get(self.clues)) if v in tuple("nesw")]

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        frame, given = draft.frame, dict(self._given(draft))
        marks: list[Any] = [mark or 0 for mark in draft.get(self.pencils)]
        borders = [0] * len(frame.links)
        for cell, mark in enumerate(marks):
            for d, n in enumerate(frame.step[cell]) if mark > 4 else ():
                along = n != NOWHERE and marks[n] == mark and d in (mark - 5, frame.opposite(mark - 5))
                if n != NOWHERE and not along and not (n in given and given[n] == d):
                    borders[frame.link_to[cell][d]] = 1
        lines, matrix = draft.get(self.line), Matrix(self.line)
        draft.set(self.line, borders)
        text = matrix.write(draft, dialect)
        draft.set(self.line, lines)
        text += matrix.write(draft, dialect)
        codes = [
            str(1 + CODES.index("nesw"[marks[c] - 1])) if 0 < marks[c] < 5 and c not in given else dialect.empty
            for c in draft.area
        ]
        return text + in_rows(codes, draft.width)
