"""Parts of texts that only tilepaint has."""

from __future__ import annotations

from typing import Any

from pencilp._util.parse_number import digits
from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle, TextPart


class Numbers(TextPart):
    """Tilepaint's numbers: ``outside`` (single Lines at the top and left) and, inside the board, ``inner`` (a layer of Sums)."""

    def __init__(self, outside: str, inner: str) -> None:
        self.outside, self.inner = outside, inner

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        inner = draft.get(self.inner)
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
                    if len(numbers) != 2:
                        raise lines.error(f"{token!r} cannot stand inside the board", c)
                    inner[(r - 1) * draft.width + c - 1] = (numbers[1], numbers[0])
                elif len(numbers) != 1 or not (r or c or numbers == [0]):
                    raise lines.error(f"{token!r} is outside, but not at a row or column", c)
                elif r or c:
                    outside["left" if r else "top"][r + c - 1] = () if numbers[0] is None else (numbers[0],)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        inner = draft.get(self.inner)

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
        return (self.outside, self.inner)
