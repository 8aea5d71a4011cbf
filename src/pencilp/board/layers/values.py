"""The base class of value types, and functions that several of them need."""

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
"""Each value as its glyph."""
ALONG = "along"
"""A line along each edge whose value is not 0."""
ACROSS = "across"
"""Lines from cell to cell; the value is their number."""
BRIDGES = "bridges"
"""The same on a board without a grid, with double lines."""
OUTLINES = "outlines"
"""Walls between cells with different values."""
CAGES = "cages"
"""Dashed lines a little inside the groups of cells with equal values."""
TUBES = "tubes"
"""Glass tubes through the cells with values (label, place), from the bulb at place 1."""
DIAGONALS = "diagonals"
"""The two long diagonals of the frame, if the one value for the whole board is not 0."""
AREAS = "areas"
"""Each value as its glyph, and borders between cells with different values."""
CIRCLES = "circles"
"""Each value as its glyph, on a board with a circle for every cell and without a grid."""

STROKES = (ALONG, ACROSS, BRIDGES)
"""The ways of values that are numbers of lines."""
GROUPS = (OUTLINES, CAGES)
"""The ways of values that group cells."""

WAYS = (GLYPHS, ALONG, ACROSS, BRIDGES, OUTLINES, CAGES, TUBES, DIAGONALS, AREAS, CIRCLES)

# -- ways in which a person enters a value ----------------------------------------------------------------------------

TYPED = "typed"
"""By keys."""
CYCLED = "cycled"
"""Click through the tokens at one place."""
DRAGGED = "dragged"
"""Drag over places: the cells of a room or a path, a line from cell to cell."""
DRAWN = "drawn"
"""Click on edges between cells."""


