"""Whole numbers: printed, in answers, and for the whole puzzle."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers.bounds import IN_WORDS, greatest
from pencilp.board.layers.clues import UNKNOWN
from pencilp.board.layers.grids import Grid
from pencilp.board.layers.layer import AnswerLayer, Array, Layer
from pencilp.board.layers.places import BOARD, Outside, Place
from pencilp.board.layers.values import (
    AREAS,
    CIRCLES,
    DIAGONALS,
    GLYPHS,
    NATURAL,
    Refuse,
    ValueType,
    index,
    whole_number,
)
from pencilp.errors import brief

if TYPE_CHECKING:
    from pencilp.board.layers.glyphs import Glyph
    from pencilp.board.layers.looks import Look

Bound = int | Callable[[Any], Any]
"""A number, or a function of the genre instance that returns a number or a list of them by place."""


class Number(ValueType):
    """A whole number from ``low`` to ``high``; ``unknown`` allows ``?``.

    ``high`` may be None (no upper bound) or a word: see ``pencilp.board.layers.bounds``. Numbers that are
    ``names_only`` may be typed as letters.
    """

    kind = "number"
    packs = True

    def __init__(
        self, *, low: int = 0, high: int | str | None = None, unknown: bool = True, look: str | Look = "",
        names_only: bool = False,
    ) -> None:  # fmt: skip
        if isinstance(high, int) and low > high:
            raise ValueError(f"no number is from {low} to {high}")
        self.low, self.greatest, self.unknown = low, greatest(high), unknown
        self.high = high if isinstance(high, int) else None
        self.look = look or self.look
        self.names_only = names_only

    def check(self, value: Any) -> Any:
        if value == UNKNOWN and self.unknown:
            return value
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise ValueError(f"a number is needed, not {brief(value)}")
        value = index(value)
        if value < self.low or (self.high is not None and value > self.high):
            wanted = f"{self.low} to {self.high}" if self.high is not None else f"{self.low} or more"
            raise ValueError(f"{value} is not allowed, only {wanted}")
        return value

    def usable(self, value: Any, lattice: Lattice) -> None:
        if self.greatest is not None and value != UNKNOWN and value > (most := self.greatest(lattice)):
            allowed = f"only {self.low} to {most}" if most >= self.low else "it is too small for any"
            raise ValueError(f"{value} is not allowed on this board, {allowed}")

    def parse(self, token: str) -> Any:
        return UNKNOWN if token == UNKNOWN else whole_number(token)

    @property
    def pattern(self) -> str:
        return ("-?" if self.low < 0 else "") + NATURAL + ("|[?]" if self.unknown else "")

    def samples(self) -> Iterable[tuple[Any, str]]:
        return [(self.low, "")] + [(UNKNOWN, "an unknown number")] * self.unknown

    def range_text(self, lattice: Lattice | None) -> str:
        high: int | str | None = self.high
        if self.greatest is not None:
            high = IN_WORDS[self.greatest] if lattice is None else self.greatest(lattice)
        return f"a number, {self.low} {'or more' if high is None else f'to {high}'}"

    def wanted(self) -> str:
        numbers = f"a number from {self.low} {'on' if self.high is None else f'to {self.high}'}"
        return f"{numbers} or {UNKNOWN}" if self.unknown else numbers

    def details(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high}

    def caption(self, name: str, value: Any, text: str = "") -> str:
        # an option that is on is a text, in any language
        says = re.sub(r"^1[:：]\s*", "", text) or name
        return super().caption(name, value) if self.high != 1 else says if value else ""


class Diagonals(Number):
    """Whether the two long diagonals have a rule: 1, else 0. They are drawn."""

    way = DIAGONALS
    places = ("board",)

    def __init__(self) -> None:
        super().__init__(high=1, unknown=False)


class Run(Number):
    """The number of a run of a line, such as its length, outside the line.

    A single 0 means no run. With ``always`` every line lists its runs, so a line without numbers has no runs.
    """

    def __init__(self, *, high: int | str | None = "line", always: bool = False) -> None:
        super().__init__(high=high)
        self.always = always

    def gather(self, values: Any) -> Any:
        if not self.always:
            return values
        return {side: [() if line == (0,) else line for line in lines] for side, lines in values.items()}

    def fit(self, gathered: Any, lattice: Lattice, refuse: Refuse) -> None:
        for side, lines in gathered.items():
            for i, line in enumerate(lines):
                if 0 in line and len(line) > 1:
                    raise refuse("a 0 stands alone: the line has no run", f"{side} {i + 1}")


SHADED = "x"
"""The token of a shaded cell among numbers."""


class Digit(ValueType):
    """A number of an answer, ``low`` to ``high``; either may be a function of the genre instance.

    ``blank`` is the value of an empty place. ``areas`` of equal numbers have borders around them. With ``circles`` it
    is drawn in a circle, without a grid. With ``shaded`` 0 is a shaded cell, written ``x``.
    """

    kind = "digit"
    packs = True

    def __init__(
        self, low: Bound, high: Bound, *, blank: int | None = None, areas: bool = False, circles: bool = False,
        shaded: bool = False,
    ) -> None:  # fmt: skip
        for bound in (low, high):
            if not (isinstance(bound, int) or callable(bound)):
                wanted = "a whole number, or a function as in lambda self: self.board.cols"
                raise TypeError(f"the least or greatest number of an answer is {wanted}, not {bound!r}")
        if isinstance(low, int) and isinstance(high, int) and low > high:
            raise ValueError(f"no number is from {low} to {high}")
        self.low, self.high, self.nothing, self.shaded = low, high, blank, shaded
        self.way = AREAS if areas else CIRCLES if circles else GLYPHS
        self.places = ("cells",) if areas or circles else ()

    def check(self, value: Any) -> Any:
        return index(value)

    def parse(self, token: str) -> Any:
        return 0 if self.shaded and token == SHADED else whole_number(token)

    def token(self, value: Any) -> str:
        return SHADED if self.shaded and value == 0 else str(value)

    def glyph(self, value: Any, lattice: Lattice) -> Glyph | None:
        if self.shaded and value == 0:
            from pencilp.board.layers.looks import shade

            return shade(SHADED, lattice)
        return super().glyph(value, lattice)

    @property
    def pattern(self) -> str:
        return "-?" + NATURAL + (f"|{SHADED}" if self.shaded else "")

    def samples(self) -> Iterable[tuple[Any, str]]:
        return [(1, "")] + [(0, "a shaded cell")] * self.shaded

    def wanted(self) -> str:
        return f"a number or {SHADED}" if self.shaded else "a number"

    def details(self) -> dict[str, Any]:
        # bounds that depend on the puzzle are left out
        low, high = (None if callable(bound) else bound for bound in (self.low, self.high))
        return {"low": low, "high": high, "blank": self.nothing}

    def domain(self, puzzle: Any) -> tuple[int, int] | list[tuple[int, int]]:
        low: Any = self.low(puzzle) if callable(self.low) else self.low
        high: Any = self.high(puzzle) if callable(self.high) else self.high
        if isinstance(low, list) or isinstance(high, list):
            n = len(low) if isinstance(low, list) else len(high)
            lows = low if isinstance(low, list) else [low] * n
            highs = high if isinstance(high, list) else [high] * n
            return list(zip(lows, highs, strict=True))
        return (low, high)


class Numbers(Layer[Grid]):
    """Whole numbers from ``low`` to ``high`` in cells or, with ``on``, at other places; ``unknown`` allows ``?``.

    ``high`` may be None (no upper bound) or a word: see ``pencilp.board.layers.bounds``. Numbers that are
    ``names_only`` may be typed as letters.
    """

    def __init__(
        self, text: str = "", *, low: int = 0, high: int | str | None = None, unknown: bool = True,
        on: str | Place = "cells", optional: bool = False, look: str | Look = "", names_only: bool = False,
    ) -> None:  # fmt: skip
        value = Number(low=low, high=high, unknown=unknown, look=look, names_only=names_only)
        super().__init__(on, value, text, optional=optional)


class Lines(Layer[dict[str, list[tuple[Any, ...]]]]):
    """Clues outside the frame: for each column or row a tuple of whole numbers or ``?`` (empty: no clue).

    ``sides`` are their sides. With ``seen`` they are about the view from there. ``signs`` show what they count; see
    ``Outside``. ``single`` lines have at most one clue. ``value`` is the type of clues that are not numbers from
    ``low`` to ``high``, which is mostly "line".
    """

    place: Outside

    def __init__(
        self, text: str = "", *, sides: Sequence[str] = ("top", "left"), single: bool = False, low: int = 0,
        high: int | str | None = None, value: ValueType | None = None, optional: bool = False, seen: bool = False,
        signs: Sequence[str] = (),
    ) -> None:  # fmt: skip
        place = Outside(sides, single=single, seen=seen, signs=signs)
        super().__init__(place, value or Number(low=low, high=high), text, optional=optional)


class Param(Layer[int]):
    """A single whole number for the whole puzzle, such as the number of stars in each row.

    If the puzzle does not give it, it is ``initial``: a number, None, or a function of the lattice. ``value`` is its
    type if it is not a number from ``low`` to ``high``.
    """

    def __init__(
        self, text: str = "", *, low: int = 0, high: int | str | None = None, initial: Any = None,
        value: ValueType | None = None,
    ) -> None:  # fmt: skip
        super().__init__(BOARD, value or Number(low=low, high=high, unknown=False), text, optional=True)
        self.initial = initial

    def default(self, lattice: Any) -> Any:
        return self.initial(lattice) if callable(self.initial) else self.initial

    def described(self, lattice: Any) -> dict[str, Any]:
        return super().described(lattice) | {"initial": None if callable(self.initial) else self.initial}


class AnswerNumbers(AnswerLayer[Array]):
    """A number ``low`` to ``high`` in every cell (or column, with ``on``).

    Both may be functions of the genre instance. The function ``high`` may return one number, or a list with one for
    each cell. ``blank`` is the value of an empty cell (written ``-``). ``areas`` of equal numbers have borders around
    them. With ``circles`` every cell is drawn as a circle, without a grid. With ``shaded`` 0 is a shaded cell (written
    ``x``).
    """

    def __init__(
        self, low: Bound, high: Bound, text: str = "", *, blank: int | None = None, on: str | Place = "cells",
        areas: bool = False, circles: bool = False, shaded: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(on, Digit(low, high, blank=blank, areas=areas, circles=circles, shaded=shaded), text)

    @property
    def blank(self) -> int | None:
        return self.value.nothing  # type: ignore[no-any-return]
