"""Parts of links and texts that only voxas has."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.encodings.borders import read_links, write_links
from pencilp.encodings.codes import Blanks, Run, WithBlanks
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle, TextPart
from pencilp.errors import InputError

WALL = "x"
CODES = (WALL, "b", "g", "w")
"""The meaning of the codes: a border, and the three circles, which lie on borders."""
NO_MARK = len(CODES)
MARKS = Run(WithBlanks(range(NO_MARK + 1), 2), Blanks("g"))
"""The codes of links, as in FourCell."""
DRAWN = str(len(CODES) + 1)
"""The code of a border that a solver has drawn, in texts, which count codes from 1."""

TOKENS = [sign + str(code) for sign in ("", "-") for code in range(len(CODES) + 2)]


class Marks(LinkPart, TextPart):
    """Circles and given borders, link by link in the order of Matrix: in links as in FourCell, in texts together with the borders
    that a solver has drawn.
    """

    def __init__(self, circles: str, walls: str, borders: str) -> None:
        self.circles, self.walls, self.borders = circles, walls, borders

    def layers(self) -> tuple[str, ...]:
        return (self.circles, self.walls, self.borders)

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        codes = MARKS.read(body, len(draft.frame.links))
        if NO_MARK in codes:
            a, b = draft.frame.links[codes.index(NO_MARK)]
            raise InputError(f"there is no such mark between {draft.frame.names[a]} and {draft.frame.names[b]}")
        self._put(codes, draft)

    def encode(self, draft: PartialPuzzle) -> str:
        return MARKS.write(self._codes(draft))

    def _put(self, codes: Sequence[int | None], draft: PartialPuzzle) -> None:
        meant = [None if code is None else CODES[code] for code in codes]
        draft.set(self.circles, [None if mark == WALL else mark for mark in meant])
        draft.set(self.walls, [int(mark == WALL) for mark in meant])

    def _codes(self, draft: PartialPuzzle) -> list[int | None]:
        marks = zip(draft.get(self.circles), draft.get(self.walls), strict=True)
        return [CODES.index(circle) if circle else 0 if wall else None for circle, wall in marks]

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        # a minus is a note of the solver's
        tokens = [token.removeprefix("-") for token in read_links(lines, draft, TOKENS)]
        self._put([None if token in ("0", DRAWN) else int(token) - 1 for token in tokens], draft)
        # a border that is given is drawn, but where nothing else is drawn nobody has solved anything
        draft.set(self.borders, [int(token != "0" and DRAWN in tokens) for token in tokens])

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        drawn = draft.get(self.borders)
        codes = [
            DRAWN if code is None and border else "0" if code is None else str(code + 1)
            for code, border in zip(self._codes(draft), drawn, strict=True)
        ]
        return write_links(codes, draft)