class ValueType:
    """The possible values of a place of a layer, their tokens and their looks.

    It knows no place and no rule. A value type is one file. It defines which values are valid (``check``), their tokens
    (``token``, ``parse``), how they are drawn (``way``, ``glyph``) and how a person enters them (``entry``).
    """

    kind = ""
    """Its name."""
    way = GLYPHS
    """The way in which its layer is drawn, one of ``WAYS``."""
    entry = TYPED
    """How a person enters it: ``TYPED``, ``CYCLED``, ``DRAGGED`` or ``DRAWN``."""
    look: str | Look = "text"
    """The look that turns a token into a glyph: its name or function (``pencilp.board.layers.looks``)."""
    nothing: Any = None
    """The value of an empty place, written ``-``."""

    places: tuple[str, ...] = ()
    """The names of its possible places; empty: all."""
    connected = False
    """Whether cells with one value must be connected."""
    marked: Any = None
    """The value that formats without a token for it write as a shaded cell."""
    closed = False
    """Whether ``samples`` lists all tokens."""
    greatest: Callable[[Lattice], int] | None = None
    """The maximum on a board, as a function of the lattice, if it is not a fixed number."""
    missing = ""
    """The message for an empty place, if no place may be empty."""
    apart = True
    """Whether the glyph of a value is independent of other values."""
    joined = False
    """Whether a value is drawn as ``joined_glyph``, with neighbours that have the same value."""
    counter: str | None = None
    """The token of a value that is drawn as ``counted_glyph``, with the number of runs on the board."""
    runs: Mapping[str, int] = {}
    """The tokens whose runs are counted: the direction of the place before, in a run of each."""
    names_only = False
    """Whether its numbers are only names, so that people may write letters."""
    numbers_of_tokens: Mapping[str, int] = {}
    """Token -> number in a model, if its values are tokens."""
    packs = False
    """Whether its tokens may be typed without spaces: most of them are a single character."""

    def check(self, value: Any) -> Any:
        """Return the value to store for ``value``, which is never None.

        Raise ValueError with a reason if it is not allowed.
        """
        raise NotImplementedError

    def usable(self, value: Any, lattice: Lattice) -> None:
        """Raise ValueError with a reason if an allowed value is impossible on this board."""

    def allows(self, value: Any) -> bool:
        """Return whether a value is allowed."""
        try:
            self.check(value)
        except ValueError:
            return False
        return True

    def parse(self, token: str) -> Any:
        """Return the value of a token. Raise ValueError with a reason."""
        raise NotImplementedError

    def token(self, value: Any) -> str:
        """Return the token of a value other than nothing."""
        return str(value)

    def spellings(self, text: str) -> Iterator[str]:
        """Yield the tokens that a person may mean by ``text``, the likeliest first."""
        yield text
        yield text.lower()
        yield text.upper()
        if "¥" in text or "￥" in text:
            # Japanese keyboards have these for a backslash
            yield text.replace("¥", "\\").replace("￥", "\\")

    def meant(self, text: str) -> Any:
        """Return the value that a person means by ``text``.

        It is the value of this token, or else the common value of all ``spellings``. Raise ValueError with a reason if
        there is none, or if the spellings have several values.
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

    def range_text(self, lattice: Lattice | None) -> str:
        """Return a description of its numbers, on a ``lattice`` or on any; "" if it has no numbers."""
        return ""

    def wanted(self) -> str:
        """Return a description of its tokens: ``w or b``."""
        return either([self.token(value) for value, _ in self.samples()])

    def glyph(self, value: Any, lattice: Lattice) -> Glyph | None:
        """Return the drawing of a value; None if it is invisible."""
        if value == self.nothing:
            return None
        from pencilp.board.layers.looks import look_of

        return look_of(self.look)(self.token(value), lattice)

    def joined_glyph(self, value: Any, directions: Sequence[int], lattice: Lattice) -> Glyph | None:
        """Return the drawing of a value in a cell whose neighbours in these ``directions`` have the same value."""
        raise NotImplementedError

    def counted_glyph(self, count: int, lattice: Lattice) -> Glyph | None:
        """Return the drawing of the value ``counter`` on a board with this number of runs."""
        raise NotImplementedError

    def count_runs(self, values: Mapping[int, Any], lattice: Lattice) -> int:
        """Return the number of runs of places with the same token of ``runs``."""
        return sum(values.get(lattice.step[c][self.runs[v]]) != v for c, v in values.items() if v in self.runs)

    def glyphs(self, items: Iterable[tuple[Any, Any]], lattice: Lattice) -> Iterator[tuple[Any, Any, Glyph]]:
        """Yield (place, value, glyph) for the visible ``items``, which are pairs of a place and a value."""
        if self.joined:
            yield from self._joined_glyphs(dict(items), lattice)
            return
        known: dict[Any, Glyph | None] = {}
        if self.counter is not None:
            values = dict(items)
            known[self.counter] = self.counted_glyph(self.count_runs(values, lattice), lattice)
            items = values.items()
        for place, value in items:
            if value is not None:
                if value not in known:
                    known[value] = self.glyph(value, lattice)
                glyph = known[value]
                if glyph is not None:
                    yield place, value, glyph

    def _joined_glyphs(self, values: Mapping[int, Any], lattice: Lattice) -> Iterator[tuple[Any, Any, Glyph]]:
        for cell, value in values.items():
            if value is not None and value != self.nothing:
                same = [d for d, n in enumerate(lattice.step[cell]) if values.get(n) == value]
                glyph = self.joined_glyph(value, same, lattice)
                if glyph is not None:
                    yield cell, value, glyph

    def caption(self, name: str, value: Any, text: str = "") -> str:
        """Return the caption above the board for a value of the whole puzzle, or "".

        ``name`` and ``text`` are the layer's.
        """
        return f"{name}: {self.token(value)}"

    def pieces(self, value: Any) -> Sequence[Sequence[str]]:
        """Return the pieces above the board for a value of the whole puzzle, each as rows of ``x`` and ``.``."""
        return ()

    @property
    def narrow(self) -> bool:
        """Whether it writes no text into cells, so that a terminal may draw narrow cells."""
        return self.way in (ALONG, *GROUPS) or self.look in ("shade", "grey")

    @property
    def pattern(self) -> str:
        """A regular expression that exactly its tokens match, apart from limits of numbers."""
        raise NotImplementedError

    def samples(self) -> Iterable[tuple[Any, str]]:
        """Return (value, meaning) for all its values if they are few (``closed``), otherwise for some."""
        raise NotImplementedError

    def described(self, lattice: Lattice, text: str = "") -> dict[str, Any]:
        """Return everything that a program needs to offer and draw its values, for JSON.

        ``text`` is the meaning of values without their own meaning.
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
        """Return further attributes of this type, for JSON."""
        return {}

    def turned(self, value: Any, names: Mapping[str, str]) -> Any:
        """Return a value on a rotated or mirrored board; ``names`` has the new name of each direction.

        Raise ValueError with a reason if there is no such value.
        """
        return value

    def spans(self, value: Any) -> tuple[int, int]:
        """Return the numbers of rows and columns that a value covers, from its own cell down and to the right."""
        return (1, 1)

    def gather(self, values: Any) -> Any:
        """Return the checked values of all places as genre modules see them."""
        return values

    def said(self, value: Any, text: str, *, holds: bool = True) -> str:
        """Return a sentence that places (``{}``) have a value, or without ``holds`` that they do not: "{} is 5".

        ``text`` is what the layer says of itself.
        """
        shown = "empty" if value == self.nothing else self.token(value)
        return f"{{}} is {shown}" if holds else f"{{}} is not {shown}"

    def counted(self, n: int, text: str) -> str:
        """Return the text for ``n`` places with the value 1; ``text`` is the layer's."""
        return str(n)

    def counted_off(self, n: int, text: str) -> str:
        """Return the same for places with the value 0."""
        return str(n)

    def fit(self, gathered: Any, lattice: Lattice, refuse: Refuse) -> None:
        """Raise the error that ``refuse`` returns if gathered values do not fit together."""

    def domain(self, puzzle: Any) -> tuple[int, int] | list[tuple[int, int]]:
        """Return the minimum and maximum of its numbers in a model: see ``AnswerLayer.domain``."""
        raise TypeError(f"{type(self).__name__} is no value of an answer")

    def decode(self, numbers: Sequence[int | None], puzzle: Mapping[str, Any]) -> Sequence[Any]:
        """Return the values for a model's ``numbers`` (None: undecided).

        ``puzzle`` has the input layers of the puzzle.
        """
        return numbers

    def numbers(self, values: Sequence[Any], puzzle: Mapping[str, Any]) -> Sequence[int | None]:
        """Return the numbers for ``values`` in a model: the inverse of ``decode``.

        A wrong value has a number outside the domain.
        """
        return values


