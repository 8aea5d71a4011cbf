"""Looks of tokens, which genre modules choose by name: ``Symbols({"T": "a tree"}, look="tree")``.

A look turns a token into a glyph. A genre module may also give its own function instead of a name.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.lattice import Lattice
from pencilp.board.layers.clues import UNKNOWN
from pencilp.board.layers.glyphs import BOXES, Circle, Curve, Fill, Glyph, Polygon, Shape, Spokes, Strokes, Text

Look = Callable[[str, Lattice], Glyph]
"""A function that turns a token into a glyph."""


def is_number(token: str) -> bool:
    """Return whether a token is a number or ``?``, which most looks show unchanged."""
    return token == UNKNOWN or digits(token.removeprefix("-")) is not None


def text(token: str, lattice: Lattice) -> Glyph:
    """Return the token in the middle of the cell."""
    return Glyph([Text(token, free=True)], token, repeats=True)


def small(token: str, lattice: Lattice) -> Glyph:
    """Return the token in the upper left corner of the cell."""
    return Glyph([Text(token, corner=True)], token)


def shade(token: str, lattice: Lattice) -> Glyph:
    """Return the whole cell shaded."""
    return Glyph([Fill("shade")])


def wall(token: str, lattice: Lattice) -> Glyph:
    """Return a black cell, with its number."""
    return _filled("ink", "paper", token)


def grey(token: str, lattice: Lattice) -> Glyph:
    """Return a grey cell, with its number."""
    return _filled("grey", "ink", token)


def _filled(paint: str, ink: str, token: str) -> Glyph:
    return Glyph([Fill(paint), Text(token, paint=ink)], token) if is_number(token) else Glyph([Fill(paint)])


CIRCLES = {"w": ("paper", "○", "o"), "b": ("ink", "●", "@"), "g": ("grey", "◎", "%")}
"""The fill, the character and the ASCII character of white, black and grey circles."""


def circle(token: str, lattice: Lattice) -> Glyph:
    """Return a white, black or grey circle for ``w``, ``b``, ``g``; otherwise a white one, with its number."""
    if is_number(token):
        return circled("", token)
    return circled(token if token in CIRCLES else "w", "")


def circled(kind: str, number: str) -> Glyph:
    """Return a circle of a kind (w, b, g; "": white, with brackets in a terminal) around a number."""
    fill, sign, ascii = CIRCLES[kind or "w"]
    shapes: list[Shape] = [Circle(0.38, fill, level="rounds" if number else "shapes")]
    if number:
        shapes.append(Text(number, room=0.85, paint="paper" if kind == "b" else "ink"))
    if not kind:
        return Glyph(shapes, f"({number})", repeats=True)
    return Glyph(shapes, sign + number, ascii + number, repeats=True)


def weighing(token: str, lattice: Lattice, r: float = 0.16) -> Glyph:
    """Return a small white, black or grey circle: w, b, g; other tokens as text."""
    if token not in CIRCLES:
        return text(token, lattice)
    fill, sign, ascii = CIRCLES[token]
    return Glyph([Circle(r, fill, level="rounds")], sign, ascii)


def weighing_between(token: str, lattice: Lattice) -> Glyph:
    """Return the same on an edge or a corner, where glyphs are drawn at half the size."""
    return weighing(token, lattice, 0.32)


OUTLINES = {"c": "○", "t": "△", "s": "□"}
OUTLINE_POINTS = {
    "t": [(0, -0.33), (0.36, 0.29), (-0.36, 0.29)],
    "s": [(-0.28, -0.28), (0.28, -0.28), (0.28, 0.28), (-0.28, 0.28)],
}


def outline(token: str, lattice: Lattice) -> Glyph:
    """Return the outline of a circle, a triangle or a square: c, t, s; other tokens as text."""
    if token not in OUTLINES:
        return text(token, lattice)
    points = OUTLINE_POINTS.get(token)
    shape = Polygon(points, "none", stroke="ink", width=0.06) if points else Circle(0.32, "none", width=0.06)
    return Glyph([shape], OUTLINES[token], token, repeats=True)


def center(token: str, lattice: Lattice) -> Glyph:
    """Return a small circle, white (w) or black, in the cell, on its right (e) or lower edge (s), or on a corner (se)."""
    x, y = ((way in token[1:]) / 2 for way in "es")
    black = token[:1] == "b"
    shape = Circle(0.14, "ink" if black else "paper", x=x, y=y, level="rounds")
    return Glyph([shape], "●" if black else "○", "@" if black else "o", at=(x, y))


def star(token: str, lattice: Lattice) -> Glyph:
    """Return a star with five points."""
    points = []
    for k in range(10):
        r = 0.36 if k % 2 == 0 else 0.15
        x, y = _turned(k / 10)
        points.append((r * x, 0.02 + r * y))
    return Glyph([Polygon(points, "line")], "★", "*")


def _turned(part: float) -> tuple[float, float]:
    """Return the point at a fraction of the unit circle, clockwise from the top."""
    return sin(2 * pi * part), -cos(2 * pi * part)


def bulb(token: str, lattice: Lattice) -> Glyph:
    """Return a lamp."""
    rays = []
    for k in range(8):
        x, y = _turned(k / 8)
        rays.append(((0.3 * x, 0.3 * y), (0.38 * x, 0.38 * y)))
    return Glyph([Strokes(rays, "rim", 0.045), Circle(0.22, "light", "rim")], "●", "o")


def tent(token: str, lattice: Lattice) -> Glyph:
    """Return a tent."""
    return Glyph(
        [
            Polygon([(0, -0.3), (0.34, 0.28), (-0.34, 0.28)], "line", stroke="line", width=0.06),
            Polygon([(0, -0.02), (0.12, 0.29), (-0.12, 0.29)], "paper"),
        ],
        "▲",
        "A",
    )


def tree(token: str, lattice: Lattice) -> Glyph:
    """Return a tree."""
    trunk = Polygon([(-0.05, 0), (0.05, 0), (0.05, 0.38), (-0.05, 0.38)], "ink")
    crown = ((0, -0.17, 0.19), (-0.16, 0.02, 0.17), (0.16, 0.02, 0.17), (0, 0, 0.14))
    return Glyph([trunk, *(Circle(r, "ink", "none", x=x, y=y, width=0) for x, y, r in crown)], "♣", "T")


def mine(token: str, lattice: Lattice) -> Glyph:
    """Return a mine."""
    spikes = []
    for k in range(4):
        x, y = _turned(k / 8)
        spikes.append(((-0.33 * x, 0.33 * y), (0.33 * x, -0.33 * y)))
    body = Circle(0.23, "ink", "none", width=0)
    return Glyph(
        [Strokes(spikes, "ink", 0.06), body, Circle(0.055, "paper", "none", x=-0.07, y=-0.07, width=0)], "●", "*"
    )


def dot(token: str, lattice: Lattice) -> Glyph:
    """Return a small black circle."""
    return Glyph([Circle(0.16, "ink", "none", width=0, level="rounds")], "•", "o")


def cross(token: str, lattice: Lattice) -> Glyph:
    """Return a cross."""
    return Glyph([_crossed(0.2, "ink", 0.05)], "×", "x")


def _crossed(r: float, paint: str, width: float) -> Strokes:
    return Strokes([((-r, -r), (r, r)), ((-r, r), (r, -r))], paint, width)


def magnet(token: str, lattice: Lattice) -> Glyph:
    """Return the poles ``+`` and ``-`` (or ``_``); ``x`` is a half without a pole; other tokens as text."""
    if token in ("+", "-", "_"):
        pieces = [((-0.22, 0.0), (0.22, 0.0))] + [((0.0, -0.22), (0.0, 0.22))] * (token == "+")
        return Glyph([Strokes(pieces, "ink", 0.085)], "+" if token == "+" else "−", "+" if token == "+" else "-")
    if token == "x":
        return Glyph([_crossed(0.154, "faint", 0.035)], "×", "x")
    return text(token, lattice)


SHIPS = {"n": ("▲", "^"), "e": ("▶", ">"), "s": ("▼", "v"), "w": ("◀", "<"), "o": ("●", "o"), "m": ("■", "m")}
"""The characters of the parts of ships: ends, boats of one cell, middles."""


def ship(token: str, lattice: Lattice) -> Glyph:
    """Return a part of a ship: an end ``n e s w``, a boat ``o``, water ``x`` or ``~``, a middle ``m`` or another sign."""
    r = 0.36
    if token in ("x", "~"):
        waves: list[Shape] = []
        for y in (-0.1, 0.1):
            steps: list[tuple[Any, ...]] = [("M", -0.26, y)]
            for k in range(4):
                x = -0.26 + 0.13 * k
                steps.append(("Q", x + 0.065, y + (0.13 if k % 2 else -0.13), x + 0.13, y))
            waves.append(Curve(steps, "none", stroke="ink", width=0.04))
        return Glyph(waves, "~")
    if token == "o":
        return Glyph([Circle(0.34, "solid", "none", width=0)], *SHIPS["o"])
    if token in ("n", "e", "s", "w"):
        steps = [("M", -r, r), ("L", -r, 0), ("A", r, r, 0), ("L", r, r), ("Z",)]
        return Glyph([Curve(steps, "solid", turn=90 * "nesw".index(token))], *SHIPS[token])
    return Glyph([Polygon([(-r, -r), (r, -r), (r, r), (-r, r)], "solid")], *SHIPS["m"])


def slash(token: str, lattice: Lattice) -> Glyph:
    r"""Return a diagonal of the cell, ``/`` or ``\``."""
    up = 0.5 if token == "/" else -0.5
    sign = {"/": "╱", "\\": "╲"}.get(token, token)
    return Glyph([Strokes([((-up, 0.5), (up, -0.5))], "line", 0.08, level="lines")], sign, token)


def triangle(token: str, lattice: Lattice) -> Glyph:
    """Return a half cell, black in the corner that the token names: ``nw ne sw se``; other tokens as text."""
    square = {"nw": (-1, -1), "ne": (1, -1), "se": (1, 1), "sw": (-1, 1)}
    if token not in square:
        return text(token, lattice)
    away = tuple(-n for n in square[token])
    points = [(x / 2, y / 2) for x, y in square.values() if (x, y) != away]
    return Glyph([Polygon(points, "solid", level="ground")], dict(zip(square, "◤◥◢◣", strict=True))[token], token)


def bar(token: str, lattice: Lattice) -> Glyph:
    """Return a vertical bar for ``ns``, a horizontal bar for ``ew``, within the cell."""
    upright = token == "ns"
    x, y = (0, 0.36) if upright else (0.36, 0)
    shape = Strokes([((-x, -y), (x, y))], "line", 0.11, level="lines")
    return Glyph([shape], "│" if upright else "─", "|" if upright else "-")


def gate(token: str, lattice: Lattice) -> Glyph:
    """Return a dashed line through the cell, vertical for ``ns``, horizontal for ``ew``.

    ``x`` is a black cell; ``o`` and other tokens are a circle.
    """
    if token == "x":
        return wall(token, lattice)
    if token not in ("ns", "ew"):
        return Glyph([Circle(0.4)], "○", "o")
    dashes = [((k / 6 - 0.45, 0.0), (k / 6 - 0.38, 0.0)) for k in range(6)]
    if token == "ns":
        dashes = [((0.0, a), (0.0, b)) for (a, _), (b, _) in dashes]
    return Glyph(
        [Strokes(dashes, "ink", 0.1, cap="butt")], "┆" if token == "ns" else "┄", ":" if token == "ns" else "="
    )


def pointer(token: str, lattice: Lattice) -> Glyph:
    """Return an arrow in the direction of the token (``n ne e se s sw w nw``); other tokens as text."""
    return _pointer(token, 1, 0) if token in POINTER_WAYS else text(token, lattice)


def small_pointer(token: str, lattice: Lattice) -> Glyph:
    """Return the same arrow, small, in the upper left corner of the cell; other tokens as text."""
    return _pointer(token, 0.45, -0.32) if token in POINTER_WAYS else text(token, lattice)


POINTER_WAYS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""The directions of pointers, clockwise."""


