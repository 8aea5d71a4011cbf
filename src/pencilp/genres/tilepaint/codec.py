"""What only tilepaint has in its links or texts."""

from __future__ import annotations

from typing import Any

from pencilp._util.parse_number import digits
from pencilp.encodings.link import read_places, write_codes
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle, TextPart, written
from pencilp.errors import InputError


class TilepaintCells(LinkPart, TextPart):
    """Tilepaint's numbers: ``outside`` (single Lines at the top and left) and, inside the board, ``inner`` (a layer of Sums).

    In links inner cells are two numbers, below and right (``-`` before a second, ``+`` a first, ``=`` both of two digits, ``.``
    none), ``g`` to ``z`` skip 1 to 20 cells; then the numbers above and left (``-`` before two digits, ``.`` none).
    """

    def __init__(self, outside: str, inner: str = "") -> None:
        self.outside, self.inner = outside, inner

    def _inner(self, draft: PartialPuzzle) -> list[Any]:
        return draft.get(self.inner) if self.inner else [None] * len(draft.frame)  # type: ignore[no-any-return]

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        inner = self._inner(draft)

        def one(at: int) -> int:
            if not self.inner:
                raise InputError("numbers inside the board are not supported", body.place())
            mark = body.take() if body.peek() in ("-", "+", "=") and body else ""
            below = self._digits(body, 2 if mark in ("+", "=") and mark else 1)
            inner[at] = (below, self._digits(body, 2 if mark in ("-", "=") and mark else 1))
            return 1

        read_places(body, len(inner), "g", one)
        for side, count in (("top", draft.width), ("left", draft.height)):
            for i in range(count):
                long = body.peek() == "-"
                if long:
                    body.take()
                number = self._digits(body, 2 if long else 1)
                draft.get(self.outside)[side][i] = () if number is None else (number,)

    def _digits(self, body: Body, count: int) -> int | None:
        if body.peek() == ".":
            body.take()
            return None
        return body.number(count, 16)

    def _number(self, number: Any) -> str:
        # there is no room for ? and for more than 255
        return written(number, 16) if type(number) is int and number < 256 else "."

    def encode(self, draft: PartialPuzzle) -> str:
        inner = self._inner(draft)
        indices = [None if pair is None else i for i, pair in enumerate(inner)]
        out = [write_codes(indices, "g", 20, lambda i: self._pair(*inner[i]))]
        for side in ("top", "left"):
            for line in draft.get(self.outside)[side]:
                digits = self._number(line[0] if line else None)
                out.append(digits if len(digits) == 1 else f"-{digits}")
        return "".join(out)

    def _pair(self, below: int | None, right: int | None) -> str:
        first, second = self._number(below), self._number(right)
        return ("", "-", "+", "=")[(len(second) > 1) + 2 * (len(first) > 1)] + first + second

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        inner = self._inner(draft)
        outside = draft.get(self.outside)
        for r in range(draft.height + 1):
            for c, token in enumerate(lines.row(draft.width + 1)):
                parts = token.split(",")
                if r and c and token == ".":
                    continue
                numbers = [digits(part) for part in parts]
                if any(number is None and part != "-1" for number, part in zip(numbers, parts, strict=True)):
                    raise lines.error(f"{token!r} is no number", c)
                if r and c:
                    if len(numbers) != 2 or not self.inner:
                        raise lines.error(f"{token!r} cannot stand inside the board", c)
                    inner[(r - 1) * draft.width + c - 1] = (numbers[1], numbers[0])
                elif len(numbers) != 1 or not (r or c or numbers == [0]):
                    raise lines.error(f"{token!r} stands at no line", c)
                elif r or c:
                    outside["left" if r else "top"][r + c - 1] = () if numbers[0] is None else (numbers[0],)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        inner = self._inner(draft)

        def shown(number: Any) -> str:
            return str(number) if type(number) is int else "-1"

        top, left = (
            [shown(line[0] if line else None) for line in draft.get(self.outside)[side]] for side in ("top", "left")
        )
        out = [" ".join(["0", *top])]
        for r in range(draft.height):
            pairs = inner[r * draft.width : (r + 1) * draft.width]
            out.append(" ".join([left[r], *("." if p is None else f"{shown(p[1])},{shown(p[0])}" for p in pairs)]))
        return out

    def layers(self) -> tuple[str, ...]:
        return (self.outside, self.inner) if self.inner else (self.outside,)