def either(words: Sequence[str]) -> str:
    """Return words for a sentence: ``1n, 1e, 1s or 1w``; if they are many, only the first."""
    if len(words) > MAX_NAMED:
        return f"{', '.join(words[:MAX_NAMED])}, ..."
    return " or ".join([*filter(None, [", ".join(words[:-1])]), *words[-1:]])


MAX_NAMED = 14
"""Values that an error lists."""
NATURAL = "[0-9]{1,9}"
"""The regular expression of a number from 0."""
MAX_NUMBER = 999_999_999
"""The largest number that can be written."""


def whole_number(token: str) -> int:
    """Return the whole number of a token, of at most nine digits. Raise ValueError with a reason."""
    unsigned = token.removeprefix("-")
    number = digits(unsigned)
    if number is None:
        large = len(unsigned) > 9 and set(unsigned) <= set("0123456789")
        raise ValueError(f"{token[:12]}... is too large a number" if large else f"{token!r} is not a number")
    return -number if token.startswith("-") else number


def index(value: Any) -> int:
    """Return a whole number as an int, also if it is of another library such as numpy.

    Raise ValueError for anything else.
    """
    if type(value) is int:
        if abs(value) > MAX_NUMBER:
            raise ValueError(f"{str(value)[:12]}... is too large a number")
        return value
    if not hasattr(value, "__index__"):
        raise ValueError(f"{brief(value)} is not a whole number")
    return index(int(value.__index__()))


def natural(value: Any) -> bool:
    """Return whether a value is a whole number from 0 to ``MAX_NUMBER``."""
    return type(value) is int and 0 <= value <= MAX_NUMBER