def _pointer(token: str, size: float, middle: float) -> Glyph:
    """Return an arrow of a size around the point (``middle``, ``middle``)."""
    way = POINTER_WAYS.index(token)
    x, y = _turned(way / 8)

    def point(ahead: float, aside: float) -> tuple[float, float]:
        return middle + size * (ahead * x - aside * y), middle + size * (ahead * y + aside * x)

    head = [point(0.32, 0), point(0.08, 0.15), point(0.08, -0.15)]
    shaft = Strokes([(point(-0.32, 0), point(0.1, 0))], "ink", 0.07 * size, cap="butt")
    return Glyph([shaft, Polygon(head, "ink")], "↑↗→↘↓↙←↖"[way], token)


def arrow_between(token: str, lattice: Lattice) -> Glyph:
    """Return an arrowhead on an edge, in the direction of the token (``n e s w``).

    It is drawn at half the size; other tokens as text.
    """
    if token not in ("n", "e", "s", "w"):
        return text(token, lattice)
    way = "nesw".index(token)
    x, y = _turned(way / 4)
    head = [
        (0.5 * x, 0.5 * y),
        (-0.35 * x - 0.45 * y, -0.35 * y + 0.45 * x),
        (-0.35 * x + 0.45 * y, -0.35 * y - 0.45 * x),
    ]
    return Glyph([Polygon(head, "ink", stroke="paper", width=0.08, level="rounds")], "↑→↓←"[way], "^>v<"[way])


