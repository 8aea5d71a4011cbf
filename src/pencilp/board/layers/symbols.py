"""Symbols and letters, printed and in answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers import turns
from pencilp.board.layers.clues import UNKNOWN
from pencilp.board.layers.grids import Grid
from pencilp.board.layers.layer import AnswerLayer, Array, Layer
from pencilp.board.layers.numbers import Number
from pencilp.board.layers.places import Place
from pencilp.board.layers.values import CYCLED, TYPED, ValueType, index
from pencilp.errors import brief

if TYPE_CHECKING:
    from pencilp.board.layers.glyphs import Glyph
    from pencilp.board.layers.looks import Look


MAX_LISTED = 16
"""Tokens that a message lists in full. If there are more, it lists the first three and the last."""


def listed(tokens: Iterable[str]) -> str:
    """Return the tokens with commas between them; if they are many, the first three and the last."""
    names = list(tokens)
    return ", ".join(names if len(names) <= MAX_LISTED else [*names[:3], "...", names[-1]])


def _pack(tokens: Iterable[str]) -> bool:
    """Return whether tokens may stand without blanks between them: ``//`` begins a comment."""
    return all(len(token) == 1 and token != "/" for token in tokens)


class Symbol(ValueType):
    """One of a few symbols. Its value is its token; ``tokens`` maps each to its meaning."""

    kind = "symbol"
    closed = True

    def __init__(self, tokens: Mapping[str, str], *, look: str | Look = "", entry: str = CYCLED) -> None:
        self.tokens, self.entry = dict(tokens), entry
        self.packs = _pack(self.tokens)
        self.look = look or self.look

    def check(self, value: Any) -> Any:
        if not isinstance(value, str) or value not in self.tokens:
            raise ValueError(f"{brief(value)} is not one of {listed(self.tokens)}")
        return value

    def parse(self, token: str) -> Any:
        return token

    @property
    def pattern(self) -> str:
        return any_of(self.tokens)

    def samples(self) -> Iterable[tuple[Any, str]]:
        return self.tokens.items()

    def turned(self, value: Any, names: Mapping[str, str]) -> Any:
        return turns.turned(self.look, value, self.tokens, names)

    def spans(self, value: Any) -> tuple[int, int]:
        return (1, 1) if value is None else turns.spans(self.look, value)

    def spellings(self, text: str) -> Iterator[str]:
        yield from super().spellings(text)
        yield from shown_as(text, self)
        ways = sorted(text.lower())
        if len(ways) > 1 and set(ways) <= set("nesw"):
            # several directions in any order
            yield from (token for token in self.tokens if sorted(token) == ways)


class Either(ValueType):
    """A value of one of several types. If several types allow a value or token, the first counts."""

    kind = "either"

    def __init__(self, *types: ValueType) -> None:
        self.types = types
        self.packs = all(kind.packs for kind in types)
        self.look = types[0].look

    def type_of(self, value: Any) -> ValueType:
        """Return the first type that allows a value. Raise the ValueError of the last type if none does."""
        reason: ValueError | None = None
        for kind in self.types:
            try:
                kind.check(value)
            except ValueError as error:
                reason = error
            else:
                return kind
        assert reason is not None
        raise reason

    def check(self, value: Any) -> Any:
        kind = self.type_of(value)
        value = kind.check(value)
        if len(self.types) > 1 and self.parse(kind.token(value)) != value:
            raise ValueError(f"{brief(value)} has the same token as another value")
        return value

    def usable(self, value: Any, lattice: Lattice) -> None:
        self.type_of(value).usable(value, lattice)

    def parse(self, token: str) -> Any:
        reason: ValueError | None = None
        for kind in self.types:
            try:
                return kind.check(kind.parse(token))
            except ValueError as error:
                reason = error
        assert reason is not None
        raise reason

    def token(self, value: Any) -> str:
        return self.type_of(value).token(value)

    def spellings(self, text: str) -> Iterator[str]:
        for kind in self.types:
            yield from kind.spellings(text)

    def range_text(self, lattice: Lattice | None) -> str:
        return "".join(kind.range_text(lattice) for kind in self.types)

    def wanted(self) -> str:
        return " or ".join(kind.wanted() for kind in self.types)

    @property
    def pattern(self) -> str:
        return "|".join(kind.pattern for kind in self.types)

    def turned(self, value: Any, names: Mapping[str, str]) -> Any:
        return self.type_of(value).turned(value, names)

    def samples(self) -> Iterable[tuple[Any, str]]:
        return [sample for kind in self.types for sample in kind.samples()]

    def details(self) -> dict[str, Any]:
        return {key: detail for kind in reversed(self.types) for key, detail in kind.details().items()}

    def glyph(self, value: Any, lattice: Lattice) -> Glyph | None:
        return self.type_of(value).glyph(value, lattice)


WAYS_SAID = {
    "n": "up", "e": "to the right", "s": "down", "w": "to the left",
    "ne": "to the upper right", "se": "to the lower right", "sw": "to the lower left", "nw": "to the upper left",
}  # fmt: skip
"""The directions of arrows in sentences."""


def arrow_marks(ways: Iterable[str]) -> dict[str, str]:
    """Return marks that are arrows in some directions (``n ne e ...``), with their words."""
    return {way: f"an arrow {WAYS_SAID[way]}" for way in ways}


MarkTokens = Sequence[str] | Mapping[str, str]
"""Tokens of marks, or tokens with their words."""


