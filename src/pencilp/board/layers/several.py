"""Several values at one place, such as the numbers of a Tapa clue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers.clues import UNKNOWN
from pencilp.board.layers.grids import Grid
from pencilp.board.layers.layer import Layer
from pencilp.board.layers.numbers import Number
from pencilp.board.layers.places import Place
from pencilp.board.layers.values import ValueType
from pencilp.errors import brief

if TYPE_CHECKING:
    from pencilp.board.layers.glyphs import Glyph
    from pencilp.board.layers.looks import Look

BETWEEN = ","
"""The separator between the tokens of the values."""

SPREAD = {
    2: ((-0.2, -0.18), (0.2, 0.18)),
    3: ((-0.22, -0.2), (0.22, -0.2), (0, 0.22)),
    4: ((0, -0.3), (-0.27, 0), (0.27, 0), (0, 0.3)),
}
"""The places of two, three or four values in a cell."""


class Group(ValueType):
    """A tuple of ``least`` to ``most`` values (None: any number) of one type, in order; written ``1,3,?``.

    ``ways`` names the direction of each value, such as "nwes", if each is about one. A ``look`` draws all of them
    together; without it they are written.
    """

    kind = "several"

    def __init__(
        self, value: ValueType, *, least: int = 1, most: int | None = None, ways: str = "", look: str | Look = ""
    ) -> None:
        self.value, self.ways, self.look = value, ways, look
        self.least, self.most = (len(ways), len(ways)) if ways else (least, most)

    def check(self, value: Any) -> Any:
        if not isinstance(value, (tuple, list)):
            raise ValueError(f"a group of values is needed, not {brief(value)}")
        if len(value) < self.least or (self.most is not None and len(value) > self.most):
            wanted = f"at least {self.least}" if self.most is None else f"{self.least} to {self.most}"
            wanted = str(self.least) if self.least == self.most else wanted
            raise ValueError(f"here are {len(value)} values, where {wanted} may stand")
        result = tuple(self.value.check(each) for each in value)
        if self.parse(self.token(result)) != result:
            raise ValueError(f"{brief(value)} cannot be written with commas between its values")
        return result

    def usable(self, value: Any, lattice: Lattice) -> None:
        for each in value:
            self.value.usable(each, lattice)

    def turned(self, value: Any, names: Mapping[str, str]) -> Any:
        value = tuple([self.value.turned(each, names) for each in value])
        if not self.ways:
            return value
        then = {names[way]: each for way, each in zip(self.ways, value, strict=True)}
        return tuple([then[way] for way in self.ways])

    def parse(self, token: str) -> Any:
        return tuple(self.value.parse(each) for each in token.split(BETWEEN)) if token else ()

    def token(self, value: Any) -> str:
        return BETWEEN.join(self.value.token(each) for each in value)

    @property
    def pattern(self) -> str:
        each = f"({self.value.pattern})"
        several = f"{each}({BETWEEN}{each})*"
        return several if self.least else f"({several})?"

    def samples(self) -> Iterable[tuple[Any, str]]:
        first = [value for value, _ in self.value.samples()][:1]
        counts = range(self.least, min(self.most or self.least + 2, 4) + 1)
        return [(tuple(first * n), f"{n} values") for n in counts if first]

    def details(self) -> dict[str, Any]:
        return {"least": self.least, "most": self.most, "each": self.value.kind, **self.value.details()}

    def glyph(self, value: Any, lattice: Lattice) -> Glyph | None:
        if self.look:
            return super().glyph(value, lattice)
        from pencilp.board.layers.glyphs import Glyph, Shape, Strokes, Text

        tokens = [self.value.token(each) for each in value]
        token = BETWEEN.join(tokens)
        if len(tokens) < 2:
            return Glyph([Text(token, free=True)], token, repeats=True)
        places = SPREAD.get(len(tokens))
        if places is None:
            return Glyph([Text(token)], token)
        longest = max(map(len, tokens))
        size = 0.46 if longest < 2 and not self.ways else 0.36 if longest < 3 else 0.24
        texts: list[Shape] = [
            Text(each, size=size, x=x, y=y)
            for each, (x, y) in zip(tokens, places, strict=True)
            if not (self.ways and each == UNKNOWN)
        ]
        if self.ways:
            texts.insert(0, Strokes([((-0.5, -0.5), (0.5, 0.5)), ((-0.5, 0.5), (0.5, -0.5))], "faint", 0.02))
        return Glyph(texts, token)


class ClueLists(Layer[Grid]):
    """Several values at one place: a tuple of numbers, or of values of the type ``value``.

    Tokens of values must not contain commas.
    """

    def __init__(
        self, text: str = "", *, value: ValueType | None = None, least: int = 1, most: int | None = None,
        ways: str = "", on: str | Place = "cells", optional: bool = False, look: str | Look = "",
    ) -> None:  # fmt: skip
        kind = Group(value or Number(), least=least, most=most, ways=ways, look=look)
        super().__init__(on, kind, text, optional=optional)