def arrowhead(token: str, lattice: Lattice) -> Glyph:
    """Return a black cell, with a white arrow if the token is a direction (``n e s w``)."""
    ways = {"n": ((0, -1), "▲", "^"), "e": ((1, 0), "▶", ">"), "s": ((0, 1), "▼", "v"), "w": ((-1, 0), "◀", "<")}
    if token not in ways:
        return _filled("ink", "paper", token)
    (x, y), sign, ascii = ways[token]
    points = [(0.3 * x, 0.3 * y), (-0.2 * x - 0.3 * y, -0.2 * y + 0.3 * x), (-0.2 * x + 0.3 * y, -0.2 * y - 0.3 * x)]
    return Glyph([Fill("ink"), Polygon(points, "paper")], sign, ascii)


def plank(token: str, lattice: Lattice) -> Glyph:
    """Return a plus, or a vertical (``|``) or horizontal (``_``) line; other tokens as text."""
    if token not in ("+", "|", "_"):
        return text(token, lattice)
    pieces = [((0.0, -0.25), (0.0, 0.25))] * (token != "_") + [((-0.25, 0.0), (0.25, 0.0))] * (token != "|")
    return Glyph([Strokes(pieces, "ink", 0.08)], {"+": "┼", "|": "│", "_": "─"}[token], token)


