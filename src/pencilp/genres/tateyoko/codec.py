"""The code of Tateboo-Bar's links for several empty cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilp.encodings.codes import Code, blanks
from pencilp.encodings.partial_puzzle import Body, written


class CountedBlanks(Code):
    """Empty places: ``i`` and their number, 2 to 15, as a digit of base 16."""

    starts = "i"
    least = 2
    skips = True

    def read(self, body: Body) -> list[Any]:
        body.at += 1
        return [None] * body.number(1, 16)

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int] | None:
        count = blanks(values, at, 15)
        return (f"i{written(count, 16)}", count) if count > 1 else None

    def words(self) -> str:
        return "`i` and a digit of base 16 skip 2 to 15 places"
