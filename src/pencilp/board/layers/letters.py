"""Letters as numbers, A for 1 and so on, printed and in answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers.clues import UNKNOWN
from pencilp.board.layers.grids import Grid
from pencilp.board.layers.layer import AnswerLayer, Array, Layer
from pencilp.board.layers.numbers import Bound, Digit
from pencilp.board.layers.places import Place
from pencilp.board.layers.values import index
from pencilp.errors import brief

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SMALL = "abcdefghijklmnopqrstuvwxyz"


class Letter(Digit):
    """A letter, stored as its place in the alphabet: A is 1.

    Lower-case letters equal upper-case letters; with ``small`` they are different and follow them: a is 27. In an
    answer ``low`` and ``high`` bound it, as for ``Digit``; ``blank`` is the value of an empty place.
    """

    kind = "letter"

    def __init__(
        self, low: Bound = 1, high: Bound = 26, *, unknown: bool = False, small: bool = False, blank: int | None = None
    ) -> None:
        super().__init__(low, high, blank=blank)
        self.unknown, self.small = unknown, small
        self.alphabet = ALPHABET + SMALL * small

    def check(self, value: Any) -> Any:
        if isinstance(value, str):
            if value == UNKNOWN and self.unknown:
                return value
            place = self.alphabet.find(value if self.small else value.upper()) + 1 if len(value) == 1 else 0
            if not place:
                raise ValueError(f"{brief(value)} is not {self.range_text(None)}")
            return place
        value = index(value)
        if value != self.nothing and not 1 <= value <= len(self.alphabet):
            raise ValueError(f"{value} is no place of a letter, only 1 to {len(self.alphabet)}")
        return value

    def parse(self, token: str) -> Any:
        return self.check(token)

    def token(self, value: Any) -> str:
        return UNKNOWN if value == UNKNOWN else self.alphabet[value - 1]

    @property
    def pattern(self) -> str:
        return "[A-Za-z]|[?]" if self.unknown else "[A-Za-z]"

    def samples(self) -> Iterable[tuple[Any, str]]:
        return [(1, "")] + [(UNKNOWN, "an unknown letter")] * self.unknown

    def wanted(self) -> str:
        return "a letter or ?" if self.unknown else "a letter"

    def range_text(self, lattice: Lattice | None) -> str:
        return "a letter, A to Z" + " or a to z" * self.small


class PrintedLetters(Layer[Grid]):
    """Letters as numbers in cells or, with ``on``, at other places.

    ``unknown`` allows ``?``. With ``small`` lower-case letters are different.
    """

    def __init__(
        self, text: str = "", *, unknown: bool = True, small: bool = False, on: str | Place = "cells", optional: bool = False
    ) -> None:  # fmt: skip
        super().__init__(on, Letter(unknown=unknown, small=small), text, optional=optional)


class WrittenLetters(AnswerLayer[Array]):
    """Letters as numbers in an answer, from the ``low``-th to the ``high``-th; ``blank`` means an empty cell."""

    def __init__(
        self, low: Bound, high: Bound, text: str = "", *, blank: int | None = None, on: str | Place = "cells"
    ) -> None:  # fmt: skip
        super().__init__(on, Letter(low, high, blank=blank), text)