def arrow(token: str, lattice: Lattice) -> Glyph:
    """Return an arrow in the direction of the token (``n e s w``), otherwise a circle with its number."""
    ways = {"n": ((0, -1), "↑", "^"), "e": ((1, 0), "→", ">"), "s": ((0, 1), "↓", "v"), "w": ((-1, 0), "←", "<")}
    if is_number(token):
        return circled("w", "") if token == UNKNOWN else circled("", token)
    if token not in ways:
        return Glyph([Circle(0.36, "none", width=0.06)], "○", "o", repeats=True)
    (x, y), sign, ascii = ways[token]
    tip, r = (0.32 * x, 0.32 * y), 0.2
    sides = [(tip[0] - r * x + k * r * y, tip[1] - r * y - k * r * x) for k in (1, -1)]
    pieces = [((-tip[0], -tip[1]), tip), *[(tip, side) for side in sides]]
    return Glyph([Strokes(pieces, "ink", 0.08)], sign, ascii, repeats=True)


def fan(token: str, lattice: Lattice) -> Glyph:
    """Return an arrow in the direction of the token (``n e s w``); after ``f`` it is white in a black cell.

    Other tokens are a black cell.
    """
    return arrow(token, lattice) if len(token) == 1 and token in "nesw" else arrowhead(token.removeprefix("f"), lattice)


def arrows(token: str, lattice: Lattice) -> Glyph:
    """Return arrows from the middle of the cell in the directions of the token (``ne``); other tokens as text."""
    if not set(token) <= set("nesw"):
        return text(token, lattice)
    shapes: list[Shape] = []
    for x, y in [((0, -1), (1, 0), (0, 1), (-1, 0))["nesw".index(way)] for way in token]:
        head = [
            (0.42 * x, 0.42 * y),
            (0.2 * x - 0.12 * y, 0.2 * y + 0.12 * x),
            (0.2 * x + 0.12 * y, 0.2 * y - 0.12 * x),
        ]
        shapes += [Strokes([((0, 0), (0.25 * x, 0.25 * y))], "ink", 0.07), Polygon(head, "ink")]
    signs = ["↑→↓←"["nesw".index(way)] for way in token]
    return Glyph(shapes, signs[0] if len(signs) == 1 else BOXES[sum(1 << "nesw".index(way) for way in token)], token)


def inequality(token: str, lattice: Lattice) -> Glyph:
    """Return a sign between two cells, ``< > ^ v``, that points to the smaller number.

    Other tokens are a small circle with the number.
    """
    tips = {"<": (-1, 0), ">": (1, 0), "^": (0, -1), "v": (0, 1)}
    if token not in tips:
        number = "" if token == UNKNOWN else token
        shapes: list[Shape] = [Circle(0.42, "paper", level="rounds")]
        return Glyph([*shapes, Text(number, size=0.6)] if number else shapes, number or "o", number or "o")
    (x, y), r = tips[token], 0.2
    ends = [(-r * x + r * y, -r * y + r * x), (r * x, r * y), (-r * x - r * y, -r * y - r * x)]
    return Glyph([Strokes([(ends[0], ends[1]), (ends[1], ends[2])], "ink", 0.08)], token)


