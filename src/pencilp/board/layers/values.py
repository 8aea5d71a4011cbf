"""Values at one place of a layer: the base of all value types, and code that several of them need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pencilp._util.parse_number import digits
from pencilp.board.lattice import Lattice
from pencilp.errors import InputError, brief

if TYPE_CHECKING:
    from pencilp.board.layers.glyphs import Glyph

    Look = Callable[[str, Lattice], Glyph]

Refuse = Callable[[str, str], InputError]
"""(message, place) -> the error to be raised."""


# -- ways in which a layer is drawn -----------------------------------------------------------------------------------

GLYPHS = "glyphs"
"""Each value by its glyph."""
ALONG = "along"
"""A line along each edge whose value is not 0."""
ACROSS = "across"
"""Lines from cell to cell, as many as the value says."""
BRIDGES = "bridges"
"""The same on a board without a grid, where double lines are common."""
OUTLINES = "outlines"
"""Walls between cells with different values."""
CAGES = "cages"
"""Dashed lines a little inside the groups of cells with equal values."""
TUBES = "tubes"
"""Glass tubes through the cells with values (label, place), from the bulb at place 1 on."""
DIAGONALS = "diagonals"
"""The two long diagonals of the frame, if the one value for the whole board is not 0."""
AREAS = "areas"
"""Each value by its glyph, and borders between cells with different values."""
CIRCLES = "circles"
"""Each value by its glyph, on a board that has a circle for every cell, and no grid."""

STROKES = (ALONG, ACROSS, BRIDGES)
"""The ways of values that say how many lines there are."""
GROUPS = (OUTLINES, CAGES)
"""The ways of values that say which cells belong together."""

WAYS = (GLYPHS, ALONG, ACROSS, BRIDGES, OUTLINES, CAGES, TUBES, DIAGONALS, AREAS, CIRCLES)

# -- ways in which a person enters a value ----------------------------------------------------------------------------

TYPED = "typed"
"""By keys."""
CYCLED = "cycled"
"""By clicking through the tokens at one place."""
DRAGGED = "dragged"
"""By moving over the places that belong together: the cells of a room or a path, a line from cell to cell."""
DRAWN = "drawn"
"""By clicking on edges between cells."""


class ValueType:
    """The values that one place of a layer may have, how they are written, and how they look. It knows no place and no rule.

    A value type is one file: it says which values are right (``check``), which token writes a value (``token``,
    ``parse``), how a value is drawn (``way``, ``glyph``) and how a person enters it (``entry``).
    """

    kind = ""
    """Its name."""
    way = GLYPHS
    """The way in which its layer is drawn, one of ``WAYS``."""
    entry = TYPED
    """How a person enters it: ``TYPED``, ``CYCLED``, ``DRAGGED`` or ``DRAWN``."""
    look: str | Look = "text"
    """The look that makes a token into a glyph: its name, or itself (``pencilp.board.layers.looks``)."""
    nothing: Any = None
    """The value of a place where nothing stands, written ``-``."""

    places: tuple[str, ...] = ()
    """The names of the places where it may lie; none: everywhere."""
    connected = False
    """Whether cells of one value are connected."""
    marked: Any = None
    """The value that a format without a word for it writes as a shaded cell."""
    closed = False
    """Whether the listed tokens are all that exist."""
    greatest: Callable[[Lattice], int] | None = None
    """The greatest number on a board, if the value itself does not give it."""
    missing = ""
    """The message for an empty place, if something must stand everywhere."""
    apart = True
    """Whether the glyph of a value depends on no other value."""
    names_only = False
    """Whether its numbers are only names, for which a person may write letters as well."""
    numbers_of_tokens: Mapping[str, int] = {}
    """The numbers that stand for its tokens in a model, if it is written by tokens there."""
    packs = False
    """Whether its tokens may stand without spaces between them: most of them are a single character."""

    def check(self, value: Any) -> Any:
        """``value`` as it is kept. Raise ValueError with a reason when it is not allowed; None is never asked for."""
        raise NotImplementedError

    def usable(self, value: Any, lattice: Lattice) -> None:
        """Raise ValueError with a reason when a value that is allowed can mean nothing on this board."""

    def allows(self, value: Any) -> bool:
        """Return whether a value is allowed."""
        try:
            self.check(value)
        except ValueError:
            return False
        return True

    def parse(self, token: str) -> Any:
        """Return the value that a token stands for. Raise ValueError with a reason."""
        raise NotImplementedError

    def token(self, value: Any) -> str:
        """Return the token of a value other than nothing."""
        return str(value)

    def spellings(self, text: str) -> Iterator[str]:
        """Yield the tokens that a person may mean who writes ``text``, likeliest first."""
        yield text
        yield text.lower()
        yield text.upper()
        if "¥" in text or "￥" in text:
            # what Japanese keyboards have for a backslash
            yield text.replace("¥", "\\").replace("￥", "\\")

    def meant(self, text: str) -> Any:
        """Return the value that a person means who writes ``text``.

        The one with this token, otherwise the one that all of its ``spellings`` are tokens of.

        Raise ValueError with a reason: there is none, or they are tokens of several.
        """
        try:
            return self.check(self.parse(text))
        except ValueError as error:
            reason = error
        found: dict[Any, str] = {}
        for token in self.spellings(text):
            try:
                value = self.check(self.parse(token))
            except ValueError:
                continue
            found.setdefault(value, token)
        if len(found) > 1:
            raise ValueError(f"{text!r} may be {' or '.join(found.values())}")
        if not found:
            raise reason
        return next(iter(found))

    def range_told(self, lattice: Lattice | None) -> str:
        """Return the numbers that it takes, in words, on a ``lattice`` or on any; "" where it takes none."""
        return ""

    def wanted(self) -> str:
        """Return what a person may write for a value: ``w or b``."""
        return either([self.token(value) for value, _ in self.samples()])

    def glyph(self, value: Any, lattice: Lattice) -> Glyph | None:
        """How a value is drawn; None where there is nothing to be seen."""
        if value == self.nothing:
            return None
        from pencilp.board.layers.looks import look_of

        return look_of(self.look)(self.token(value), lattice)

    def glyphs(self, items: Iterable[tuple[Any, Any]], lattice: Lattice) -> Iterator[tuple[Any, Any, Glyph]]:
        """(place, value, glyph) of each of the ``items``, pairs of a place and a value, if there is something to see."""
        known: dict[Any, Glyph | None] = {}
        for place, value in items:
            if value is not None:
                if value not in known:
                    known[value] = self.glyph(value, lattice)
                glyph = known[value]
                if glyph is not None:
                    yield place, value, glyph

    def caption(self, name: str, value: Any, text: str = "") -> str:
        """Return what stands above the board for a value of the whole puzzle, "" for nothing.

        ``name`` is the layer's, ``text`` what it says of itself.
        """
        return f"{name}: {self.token(value)}"

    def pieces(self, value: Any) -> Sequence[Sequence[str]]:
        """Return the pieces that are drawn above the board for a value of the whole puzzle, each as rows of ``x`` and ``.``."""
        return ()

    @property
    def narrow(self) -> bool:
        """Whether it writes no characters into cells: a terminal may then draw narrow ones."""
        return self.way in (ALONG, *GROUPS) or self.look in ("shade", "grey")

    @property
    def pattern(self) -> str:
        """A regular expression that all its tokens match, and nothing else up to a number's limits."""
        raise NotImplementedError

    def samples(self) -> Iterable[tuple[Any, str]]:
        """(value, meaning) of all its values where they are few (``closed``), otherwise of some."""
        raise NotImplementedError

    def described(self, lattice: Lattice, text: str = "") -> dict[str, Any]:
        """Return all that a program needs to know of it to offer and to draw its values, for JSON.

        ``text`` is the meaning of values that have none of their own.
        """
        tokens = []
        for value, meaning in self.samples():
            glyph = self.glyph(value, lattice)
            shown = None if glyph is None else glyph.described()
            tokens.append({"token": self.token(value), "value": value, "meaning": meaning or text, "glyph": shown})
        return {
            "type": self.kind, "drawn": self.way, "entry": self.entry, "pattern": self.pattern, "closed": self.closed,
            "nothing": self.nothing, "tokens": tokens, **self.details(),
        }  # fmt: skip

    def details(self) -> dict[str, Any]:
        """Return what else is to be said of this type, for JSON."""
        return {}

    def turned(self, value: Any, names: Mapping[str, str]) -> Any:
        """Return a value on a board that is turned or mirrored; ``names`` has per direction the name that it has then.

        Raise ValueError with a reason where there is no such value.
        """
        return value

    def spans(self, value: Any) -> tuple[int, int]:
        """Return the rows and columns of cells that a value lies on, from its own down and to the right."""
        return (1, 1)

    def gather(self, values: Any) -> Any:
        """Return the checked values of all places as a page sees them."""
        return values

    def counted(self, n: int, text: str) -> str:
        """How a person says that there are ``n`` places with the value 1; ``text`` is what the layer says of itself."""
        return str(n)

    def counted_off(self, n: int, text: str) -> str:
        """Return the same of places with the value 0."""
        return str(n)

    def fit(self, gathered: Any, lattice: Lattice, refuse: Refuse) -> None:
        """Raise what ``refuse`` makes when values that were gathered do not fit together."""

    def domain(self, puzzle: Any) -> tuple[int, int] | list[tuple[int, int]]:
        """Return the least and the greatest number that stands for it in a model: see ``AnswerLayer.domain``."""
        raise TypeError(f"{type(self).__name__} is no value of an answer")

    def told(self, numbers: Sequence[int | None], puzzle: Mapping[str, Any]) -> Sequence[Any]:
        """Return the values that a model's ``numbers`` stand for (None: undecided).

        ``puzzle`` are the input layers of the puzzle.
        """
        return numbers

    def numbers(self, values: Sequence[Any], puzzle: Mapping[str, Any]) -> Sequence[int | None]:
        """Return the numbers that stand for ``values`` in a model: the other way round.

        A wrong value has one outside the domain.
        """
        return values


