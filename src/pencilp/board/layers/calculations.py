"""Results of calculations, as in a KenKen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers.grids import Grid
from pencilp.board.layers.layer import Layer
from pencilp.board.layers.places import Place
from pencilp.board.layers.values import NATURAL, ValueType, natural, whole_number
from pencilp.errors import brief

if TYPE_CHECKING:
    from pencilp.board.layers.glyphs import Glyph


class Calculation(ValueType):
    """The result of a calculation and its operation: (number, sign); written ``24*``, ``3-``, ``7``.

    The sign is one of ``+ - * /``, or None if it is unknown.
    """

    kind = "calculation"
    signs = "+-*/"

    def check(self, value: Any) -> Any:
        if not isinstance(value, (tuple, list)) or len(value) != 2:
            raise ValueError(f"a number and a sign are needed, not {brief(value)}")
        number, sign = value
        if not natural(number) or sign not in (None, *self.signs):
            raise ValueError(f"{brief(value)} is not a number and one of the signs {self.signs}")
        return tuple(value)

    def parse(self, token: str) -> Any:
        sign = token[-1:].replace("x", "*").replace("×", "*").replace("÷", "/").replace("−", "-")
        return (whole_number(token[:-1]), sign) if sign and sign in self.signs else (whole_number(token), None)

    def spellings(self, text: str) -> Iterator[str]:
        yield from super().spellings(text)
        # the sign before the number
        yield f"{text[1:]}{text[:1].lower()}"

    def token(self, value: Any) -> str:
        return f"{value[0]}{value[1] or ''}"

    @property
    def pattern(self) -> str:
        return f"{NATURAL}[-+*/]?"

    def samples(self) -> Iterable[tuple[Any, str]]:
        return [((6, sign), "") for sign in self.signs] + [((6, None), "without an operation")]

    def pool(self, lattice: Lattice) -> Iterator[tuple[int, str]]:
        """Yield the results of a few numbers from 1 to the length of the board's longer side."""
        n = max(lattice.rows, lattice.cols)
        yield from ((number, "-") for number in range(n))
        yield from ((number, "/") for number in range(1, n + 1))
        yield from ((number, "+") for number in range(2, 4 * n))
        products = {a * b * c for a in range(1, n + 1) for b in range(1, n + 1) for c in range(1, n + 1)}
        yield from ((number, "*") for number in sorted(products))

    def glyph(self, value: Any, lattice: Lattice) -> Glyph | None:
        from pencilp.board.layers.glyphs import Glyph, Text

        token = self.token(value)
        printed = token.replace("*", "×").replace("/", "÷").replace("-", "−")
        return Glyph([Text(printed, corner=True)], token)


class Calculations(Layer[Grid]):
    """Results of calculations in cells or, with ``on``, at other places: (number, sign)."""

    def __init__(self, text: str = "", *, on: str | Place = "cells", optional: bool = False) -> None:
        super().__init__(on, Calculation(), text, optional=optional)