def pipe(token: str, lattice: Lattice) -> Glyph:
    """Return lines from the middle of the cell in the directions of the token (``ns``, on hexagons ``ne+w``)."""
    names = lattice.direction_names
    ways = token.split("+") if lattice.shape == "hexagonal" else list(token)
    if not all(way in names for way in ways):
        return text(token, lattice)
    return Glyph([Spokes([names.index(way) for way in ways])])


def bed(token: str, lattice: Lattice) -> Glyph:
    """Return half a bed, with (``p``) or without (``f``) a pillow, open to its other half (``pn``: to the north).

    Other tokens are a shaded cell.
    """
    if token[:1] not in ("p", "f"):
        return Glyph([Fill("shade")], "■", "#")
    way = "nesw".find(token[1]) if token[1:] else -1
    sides: list[tuple[Any, ...]] = [("M", -0.36, -0.5), ("L", -0.36, 0.36), ("L", 0.36, 0.36), ("L", 0.36, -0.5)]
    shapes: list[Shape] = [Curve(sides, "none", stroke="line", width=0.07, turn=90 * way)] if way >= 0 else []
    if token[0] == "p":
        shapes.append(Circle(0.19, "line", "none", width=0))
    return Glyph(shapes, ("╹╺╻╸●" if token[0] == "p" else "╵╶╷╴○")[way], token)


def pencil(token: str, lattice: Lattice) -> Glyph:
    """Return a part of a pencil that points in the direction of the token.

    It is the tip (``tn``, printed ``n``) or a piece of the body (``bn``); other tokens as text.
    """
    way = "nesw".find(token[-1]) if token else -1
    if way < 0:
        return text(token, lattice)
    if token[0] == "b":
        # each piece has a thin ring at its end, because it may be the last
        sides: list[tuple[Any, ...]] = [("M", -0.36, -0.5), ("L", -0.36, 0.5), ("M", 0.36, -0.5), ("L", 0.36, 0.5)]
        ring: list[tuple[Any, ...]] = [("M", -0.36, 0.47), ("L", 0.36, 0.47)]
        body = [
            Curve(sides, "none", stroke="line", width=0.06, turn=90 * way),
            Curve(ring, "none", stroke="line", width=0.03, turn=90 * way),
        ]
        return Glyph(body, "║═"[way % 2], "|="[way % 2])
    paint = "ink" if len(token) == 1 else "line"
    wood: list[tuple[Any, ...]] = [("M", -0.36, 0.5), ("L", 0, -0.1), ("L", 0.36, 0.5)]
    lead: list[tuple[Any, ...]] = [("M", -0.18, 0.2), ("L", 0, -0.1), ("L", 0.18, 0.2), ("Z",)]
    shapes = [
        Curve(wood, "none", stroke=paint, width=0.06, turn=90 * way),
        Curve(lead, paint, stroke=paint, width=0.06, turn=90 * way),
    ]
    return Glyph(shapes, "▲▶▼◀"[way], "^>v<"[way], repeats=True)


def moon(token: str, lattice: Lattice) -> Glyph:
    """Return a moon, light on the sides of the token (``n ne e se s sw w nw``), otherwise dark."""
    ways, r = POINTER_WAYS, 0.36
    if token not in ways:
        return Glyph([Circle(r, "ink")], "●", token)
    # the dark part: the lower half of the moon, or its lower left quarter
    dark: list[tuple[Any, ...]] = [("M", r, 0)] if len(token) == 1 else [("M", 0, 0), ("L", 0, r)]
    shadow = Curve([*dark, ("A", r, -r, 0), ("Z",)], "ink", turn=90 * (ways.index(token) // 2))
    return Glyph([Circle(r), shadow], "◒◵◐◴◓◷◑◶"[ways.index(token)], token)


LOOKS: dict[str, Look] = {
    look.__name__: look
    for look in (
        text, small, shade, wall, grey, circle, center, star, bulb, tent, tree, mine, dot, cross, magnet, ship, slash, triangle,
        pipe, bar, arrowhead, arrow, arrow_between, arrows, fan, gate, pointer, small_pointer, plank, inequality, bed, pencil,
        moon, outline, weighing, weighing_between,
    )
}  # fmt: skip
"""The looks by name."""


def look_of(named: str | Look) -> Look:
    """Return a look, given by name or as a function. Raise ValueError for an unknown name."""
    if not isinstance(named, str):
        return named
    if named not in LOOKS:
        raise ValueError(f"there is no look {named!r}, only {', '.join(LOOKS)}")
    return LOOKS[named]
