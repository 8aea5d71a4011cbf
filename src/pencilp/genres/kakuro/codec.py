"""What only kakuro has in its links or texts."""

from __future__ import annotations

from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.layers import UNKNOWN
from pencilp.encodings.link import read_places, write_codes
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle, TextPart, written

_UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _sum(body: Body, draft: PartialPuzzle) -> int | None:
    ch = body.peek()
    if ch == "0":
        # two ways of writing that there is none: the one that was read is written again
        draft.notes["none"] = "0"
    if ch and ch in _UPPER:
        body.take()
        return 20 + _UPPER.index(ch)
    if ch in ("-", "."):
        body.take()
        return None
    return body.number(1, 20) or None


def _write_sum(number: Any, draft: PartialPuzzle) -> str:
    if not number:
        return draft.notes.get("none", "-")
    if number == UNKNOWN or number > 45:
        return "-"  # there is no room for it
    return written(number, 20) if number < 20 else _UPPER[number - 20]


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
        """(cell of the margin, the board's cell beside it), above and then left."""
        cols = draft.cols
        return [(c, c + cols) for c in range(1, cols)] + [(r * cols, r * cols + 1) for r in range(1, draft.rows)]

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        values = draft.get(self.layer)

        def one(at: int) -> int:
            if body.peek() == ".":
                body.take()
                values[draft.area[at]] = (None, None)
            else:
                below = _sum(body, draft)
                values[draft.area[at]] = (below, _sum(body, draft))
            return 1

        read_places(body, len(draft.area), "k", one)
        self._margin(draft)
        for margin, cell in self._edges(draft):
            if values[cell] is None:
                number = _sum(body, draft)
                values[margin] = (number, None) if margin < draft.cols else (None, number)

    def _margin(self, draft: PartialPuzzle) -> None:
        # there is no cell to fill in the first row and column
        values = draft.get(self.layer)
        for cell in {0, *(margin for margin, _ in self._edges(draft))}:
            values[cell] = values[cell] or (None, None)

    def encode(self, draft: PartialPuzzle) -> str:
        values = draft.get(self.layer)
        self._margin(draft)
        pairs = [values[c] for c in draft.area]
        indices = [None if pair is None else i for i, pair in enumerate(pairs)]
        out = [write_codes(indices, "k", 16, lambda i: self._pair(pairs[i], draft))]
        for margin, cell in self._edges(draft):
            if values[cell] is None:
                out.append(_write_sum(values[margin][0 if margin < draft.cols else 1], draft))
        return "".join(out)

    def _pair(self, sums: tuple[Any, Any], draft: PartialPuzzle) -> str:
        below, right = sums
        return _write_sum(below, draft) + _write_sum(right, draft) if below or right else "."

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
                told = [part for part in parts if part not in ("-1", "-", "")]
                if len(parts) > 2 or None in map(digits, told):
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
