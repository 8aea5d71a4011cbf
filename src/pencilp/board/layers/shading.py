"""Cells that are shaded or not, or have a thing or not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers.layer import AnswerLayer, Literals
from pencilp.board.layers.places import Place
from pencilp.board.layers.values import CYCLED, ValueType, index

if TYPE_CHECKING:
    from pencilp.board.layers.glyphs import Glyph
    from pencilp.board.layers.looks import Look


_SHADED = frozenset("#■█▓▒Bb")
_UNSHADED = frozenset("□Ww")
"""Other signs that people draw for shaded and unshaded cells."""


class Shade(ValueType):
    """Shaded (1) or not (0); ``mark`` is the token for 1, ``other`` a token that people write for 0."""

    kind = "shade"
    look: str | Look = "shade"
    nothing = 0
    marked = 1
    entry = CYCLED
    closed = True

    def __init__(self, mark: str = "x", *, look: str | Look = "", other: str = "") -> None:
        self.mark, self.other = mark, other
        self.packs = len(mark) == 1
        self.look = look or self.look

    def check(self, value: Any) -> Any:
        if type(value) is int and (value == 0 or value == 1):
            return value
        value = index(value)
        if not 0 <= value <= 1:
            raise ValueError(f"{value} is neither 0 nor 1")
        return value

    def parse(self, token: str) -> Any:
        if self.other and token == self.other:
            return 0
        if token != self.mark:
            raise ValueError(f"{token!r} is neither {self.mark} nor -")
        return 1

    def meant(self, text: str) -> Any:
        try:
            return super().meant(text)
        except ValueError:
            shades = self.look == "shade"
            if text in ("0", "1"):
                return int(text)
            if shades and text in _SHADED:
                return 1
            if shades and text in _UNSHADED:
                return 0
            raise

    def token(self, value: Any) -> str:
        return self.mark

    @property
    def pattern(self) -> str:
        return re.escape(self.mark)

    def samples(self) -> Iterable[tuple[Any, str]]:
        return [(1, "")]

    def glyph(self, value: Any, lattice: Lattice) -> Glyph | None:
        from pencilp.board.layers.looks import look_of

        if self.look == "circle":
            # black circles among white ones
            return look_of(self.look)("b" if value else "w", lattice)
        return super().glyph(value, lattice)

    def said(self, value: Any, text: str, *, holds: bool = True) -> str:
        there, absent = _sentences(text)
        return f"{{}} {there if bool(value) == holds else absent}"

    def counted(self, n: int, text: str) -> str:
        noun = text.split(",")[0].removeprefix("the ")
        noun = noun if "cells" in noun else f"cells of the {noun}"
        return f"{n or 'no'} {noun.replace('cells', 'cell', 1) if n < 2 else noun}"

    def counted_off(self, n: int, text: str) -> str:
        return self.counted(n, "unshaded cells") if text.startswith("the shaded cells") else str(n)

    def domain(self, puzzle: Any) -> tuple[int, int] | list[tuple[int, int]]:
        return (0, 1)


def _sentences(text: str) -> tuple[str, str]:
    """Return what is said of a cell with the value 1, and of one with 0, by the ``text`` of its layer."""
    noun, _, other = text.removeprefix("the ").partition(", the others have ")
    noun = noun.split(",")[0]
    _, _, part = noun.partition(" with ")
    if part:
        first, absent = part.split(" ", 1)
        bare = absent if first in ("a", "an") else part
        return f"has {part}", f"has {other.replace('one', bare.split()[-1])}" if other else f"has no {bare}"
    _, _, part = noun.partition(" of ")
    if part:
        return f"belongs to {_one_of(part)}", f"does not belong to {_one_of(part)}"
    if " outside " in noun:
        where = noun.partition(" outside ")[2]
        return f"lies outside {where}", f"lies inside {where}"
    words = noun.split()
    if words[-1:] == ["cells"] and len(words) == 2:
        return f"is {words[0]}", f"is not {words[0]}"
    if words[0] == "numbers" and len(words) > 1:
        return f"is {' '.join(words[1:])}", f"is not {' '.join(words[1:])}"
    if words[0] == "black":
        single = " ".join(words).removesuffix("s")
        return f"has a {single}", f"has a {single.replace('black', 'white')}"
    return f"belongs to {_one_of(noun)}", f"does not belong to {_one_of(noun)}"


def _one_of(noun: str) -> str:
    """Return a noun with its article, a plural as a single thing: "the sea", "a domino"."""
    noun = noun.removeprefix("the ")
    if not noun.endswith("s"):
        return f"the {noun}"
    single = noun.removesuffix("es" if noun.endswith("oes") else "s")
    return f"{'an' if single[0] in 'aeiou' else 'a'} {single}"


class Shading(AnswerLayer[Literals]):
    """Cells that are shaded (1) or not (0), or have another thing, with its ``token`` and ``look``.

    ``other`` is a token that is also read for an unshaded cell.
    """

    value: Shade

    def __init__(
        self, text: str = "", *, on: str | Place = "cells", look: str | Look = "", token: str = "x", other: str = ""
    ) -> None:  # fmt: skip
        super().__init__(on, Shade(token, look=look, other=other), text)
