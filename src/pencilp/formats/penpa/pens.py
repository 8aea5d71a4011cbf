"""How single values of a layer are drawn at a point of a Penpa drawing, and read from there: one pen for each kind of values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.layers.clues import UNKNOWN
from pencilp.board.layers.values import ValueType
from pencilp.formats.penpa.signs import BLACK, GREY, Colour, Element, Mark, dark, signs
from pencilp.formats.penpa.sketch import COMPASS, SLOTS, Label, Point, Sketch, Symbol

INK, PENCIL, WHITE, CIRCLED = 1, 2, 4, 6
"""Colours of texts: printed, in an answer, on black, in a white circle."""
MIDDLE = ""
"""The place of a text in the middle of its cell; others are at its corners."""
PLACES = (MIDDLE, "nw", "ne", "se", "sw")
ARROW_ENDS = {"n": 0, "w": 1, "e": 2, "s": 3, "nw": 4, "ne": 5, "sw": 6, "se": 7}
"""The numbers of directions behind a number with an arrow."""
EDGE_ARROWS = "eswnwnes"
"""The directions of the arrows next to a number, in older drawings."""
FIREFLIES = ("e", "s", "w", "n", None)
"""The sides of a firefly's dot, from style 1 on."""


class Pen:
    """Draws the values of a type, and reads them."""

    def __init__(self, value: ValueType) -> None:
        self.value = value

    def draw(self, value: Any, point: Point, sketch: Sketch) -> None:
        """Add a value to a drawing."""
        raise NotImplementedError

    def see(self, point: Point, sketch: Sketch) -> Any:
        """Return the value at a point, and take its elements; None if there is none."""
        raise NotImplementedError

    def meant(self, text: str) -> Any:
        """Return the value that a text means; None if it means none."""
        try:
            return self.value.meant(text)
        except ValueError:
            return None


