"""Standard encodings: how a genre's layers stand in links and texts, declared on the genre's page.

    link = [Border("rooms"), RoomNumber16("clues")]              # the body of a puzz.link URL, in order
    pzpr = [RoomIds("rooms"), Cells("clues"), Cells("shaded")]   # the lines of the pzpr v3 text
    dataset = [Cells("clues"), RoomIds("rooms"), Cells("shaded")]  # the public dataset's text: problem, then solution

A page only *names* parts; what is imported from here are declarations that cost next to nothing. The parts themselves
(pencilp.encodings.link, pencilp.encodings.cells and so on) are loaded when a file or link is first read or written with them.
What only one genre has is in pencilp.encodings.special. docs/encodings.md has the table of all parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

PARTS = {
    "link": (
        "ArrowNumber16", "Bits", "Border", "Circle", "CircleNumber16", "Count", "Fixed", "Flag", "FormerCell", "FourCell",
        "Gaps", "Holes", "Number10", "Number16", "Number36", "OneCell", "OutsideNumber16", "RoomNumber16", "Spots",
    ),
    "cells": ("Cells", "Framed"),
    "borders": ("EdgeSets", "Inside", "LetteredBorders", "LinkMarks", "Matrix", "RoomIds", "Walls", "Weighed"),
    "lines": (
        "Header", "Ignored", "IgnoredLinks", "Options", "OutsideLines", "OutsideRuns", "OwnBoard", "SquareSize", "Word",
    ),
    "dots": ("Dots",),
    "banks": ("Fleet", "PieceMarks"),
    "pointers": ("NumbersAndArrows",),
}  # fmt: skip
"""The parts that each module of this package has.

Those of ``link`` are for link bodies; Count, Fixed, Flag, Holes and Spots among them for texts too. Those of ``cells``,
``borders`` and ``lines`` are for texts, and those of the others for both.
"""


class Declared:
    """A part as a page names it: ``part()`` makes the real one, importing its module of this package, ``home``."""

    __slots__ = ("args", "home", "kind", "options")

    def __init__(self, kind: str, home: str, args: tuple[Any, ...], options: dict[str, Any]) -> None:
        self.kind, self.home, self.args, self.options = kind, home, args, options

    def __repr__(self) -> str:
        options = [f"{key}={value!r}" for key, value in self.options.items()]
        return f"{self.kind}({', '.join([*map(repr, self.args), *options])})"

    def part(self) -> Any:
        """The part itself."""
        from importlib import import_module

        home = import_module(f"pencilp.encodings.{self.home}")
        return getattr(home, self.kind)(*self.args, **self.options)


def declared_part(declared: Any) -> Any:
    """The part that an entry of a genre's list stands for: an entry may also be a part itself."""
    return declared.part() if isinstance(declared, Declared) else declared


def declaring(kind: str, home: str) -> Any:
    """What stands for a part on a page: called as the part is, it makes a declaration."""

    def declare(*args: Any, **options: Any) -> Declared:
        return Declared(kind, home, args, options)

    declare.__name__ = kind
    return declare


if TYPE_CHECKING:
    from pencilp.encodings.banks import *  # noqa: F403
    from pencilp.encodings.borders import *  # noqa: F403
    from pencilp.encodings.cells import *  # noqa: F403
    from pencilp.encodings.dots import *  # noqa: F403
    from pencilp.encodings.lines import *  # noqa: F403
    from pencilp.encodings.link import *  # noqa: F403
    from pencilp.encodings.pointers import *  # noqa: F403
else:
    for home, kinds in PARTS.items():
        globals().update({kind: declaring(kind, home) for kind in kinds})