class Mark(ValueType):
    """One of several marks of an answer: ``tokens`` are the values from ``first`` on; below that is nothing.

    ``tokens`` may have words for sentences, with their article: ``{"*": "a star"}``.
    """

    kind = "mark"
    entry = CYCLED
    closed = True

    def __init__(self, tokens: MarkTokens, *, first: int = 1, look: str | Look = "") -> None:
        self.tokens, self.first = tuple(tokens), first
        self.words = tuple(tokens.values()) if isinstance(tokens, Mapping) else ()
        self.packs = _pack(self.tokens)
        if len(set(self.tokens)) < len(self.tokens):
            raise ValueError(f"two marks of {', '.join(self.tokens)} have the same token")
        self.nothing = 0 if first else None
        self.look = look or self.look
        self.numbers_of_tokens = {token: number for number, token in enumerate(self.tokens, first)}

    def check(self, value: Any) -> Any:
        value = index(value)
        if not 0 <= value < self.first + len(self.tokens):
            raise ValueError(f"{value} is no mark")
        return value

    def parse(self, token: str) -> Any:
        if token not in self.tokens:
            raise ValueError(f"{token!r} is not one of {listed(self.tokens)}")
        return self.tokens.index(token) + self.first

    def token(self, value: Any) -> str:
        return str(self.tokens[value - self.first])

    @property
    def pattern(self) -> str:
        return any_of(self.tokens)

    def samples(self) -> Iterable[tuple[Any, str]]:
        return [(k, "") for k, _ in enumerate(self.tokens, self.first)]

    def turned(self, value: Any, names: Mapping[str, str]) -> Any:
        if value < self.first:
            return value
        return self.parse(turns.turned(self.look, self.token(value), self.tokens, names))

    def said(self, value: Any, text: str, *, holds: bool = True) -> str:
        if value == self.nothing or not self.words:
            return super().said(value, text, holds=holds)
        words = self.words[value - self.first]
        _article, _, noun = words.partition(" ")
        return f"{{}} has {words if holds else f'no {noun}'}"

    def domain(self, puzzle: Any) -> tuple[int, int] | list[tuple[int, int]]:
        return (0, self.first + len(self.tokens) - 1)


def any_of(tokens: Iterable[str]) -> str:
    """Return the regular expression of these tokens."""
    return "|".join(re.escape(token) for token in tokens)


ROUND = "○◯●•・"
"""The dots that people write. For a type with a single dot, they all mean that."""


def shown_as(text: str, value: Symbol) -> Iterator[str]:
    """Yield the tokens of a value type whose glyphs have the ``text`` in a worksheet."""
    from pencilp.board.lattice import square

    board = square(1, 1)
    for token in value.tokens:
        glyph = value.glyph(token, board)
        if glyph is None:
            continue
        if text in (glyph.sign, glyph.text or glyph.sign) or (
            len(value.tokens) == 1 and len(text) == 1 and text in ROUND and glyph.text in tuple(ROUND)
        ):
            yield token


class Symbols(Layer[Grid]):
    """One of a few symbols in cells or, with ``on``, at other places: ``tokens`` maps each token to its meaning."""

    def __init__(
        self, tokens: Mapping[str, str], text: str = "", *, on: str | Place = "cells", optional: bool = False,
        look: str | Look = "",
    ) -> None:  # fmt: skip
        super().__init__(on, Symbol(tokens, look=look), text, optional=optional)


class TintedCells(Symbols):
    """Tinted cells. By default those of a board whose row and column (from 0) are ``usual``."""

    usual = True

    def __init__(self, text: str, usual: Callable[[Lattice, int, int], bool]) -> None:
        super().__init__({"x": "a tinted cell"}, text, optional=True, look="shade")
        self.tints = usual

    def default(self, lattice: Lattice) -> Grid:
        return Grid("x" if self.tints(lattice, row, col) else None for row, col in lattice.positions)


class Letters(Layer[Grid]):
    """One letter of ``alphabet`` in cells or, with ``on``, at other places; ``unknown`` allows ``?``."""

    def __init__(
        self, text: str = "", *, alphabet: str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", unknown: bool = False,
        on: str | Place = "cells", optional: bool = False,
    ) -> None:  # fmt: skip
        tokens = dict.fromkeys(alphabet, "") | ({UNKNOWN: "an unknown letter"} if unknown else {})
        super().__init__(on, Symbol(tokens, entry=TYPED), text, optional=optional)


class NumbersOrSymbols(Layer[Grid]):
    """Numbers or symbols in one layer, such as Akari's walls: a number, ``?`` if allowed, or one of ``tokens``."""

    def __init__(
        self, tokens: Mapping[str, str], text: str = "", *, low: int = 0, high: int | str | None = None,
        unknown: bool = False, on: str | Place = "cells", optional: bool = False, look: str | Look = "",
    ) -> None:  # fmt: skip
        kinds = Symbol(tokens, look=look), Number(low=low, high=high, unknown=unknown, look=look)
        super().__init__(on, Either(*kinds), text, optional=optional)


class AnswerMarks(AnswerLayer[Array]):
    """One of several marks in a cell: value k is the k-th token of ``tokens``, 0 is none.

    Give the tokens words for hints: ``AnswerMarks({"*": "a star", "c": "a cloud"})``.
    """

    def __init__(
        self, tokens: MarkTokens, text: str = "", *, on: str | Place = "cells", look: str | Look = ""
    ) -> None:  # fmt: skip
        super().__init__(on, Mark(tokens, look=look), text)


class AnswerChoice(AnswerLayer[Array]):
    """One of several marks in every cell: value k is the k-th token, counted from 0. For words see ``AnswerMarks``."""

    def __init__(
        self, tokens: MarkTokens, text: str = "", *, on: str | Place = "cells", look: str | Look = ""
    ) -> None:  # fmt: skip
        super().__init__(on, Mark(tokens, first=0, look=look), text)
