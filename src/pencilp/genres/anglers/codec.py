"""What only anglers has: cells and the numbers outside in one stretch of links, and lines that come from outside in texts."""

from __future__ import annotations

from collections.abc import Set

from pencilp.board.layers import UNKNOWN
from pencilp.encodings.borders import Matrix
from pencilp.encodings.link import UNTOLD, read_number16, write_number16
from pencilp.encodings.partial_puzzle import Body, Dialect, LinkPart, PartialPuzzle
from pencilp.errors import InputError

SIDES = ("top", "bottom", "left", "right")


class Board(LinkPart):
    """Number16 over the cells, where codes from 0 on are ``signs``, and on over the places outside, with numbers plus one."""

    def __init__(self, cells: str, numbers: str, signs: str) -> None:
        self.names, self.signs = (cells, numbers), signs

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        cells, numbers = map(draft.get, self.names)
        place = body.place()
        codes = read_number16(body, len(cells) + 2 * (draft.cols + draft.rows))
        for at in range(len(cells)):
            code = codes[at]
            if code is not None:
                if not 0 <= code < len(self.signs):
                    raise InputError("a number inside the board is a variant that is not supported", place)
                cells[at] = self.signs[code]
        rest = iter(codes[len(cells) :])
        for side in SIDES:
            for i in range(draft.cols if side in ("top", "bottom") else draft.rows):
                code = next(rest)
                if code is not None:
                    numbers[side][i] = (UNKNOWN if code == UNTOLD else code - 1,)

    def encode(self, draft: PartialPuzzle) -> str:
        cells, numbers = map(draft.get, self.names)
        codes = [None if sign is None else self.signs.index(sign) for sign in cells]
        for side in SIDES:
            codes += [None if not told else UNTOLD if told[0] == UNKNOWN else told[0] + 1 for told in numbers[side]]
        return write_number16(codes)


class Drawn(Matrix):
    """Lines between cells, and across the outline, where every number has one: these go without saying."""

    def __init__(self, line: str, numbers: str) -> None:
        super().__init__(line, outline=True)
        self.numbers = numbers

    def exits(self, draft: PartialPuzzle) -> Set[tuple[str, int]]:
        numbers = draft.get(self.numbers)
        return {(side, i) for side in SIDES for i, told in enumerate(numbers[side]) if told}

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        rows = [row.split() for row in super().write(draft, dialect)]
        numbers, high = draft.get(self.numbers), draft.rows
        for side, across in (
            ("left", [(i, 0) for i in range(high)]), ("right", [(i, -1) for i in range(high)]),
            ("top", [(high, i) for i in range(draft.cols)]), ("bottom", [(-1, i) for i in range(draft.cols)]),
        ):  # fmt: skip
            for (row, at), told in zip(across, numbers[side], strict=True):
                if told:
                    rows[row][at] = "1"
        return [" ".join(row) for row in rows]
