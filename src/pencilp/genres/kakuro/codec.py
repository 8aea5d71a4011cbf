"""Parts of links or texts that only kakuro has."""

from __future__ import annotations

from pencilp._util.parse_number import digits
from pencilp.encodings.codes import Blanks, Record, Run, Sign, Signs
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle, TextPart

SIGNS = "123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The sums from 1 on in links."""
SUM = Run(Signs(SIGNS, range(1, 1 + len(SIGNS))), Sign("-", None), Sign("0", None), Sign(".", None))
CELL = Run(Sign(".", (None, None)), Record(SUM, SUM), Blanks("k"))


class KakuroCells(LinkPart, TextPart):
    """Kakuro's cells (a layer of Sums) with a margin of sums above and left of what links count.

    In links ``.`` is a cell without sums, else two digits are the sum below and the sum to the right (1 to 9, a to j,
    A to Z for 20 to 45, ``-`` or 0 none); ``k`` to ``z`` skip 1 to 16 cells; then come the sums above and left of the board
    where its first cells are no such cells. In pzpr texts ``right,below``, -1 or 0 for none.
    """

    margin = (1, 1)

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def _edges(self, draft: PartialPuzzle) -> list[tuple[int, int]]:
        """Return pairs of a cell of the margin and the adjacent cell of the board, above and then left."""
        cols = draft.cols
        return [(c, c + cols) for c in range(1, cols)] + [(r * cols, r * cols + 1) for r in range(1, draft.rows)]

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        values, start = draft.get(self.layer), body.at
        for cell, pair in zip(draft.area, CELL.read(body, len(draft.area)), strict=True):
            values[cell] = pair
        self._margin(draft)
        for margin, cell in self._edges(draft):
            if values[cell] is None:
                number = SUM.one(body)
                values[margin] = (number, None) if margin < draft.cols else (None, number)
        if "0" in body.text[start : body.at]:
            # two signs for no sum: the one that was read is written again
            draft.notes["none"] = "0"

    def _margin(self, draft: PartialPuzzle) -> None:
        # there is no cell to fill in the first row and column
        values = draft.get(self.layer)
        for cell in {0, *(margin for margin, _ in self._edges(draft))}:
            values[cell] = values[cell] or (None, None)

    def encode(self, draft: PartialPuzzle) -> str:
        values = draft.get(self.layer)
        self._margin(draft)
        # there is no sign for larger sums
        fitting = [
            None if pair is None else tuple([n if type(n) is int and n <= len(SIGNS) else None for n in pair])
            for pair in values
        ]
        out = [CELL.write([fitting[c] for c in draft.area])]
        for margin, cell in self._edges(draft):
            if values[cell] is None:
                out.append(str(SUM.text((fitting[margin] or (None, None))[margin >= draft.cols])))
        return "".join(out).replace("-", draft.notes.get("none", "-"))

    def missing(self, draft: PartialPuzzle) -> None:
        self._margin(draft)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        values = draft.get(self.layer)
        for r in range(draft.rows):
            for c, token in enumerate(lines.row(draft.cols)):
                if r and c and token == ".":
                    continue
                parts = token.split(",")
                numbers = [digits(part) or None for part in parts]
                if "0" in parts and (r or c):
                    draft.notes["none"] = "0"
                given = [part for part in parts if part not in ("-1", "-", "")]
                if len(parts) > 2 or None in map(digits, given):
                    raise lines.error(f"{token!r} is no sum", c)
                if len(numbers) == 1:
                    numbers = [None, numbers[0]] if r == 0 else [numbers[0], None]
                values[r * draft.cols + c] = (numbers[1], numbers[0])

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        values = draft.get(self.layer)
        self._margin(draft)
        none = int(draft.notes.get("none", "-1"))
        out = []
        for r in range(draft.rows):
            row = []
            for c in range(draft.cols):
                pair = values[r * draft.cols + c]
                below, right = (n if type(n) is int else none for n in pair or (0, 0))
                if pair is None:
                    row.append(".")
                elif r and c:
                    row.append("-1,-1" if pair == (None, None) else f"{right},{below}")
                else:
                    row.append(str(below if c else right if r else 0))
            out.append(" ".join(row))
        return out

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)