class TextPen(Pen):
    """Texts: the tokens of values, in one of ``places``; the first one is for writing.

    They may have a ``style``, a cell with a ``colour``, and a ``square`` around them. ``strict`` ones are only read in
    coloured cells. With ``alone`` a coloured cell without a text is an unknown value.
    """

    def __init__(
        self, value: ValueType, *, style: int = INK, places: Sequence[str] = PLACES, colour: int = 0, square: bool = False,
        strict: bool = False, alone: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(value)
        self.style, self.places, self.colour, self.square = style, tuple(places), colour, square
        self.strict, self.alone = strict, alone

    @property
    def on_colour(self) -> bool:
        """Whether its texts are on coloured cells."""
        return bool(self.colour)

    def draw(self, value: Any, point: Point, sketch: Sketch) -> None:
        text = self.value.token(value)
        if self.style == CIRCLED and text == UNKNOWN:
            text = " "
        self.put(text, point, sketch)
        if self.colour:
            sketch.colours[point] = self.colour
        if self.square:
            sketch.symbols.setdefault(point, []).append(Symbol("square_L", 1))

    def put(self, text: str, point: Point, sketch: Sketch, mode: str = "1") -> None:
        """Write a text at the first free place. Only cells have more than one."""
        cell = point[0] % 2 == 1 == point[1] % 2
        for place in self.places if cell else (MIDDLE,):
            if place == MIDDLE and point not in sketch.texts:
                sketch.texts[point] = Label(text, self.style, mode)
                return
            if place != MIDDLE and (point, place) not in sketch.small:
                sketch.small[point, place] = Label(text, self.style)
                return

    def see(self, point: Point, sketch: Sketch) -> Any:
        if self.strict and not dark(sketch, point):
            return None
        for place in self.places:
            kind, where, label = (
                ("texts", point, sketch.texts.get(point)) if place == MIDDLE else self._small(point, place, sketch)
            )
            if label is None or (kind, where) in sketch.used:
                continue
            value = self.read(label)
            if value is not None:
                sketch.use(kind, where)
                if self.colour:
                    sketch.use("colours", point)
                self.also(point, sketch)
                return value
        return self.bare(point, sketch)

    @staticmethod
    def _small(point: Point, place: str, sketch: Sketch) -> tuple[str, Any, Label | None]:
        return "texts", (point, place), sketch.small.get((point, place))

    def read(self, label: Label) -> Any:
        """Return the value of a text; None if it has none."""
        if not label.text:
            return UNKNOWN if self.value.allows(UNKNOWN) else None
        return self.meant(label.text)

    def also(self, point: Point, sketch: Sketch) -> None:
        """Take the elements that go with a text: a colour, a circle or a square around it."""
        sketch.adorn("colours", point)
        if any(symbol.name.startswith(("circle_", "square_")) for symbol in sketch.symbols.get(point, ())):
            sketch.adorn("symbols", point)

    def bare(self, point: Point, sketch: Sketch) -> Any:
        """Return the value of a circle, a square or a black cell without a text, for values that have it."""
        if not self.value.allows(UNKNOWN):
            return None
        around = ("circle_",) * (self.style == CIRCLED) + ("square_",) * self.square
        if around and any(symbol.name.startswith(around) for symbol in sketch.symbols.get(point, ())):
            sketch.use("symbols", point)
            return UNKNOWN
        if self.colour and self.alone and dark(sketch, point) and ("colours", point) not in sketch.used:
            sketch.use("colours", point)
            return UNKNOWN
        return None


class SignPen(Pen):
    """Symbols: each token has its elements in ``table``; the others are texts."""

    def __init__(self, value: ValueType, table: dict[str, tuple[Element, ...]], *, text: TextPen) -> None:
        super().__init__(value)
        tokens = [value.token(sample) for sample, _ in value.samples()]
        self._signs = {token: table[token] for token in tokens if token in table}
        # an arrow on a black cell is more than an arrow, and a black cell alone less
        self._order = sorted(self._signs, key=lambda token: self._rank(self._signs[token][0]))
        self._text = text

    @staticmethod
    def _rank(element: Element) -> int:
        if isinstance(element, Mark):
            return 0 if element.colour else 1
        return 3 if isinstance(element, Colour) else 2

    def draw(self, value: Any, point: Point, sketch: Sketch) -> None:
        token = self.value.token(value)
        if token in self._signs:
            self._signs[token][0].draw(point, sketch)
        else:
            self._text.draw(value, point, sketch)

    def see(self, point: Point, sketch: Sketch) -> Any:
        for token in self._order:
            if any(element.take(point, sketch) for element in self._signs[token]):
                return self.value.check(self.value.parse(token))
        return self._text.see(point, sketch)


class BallPen(Pen):
    """Black balls (1) and white balls (0) in an answer: a cell without either is not decided."""

    def __init__(self, value: ValueType) -> None:
        super().__init__(value)
        self._balls = signs()["ball"]

    def draw(self, value: Any, point: Point, sketch: Sketch) -> None:
        self._balls["b" if value else "w"][0].draw(point, sketch)

    def see(self, point: Point, sketch: Sketch) -> Any:
        if point in sketch.colours and dark(sketch, point):
            return 1
        return next((int(token == "b") for token in "wb" if signs()["circle"][token][0].take(point, sketch)), None)


class ShadedNumberPen(TextPen):
    """Numbers of an answer; 0 is a shaded cell."""

    def draw(self, value: Any, point: Point, sketch: Sketch) -> None:
        if value == 0:
            sketch.colours[point] = BLACK
        else:
            super().draw(value, point, sketch)

    def see(self, point: Point, sketch: Sketch) -> Any:
        value = super().see(point, sketch)
        if value is None and dark(sketch, point):
            sketch.use("colours", point)
            return 0
        return value


class EitherPen(Pen):
    """Values of several types, each with its pen."""

    def __init__(self, value: Any, pens: Sequence[Pen]) -> None:
        super().__init__(value)
        self._pens = dict(zip(value.types, pens, strict=True))

    def draw(self, value: Any, point: Point, sketch: Sketch) -> None:
        self._pens[self.value.type_of(value)].draw(value, point, sketch)  # type: ignore[attr-defined]

    def see(self, point: Point, sketch: Sketch) -> Any:
        # a number on a black cell is more than a black cell
        for pen in reversed(self._pens.values()):
            value = pen.see(point, sketch)
            if value is not None:
                return value
        return None


COLOURS = {"b": BLACK, "g": GREY}
CIRCLE_STYLES = {"w": 1, "b": 2, "g": 5}


class ArrowPen(TextPen):
    """Numbers with an arrow, on a coloured cell or in a circle."""

    def __init__(self, value: Any, *, look: str, places: Sequence[str] = PLACES) -> None:
        super().__init__(value, places=places)
        self._names: tuple[str, ...] = value.names
        self._colors: str = value.colors
        self._circle = look == "circle"
        self._wall = look == "wall"

    @property
    def on_colour(self) -> bool:
        return self._wall

    def draw(self, value: Any, point: Point, sketch: Sketch) -> None:
        direction, number = value[-2:]
        color = value[0] if self._colors else ""
        text, mode = "" if number is None else str(number), "1"
        if direction == UNKNOWN:
            text = self.value.token(value)[len(color) :]
        elif direction is not None:
            text, mode = f"{text}_{ARROW_ENDS[self._names[direction]]}", "2"
        if self._circle:
            sketch.symbols.setdefault(point, []).append(Symbol("circle_L", CIRCLE_STYLES[color or "w"]))
        elif color in COLOURS or self._wall:
            sketch.colours[point] = COLOURS.get(color, BLACK)
        black = color == "b" or self._wall
        if text or (color == "w" and not self._circle):
            sketch.texts[point] = Label(text or " ", WHITE if black else INK, mode)

    def see(self, point: Point, sketch: Sketch) -> Any:
        label = sketch.texts.get(point)
        if label is not None and ("texts", point) in sketch.used:
            label = None
        color = self._color(point, sketch, label)
        if label is None and not color:
            return None
        direction, number = self._parts(label.text if label else "")
        if direction is None and label is not None:
            direction = self._adjacent(point, sketch)
        parts = (*([color] if self._colors else []), direction, number)
        if not self.value.allows(parts) or (not self._colors and direction is None and number is None):
            return None
        if label is not None:
            sketch.use("texts", point)
        if self._wall or (self._colors and not self._circle):
            sketch.use("colours", point)
        elif self._circle:
            sketch.use("symbols", point)
        self.also(point, sketch)
        return self.value.check(parts)

    def _color(self, point: Point, sketch: Sketch, label: Label | None) -> str:
        """Return the colour of a clue; "" if there is none, or if it means nothing."""
        if not self._colors:
            return ""
        if self._circle:
            found = [s.style for s in sketch.symbols.get(point, ()) if s.name.startswith("circle_")]
            if not found and label is None:
                return ""
            style = found[0] if found else {7: 2}.get(label.style if label else 0, 1)
            color = "b" if style == 2 else "w" if style in (0, 1) else "g"
            return color if color in self._colors else self._colors[0]
        shade = sketch.colours.get(point)
        if shade is None or not dark(sketch, point):
            return "w" if label is not None else ""
        return "b" if shade == BLACK else "g"

    def _parts(self, text: str) -> tuple[Any, Any]:
        """Return the direction and the number of a text."""
        match = re.fullmatch(r"(.*?)_([0-7])", text, re.ASCII)
        bare, end = (match[1], int(match[2])) if match else (text, -1)
        way = next((way for way, number in ARROW_ENDS.items() if number == end), None)
        direction: Any = self._names.index(way) if way in self._names else None
        number: Any = UNKNOWN if bare == UNKNOWN else digits(bare)
        if direction is None and number is None and bare:
            value = self.meant(self._colors[:1] + bare)
            return (None, None) if value is None else value[-2:]
        return direction, number

    def _adjacent(self, point: Point, sketch: Sketch) -> Any:
        """Return the direction of an arrow along the side of the cell."""
        for symbol in sketch.symbols.get(point, ()):
            if symbol.name.startswith("arrow_fouredge") and isinstance(symbol.style, tuple) and 1 in symbol.style[:8]:
                sketch.use("symbols", point)
                return self._names.index(EDGE_ARROWS[symbol.style.index(1)])
        return None


class FireflyPen(ArrowPen):
    """Fireflies: a circle with a dot on one side, and a number."""

    def __init__(self, value: Any, places: Sequence[str] = PLACES) -> None:
        super().__init__(value, look="", places=places)

    def draw(self, value: Any, point: Point, sketch: Sketch) -> None:
        direction, number = value
        way = None if direction is None else self._names[direction]
        sketch.symbols.setdefault(point, []).append(Symbol("firefly", FIREFLIES.index(way) + 1))
        if number is not None:
            self.put(str(number), point, sketch)

    def see(self, point: Point, sketch: Sketch) -> Any:
        found = [s.style for s in sketch.symbols.get(point, ()) if s.name == "firefly" and s.style in range(1, 6)]
        if not found:
            return None
        way = FIREFLIES[found[0] - 1]
        sketch.use("symbols", point)
        label = sketch.texts.get(point)
        _, number = self._parts(label.text) if label else (None, None)
        if label:
            sketch.use("texts", point)
        value = (None if way is None else self._names.index(way), UNKNOWN if way is None and number is None else number)
        return self.value.check(value)


class ListPen(TextPen):
    """Several values in a cell, in one text: without anything between them if each is one character, else with commas."""

    def draw(self, value: Any, point: Point, sketch: Sketch) -> None:
        each: ValueType = self.value.value  # type: ignore[attr-defined]
        tokens = [each.token(one) for one in value]
        if all(len(token) == 1 for token in tokens) and tokens:
            self.put("".join(tokens), point, sketch, "4")
        else:
            self.put(",".join(tokens), point, sketch)

    def read(self, label: Label) -> Any:
        text = label.text
        if not text:
            return self.meant("")
        if re.search(r"[,\s/]", text):
            return self.meant(",".join(re.split(r"[,\s/]+", text)))
        if len(text) > 1 and label.mode != "4":
            whole = self.meant(text)
            if whole is not None:
                return whole
        return self.meant(",".join(text))


class CompassPen(Pen):
    """Values about directions, at the sides of their cell."""

    def draw(self, value: Any, point: Point, sketch: Sketch) -> None:
        each: ValueType = self.value.value  # type: ignore[attr-defined]
        sketch.symbols.setdefault(point, []).append(Symbol("compass", 1))
        for way, one in zip(self._ways, value, strict=True):
            token = each.token(one)
            if token != UNKNOWN:
                sketch.small[point, way] = Label(token)

    @property
    def _ways(self) -> str:
        ways: str = self.value.ways  # type: ignore[attr-defined]
        return ways

    def see(self, point: Point, sketch: Sketch) -> Any:
        there = any(symbol.name == "compass" for symbol in sketch.symbols.get(point, ()))
        labels = [sketch.small.get((point, way)) for way in self._ways]
        if not there and not any(labels):
            return None
        sketch.use("symbols", point)
        for way in COMPASS:
            sketch.use("texts", (point, way))
        return self.meant(",".join((label.text if label else "") or UNKNOWN for label in labels))


class SumsPen(Pen):
    """Sums below a cell and to its right, in its lower left and upper right corner."""

    def draw(self, value: Any, point: Point, sketch: Sketch) -> None:
        sketch.symbols.setdefault(point, []).append(Symbol("kakuro", 1))
        for place, number in zip(("sw", "ne"), value, strict=True):
            if number is not None:
                sketch.small[point, place] = Label(str(number), WHITE)

    def see(self, point: Point, sketch: Sketch) -> Any:
        black = any(symbol.name == "kakuro" for symbol in sketch.symbols.get(point, ())) or dark(sketch, point)
        labels = [sketch.small.get((point, place)) for place in ("sw", "ne")]
        if not black and not any(labels):
            return None
        value = self.meant("\\".join(label.text if label else "" for label in labels))
        if value is not None:
            sketch.use("symbols", point)
            self._use(point, sketch)
        return value

    @staticmethod
    def _use(point: Point, sketch: Sketch) -> None:
        sketch.use("colours", point)
        for place in SLOTS:
            sketch.use("texts", (point, place))


def free_places(taken: Iterable[str], first: str) -> tuple[str, ...]:
    """Return the places for texts of a layer, ``first`` before the others, without those that other layers have."""
    others = set(taken)
    return tuple(place for place in (first, *(p for p in PLACES if p != first)) if place not in others)