def either(words: Sequence[str]) -> str:
    """Return some words as they stand in a sentence: ``1n, 1e, 1s or 1w``; of many the first ones."""
    if len(words) > MAX_NAMED:
        return f"{', '.join(words[:MAX_NAMED])}, ..."
    return " or ".join([*filter(None, [", ".join(words[:-1])]), *words[-1:]])


MAX_NAMED = 14
"""So many values are named in an error."""
NATURAL = "[0-9]{1,9}"
"""The pattern of a number from 0."""
MOST = 999_999_999
"""The largest number that can be written."""


def whole_number(token: str) -> int:
    """Return the whole number a token writes, at most nine digits long; raises ValueError with a reason."""
    told = token.removeprefix("-")
    number = digits(told)
    if number is None:
        large = len(told) > 9 and set(told) <= set("0123456789")
        raise ValueError(f"{token[:12]}... is too large a number" if large else f"{token!r} is not a number")
    return -number if token.startswith("-") else number


def index(value: Any) -> int:
    """Return a whole number as an int, other libraries' whole numbers too (numpy's for one).

    Raise ValueError for anything else.
    """
    if type(value) is int:
        if abs(value) > MOST:
            raise ValueError(f"{str(value)[:12]}... is too large a number")
        return value
    if not hasattr(value, "__index__"):
        raise ValueError(f"{brief(value)} is not a whole number")
    return index(int(value.__index__()))


def natural(value: Any) -> bool:
    """Return whether something is a whole number from 0 to ``MOST``."""
    return type(value) is int and 0 <= value <= MOST
