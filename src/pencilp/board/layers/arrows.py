"""Numbers with an arrow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers.bounds import greatest
from pencilp.board.layers.clues import UNKNOWN
from pencilp.board.layers.grids import Grid
from pencilp.board.layers.layer import Layer
from pencilp.board.layers.places import Place
from pencilp.board.layers.values import ValueType, natural, whole_number
from pencilp.errors import brief

if TYPE_CHECKING:
    from pencilp.board.layers.glyphs import Glyph
    from pencilp.board.layers.looks import Look


FILLS = {"b": "ink", "g": "grey", "w": "paper"}
"""The fill of cells with black, grey and white clues."""
CIRCLED = {"○": "w", "◯": "w", "●": "b", "◎": "g"}
"""Circles that people write for colours."""
WRITTEN = ("↑^u▲", "→>r▶", "↓vd▼", "←<l◀")
"""Signs that people write for up, right, down and left."""
NO_NUMBER = "-?"
"""The token of an unknown direction without a number; ``?`` alone is an unknown number."""
ASCII_ARROWS = {"↑": "^", "→": ">", "↓": "v", "←": "<"}


class ArrowGrid(Grid):
    """Numbers with arrows. One is known if its number is known and its direction is not ``?``."""

    def is_known(self, value: Any) -> bool:
        return value[-1] is not None and UNKNOWN not in value[-2:]


class Arrow(ValueType):
    """A number with an arrow: (direction, number), each possibly ``?`` or None; written ``2n``, ``?w``, ``3?``.

    The direction is an index of ``names``. ``colors`` (a string of letters) puts one of those letters before the token, and
    the value is (color, direction, number). The number is at most ``high`` (``pencilp.board.layers.bounds``).
    """

    kind = "arrow"
    look: str | Look = "arrow"

    def __init__(
        self, *, names: Sequence[str] = ("n", "e", "s", "w"), colors: str = "", high: int | str | None = None,
        look: str | Look = "",
    ) -> None:  # fmt: skip
        self.names, self.colors, self.greatest = tuple(names), colors, greatest(high)
        self.high = high if isinstance(high, int) else None
        self.look = look or self.look

    def check(self, value: Any) -> Any:
        want = 3 if self.colors else 2
        if not isinstance(value, (tuple, list)) or len(value) != want:
            raise ValueError(f"an arrow is a group of {want} values, not {brief(value)}")
        direction, number = value[-2:]
        if self.colors and value[0] not in self.colors:
            raise ValueError(f"{value[0]!r} is not one of {', '.join(self.colors)}")
        if direction not in (None, *range(len(self.names)), *([UNKNOWN] if self.names else [])):
            raise ValueError(f"direction {direction!r} does not exist")
        if number is not None and number != UNKNOWN and not natural(number):
            raise ValueError(f"{number!r} is not a number")
        return tuple(value)

    def usable(self, value: Any, lattice: Lattice) -> None:
        number = value[-1]
        high = self.high if self.greatest is None else self.greatest(lattice)
        if high is not None and type(number) is int and number > high:
            here = "" if self.greatest is None else " on this board"
            raise ValueError(f"{number} is not allowed{here}, only 0 to {high}")

    def parse(self, token: str) -> Any:
        color, rest = (token[:1], token[1:]) if self.colors else ("", token)
        if self.colors and (not color or color not in self.colors):
            raise ValueError(f"{token!r} must begin with one of {', '.join(self.colors)}")
        if rest == NO_NUMBER and self.names:
            return (color, UNKNOWN, None) if self.colors else (UNKNOWN, None)
        number = UNKNOWN if rest[:1] == UNKNOWN else rest[: len(rest) - len(rest.lstrip("0123456789"))]
        direction = rest[len(number) :]
        if direction and not self.names:
            raise ValueError(f"{token!r} is more than a colour and a number")
        if direction and direction not in self.names and direction != UNKNOWN:
            raise ValueError(f"{token!r} does not end in one of {', '.join(self.names)}")
        where = self.names.index(direction) if direction in self.names else (UNKNOWN if direction else None)
        value = (where, whole_number(number) if number and number != UNKNOWN else (number or None))
        return (color, *value) if self.colors else value

    def token(self, value: Any) -> str:
        direction, number = value[-2:]
        if number is None and direction == UNKNOWN:
            return f"{value[0] if self.colors else ''}{NO_NUMBER}"
        end = "" if direction is None else UNKNOWN if direction == UNKNOWN else self.names[direction]
        return f"{value[0] if self.colors else ''}{'' if number is None else number}{end}"

    def gather(self, values: Any) -> Any:
        if not isinstance(values, Grid):
            return values
        grid = ArrowGrid(values)
        grid.cells_at = values.cells_at
        return grid

    @property
    def pattern(self) -> str:
        colors = f"[{self.colors}]" if self.colors else ""
        if not self.names:
            return f"{colors}([0-9]{{1,9}}|[?])?"
        names = "|".join([*self.names, "[?]"])
        return f"{colors}((([0-9]{{1,9}}|[?])?({names})?)|-[?])"

    def samples(self) -> Iterable[tuple[Any, str]]:
        ways: list[Any] = [*range(len(self.names))] or [None]
        return [((color, way, 1) if self.colors else (way, 1), "") for color in self.colors or " " for way in ways]

    def turned(self, value: Any, names: Mapping[str, str]) -> Any:
        *color, direction, number = value
        if isinstance(direction, int):
            direction = self.names.index(names[self.names[direction]])
        return (*color, direction, number)

    def details(self) -> dict[str, Any]:
        return {"directions": list(self.names), "colors": list(self.colors)}

    def spellings(self, text: str) -> Iterator[str]:
        color, rest = "", text
        if self.colors:
            color, rest = CIRCLED.get(text[:1], text[:1].lower()), text[1:]
            if color not in self.colors and not self.names and text[-1:].lower() in self.colors:
                color, rest = text[-1:].lower(), text[:-1]
        match = re.fullmatch(r"([^0-9?]*)([0-9]+|[?])?([^0-9?]*)", rest)
        before, number, behind = match.groups() if match is not None else ("", None, "")
        way = (before or behind).strip()
        if match is not None and not (before and behind):
            named = {name.lower(): name for name in self.names}
            if len(self.names) == len(WRITTEN):
                named = {sign: name for name, signs in zip(self.names, WRITTEN, strict=True) for sign in signs} | named
            if way.lower() in named:
                yield f"{color}{number or ''}{named[way.lower()]}"
            elif not way:
                yield f"{color}{number or ''}"
        yield from super().spellings(text)

    def glyph(self, value: Any, lattice: Lattice) -> Glyph | None:
        from pencilp.board.layers.glyphs import Fill, Frame, Glyph, Pointer, Shape, Text
        from pencilp.board.layers.looks import circled

        if not isinstance(self.look, str):
            return self.look(self.token(value), lattice)
        color, direction, number = value if self.colors else ("", *value)
        text = "" if number is None else str(number)
        if self.look == "circle":
            return circled(color, text)
        shapes: list[Shape] = []
        color = "b" if self.look == "wall" else color
        if color in FILLS:
            shapes += [Fill(FILLS[color]), Frame("solid", 0.06)]
        ink = "paper" if color == "b" else "ink"
        if direction is None:
            return Glyph([*shapes, Text(text, paint=ink)], text)
        if direction == UNKNOWN:
            return Glyph([*shapes, Text(text + UNKNOWN, paint=ink)], text + UNKNOWN)
        name = self.names[direction]
        if name not in lattice.direction_names:
            return Glyph([*shapes, Text(text + name, paint=ink)], text + name)
        way = lattice.direction_names.index(name)
        arrow = lattice.arrows[way]
        return Glyph([*shapes, Pointer(text, way, ink)], text + arrow, text + ASCII_ARROWS.get(arrow, name))


class Arrows(Layer[Grid]):
    """Numbers with arrows in cells or, with ``on``, at other places.

    They are (direction, number) or, with ``colors``, (color, direction, number).
    """

    value: Arrow

    def __init__(
        self, text: str = "", *, names: Sequence[str] = ("n", "e", "s", "w"), colors: str = "",
        high: int | str | None = None, on: str | Place = "cells", optional: bool = False, look: str | Look = "",
    ) -> None:  # fmt: skip
        super().__init__(on, Arrow(names=names, colors=colors, high=high, look=look), text, optional=optional)
