"""Pairs of sums, as in Kakuro."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers.bounds import greatest
from pencilp.board.layers.clues import UNKNOWN
from pencilp.board.layers.grids import Grid
from pencilp.board.layers.layer import Layer
from pencilp.board.layers.places import Place
from pencilp.board.layers.values import NATURAL, ValueType, natural, whole_number
from pencilp.errors import brief

if TYPE_CHECKING:
    from pencilp.board.layers.glyphs import Glyph


class SumPair(ValueType):
    """Two sums in one cell, separated by a diagonal: (sum below it, sum to the right of it).

    Each is from ``low`` to ``high``, None (no clue) or ``?``; written ``17\\6``, ``17\\`` and ``\\6``; a cell without
    sums is ``\\``.
    """

    kind = "sums"

    def __init__(self, *, low: int = 0, high: int | str | None = None) -> None:
        self.low, self.greatest = low, greatest(high)
        self.high = high if isinstance(high, int) else None

    def usable(self, value: Any, lattice: Lattice) -> None:
        high = self.high if self.greatest is None else self.greatest(lattice)
        for number in value:
            if type(number) is int and (number < self.low or (high is not None and number > high)):
                wanted = f"{self.low} or more" if high is None else f"{self.low} to {high}"
                here = "" if self.greatest is None else " on this board"
                raise ValueError(f"{number} is not allowed{here}, only {wanted}")

    def check(self, value: Any) -> Any:
        if not isinstance(value, (tuple, list)) or len(value) != 2:
            raise ValueError(f"a pair of sums is needed, not {brief(value)}")
        for number in value:
            if number is not None and number != UNKNOWN and not natural(number):
                raise ValueError(f"{number!r} is not a sum")
        return tuple(value)

    def parse(self, token: str) -> Any:
        below, slash, right = token.partition("\\")
        if not slash:
            raise ValueError(f"{token!r} is not a pair of sums such as 17\\6")
        return tuple((n if n == UNKNOWN else whole_number(n)) if n else None for n in (below, right))

    def spellings(self, text: str) -> Iterator[str]:
        yield from super().spellings(text)
        for slash in "/|":
            below, found, right = text.partition(slash)
            if found:
                yield "\\".join("" if n in ("-", ".") else n for n in (below, right))
        below, found, right = text.partition("\\")
        if found:
            yield "\\".join("" if n in ("-", ".") else n for n in (below, right))
        if text in ("x", "X", "■"):
            yield "\\"

    def token(self, value: Any) -> str:
        return "\\".join("" if n is None else str(n) for n in value)

    def turned(self, value: Any, names: Mapping[str, str]) -> Any:
        if (names["s"], names["e"]) == ("s", "e"):
            return value
        if (names["s"], names["e"]) == ("e", "s"):
            return value[::-1]
        raise ValueError("sums stand before their runs: this board can only be mirrored at its diagonal")

    @property
    def pattern(self) -> str:
        return rf"({NATURAL}|[?])?\\({NATURAL}|[?])?"

    def samples(self) -> Iterable[tuple[Any, str]]:
        return [
            ((17, 6), "the sum below, the sum to the right"),
            ((17, None), "a sum below"),
            ((None, 6), "a sum to the right"),
            ((None, None), "no sum"),
        ]

    def glyph(self, value: Any, lattice: Lattice) -> Glyph | None:
        from pencilp.board.layers.glyphs import Fill, Glyph, Shape, Strokes, Text

        below, right = value
        shapes: list[Shape] = [Fill("ink")]
        if below is None and right is None:
            return Glyph(shapes)
        shapes.append(Strokes([((-0.5, -0.5), (0.5, 0.5))], "paper", 0.03, cap="butt"))
        for number, side in ((below, -1), (right, 1)):
            if number is not None:
                shapes.append(Text(str(number), size=0.36, x=0.22 * side, y=-0.22 * side, paint="paper"))
        return Glyph(shapes, self.token(value))


class Sums(Layer[Grid]):
    """Pairs of sums in cells or, with ``on``, at other places: (sum below, sum to the right)."""

    def __init__(
        self, text: str = "", *, low: int = 0, high: int | str | None = None, on: str | Place = "cells",
        optional: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(on, SumPair(low=low, high=high), text, optional=optional)
