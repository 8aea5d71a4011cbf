"""A canvas of SVG elements: a stack of sheets, and functions that draw basic shapes on them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pencilp.draw.svg.style import INK, PAPER, SHEETS, SIGNS, UNIT, Point


def escape(text: str) -> str:
    """Return ``text`` escaped for XML text and attributes; characters that XML forbids become U+FFFD."""
    legal = "".join(
        ch if ch in "\t\n\r" or " " <= ch <= "\ud7ff" or "\ue000" <= ch <= "\ufffd" or ch > "\uffff" else "\ufffd"
        for ch in text
    )
    return legal.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


@lru_cache(maxsize=10_000)
def coordinate(x: float) -> str:
    """Return a coordinate, rounded to a hundredth."""
    text = f"{x:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def path_data(pieces: Iterable[tuple[Point, Point]]) -> str:
    """Return straight pieces as the data of an SVG path."""
    return "".join(f"M{coordinate(a)} {coordinate(b)}L{coordinate(x)} {coordinate(y)}" for (a, b), (x, y) in pieces)


class Canvas:
    """Elements of a picture, by sheet."""

    unit = UNIT

    def __init__(self) -> None:
        self.sheets: dict[str, list[str]] = {name: [] for name in SHEETS}
        self.tag = ""
        """The attribute with the place of the elements that are added now."""
        self.given = ""
        """The class names of the elements that are added now, if they belong to a clue."""
        self.printed_signs: list[tuple[str, str]] = []
        """The elements of clues, each with its sheet."""

    def body(self) -> str:
        """Return the elements of all sheets, from bottom to top."""
        return "\n".join(
            "\n".join(('<g text-anchor="middle">' if name == "text" else "<g>", *elements, "</g>"))
            for name, elements in self.sheets.items()
            if elements
        )

    def add(self, sheet: str, element: str) -> None:
        """Put an element on a sheet, with the attribute of its place and its classes."""
        name, _, rest = element.partition(" ")
        sign = bool(self.given) and sheet in SIGNS
        manner = f' class="{self.given}"' if sign else ""
        element = f"{name}{self.tag}{manner} {rest}"
        self.sheets[sheet].append(element)
        if sign:
            self.printed_signs.append((sheet, element))

    def text(
        self, x: float, y: float, text: str, size: float, color: str = INK, *, anchor: str = "middle", rim: float = 0
    ) -> None:  # fmt: skip
        """Write ``text`` with its middle at (x, y).

        ``size`` and the width of the ``rim`` of paper around it are in cells.
        """
        start = "" if anchor == "middle" else f' text-anchor="{anchor}"'
        if rim:
            start += f' stroke="{PAPER}" stroke-width="{coordinate(rim * UNIT)}" stroke-linejoin="round" paint-order="stroke"'
        height = size * UNIT
        self.add(
            "text",
            f'<text x="{coordinate(x)}" y="{coordinate(y + 0.355 * height)}" font-size="{coordinate(height)}" '
            f'fill="{color}"{start}>'
            f"{escape(text)}</text>",
        )

    def circle(
        self, sheet: str, x: float, y: float, r: float, fill: str = PAPER, stroke: str = INK, width: float = 0.045
    ) -> None:
        """Draw a circle; ``r`` and ``width`` in cells."""
        self.add(
            sheet,
            f'<circle cx="{coordinate(x)}" cy="{coordinate(y)}" r="{coordinate(r * UNIT)}" fill="{fill}" stroke="{stroke}" '
            f'stroke-width="{coordinate(width * UNIT)}"/>',
        )

    def polygon(self, sheet: str, points: Iterable[Point], fill: str, stroke: str = "none", width: float = 0) -> None:
        line = f' stroke="{stroke}" stroke-width="{coordinate(width * UNIT)}" stroke-linejoin="round"' if width else ""
        where = " ".join(f"{coordinate(x)},{coordinate(y)}" for x, y in points)
        self.add(sheet, f'<polygon points="{where}" fill="{fill}"{line}/>')

    def segments(
        self, sheet: str, pieces: Iterable[tuple[Point, Point]], color: str, width: float, *, cap: str = "round", dash: str = ""
    ) -> None:  # fmt: skip
        """Draw straight pieces as one path; ``width`` in cells."""
        d = path_data(pieces)
        if d:
            dashes = f' stroke-dasharray="{dash}"' if dash else ""
            self.add(
                sheet,
                f'<path d="{d}" fill="none" stroke="{color}" stroke-width="{coordinate(width * UNIT)}" stroke-linecap="{cap}"'
                f"{dashes}/>",
            )

    def path(
        self, sheet: str, d: str, fill: str, stroke: str = "none", width: float = 0, *, more: str = ""
    ) -> None:  # fmt: skip
        line = f' stroke="{stroke}" stroke-width="{coordinate(width * UNIT)}" stroke-linejoin="round"' if width else ""
        self.add(sheet, f'<path d="{d}" fill="{fill}"{line}{more}/>')
