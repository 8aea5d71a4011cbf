"""Boards as SVG, like a printed puzzle that somebody has solved with a pencil.

Coordinates are those of ``Lattice.center`` times ``UNIT``. A picture is a stack of sheets (``style.SHEETS``), so the
order of drawing does not matter. Values are drawn as glyphs, shape by shape (``shapes.DRAW``).

The elements of a value name its place: ``data-cell="r1c2"``, ``data-edge="r1c2e"`` (an edge of its earlier cell in that
direction), ``data-corner="r1c2se"`` (``Lattice.names``, ``edge_names``, ``corner_names``), or ``data-line="top3"`` for
clues of a line. The elements of a clue, except its background, have the class ``given``, with ``shaded`` in a cell that
an answer shades, and with ``solid`` if they have a black sign. Undecided places of an answer are circles of the class
``undecided``. Marks have the class ``marked``.

``canvas`` has basic shapes, ``board`` the places of a board, ``shapes`` glyphs, ``lines`` everything from grid to tubes,
``around`` everything outside the board, and ``picture`` puts them together.
"""

from __future__ import annotations

from collections.abc import Iterable

from pencilp.board.puzzle import Answer, Puzzle
from pencilp.draw.drawn import Marked, Marks, Worded, as_declared, check_types
from pencilp.draw.svg.board import outer_center
from pencilp.draw.svg.picture import Picture, SolvingPicture
from pencilp.draw.svg.png import png_maker, to_png
from pencilp.draw.svg.style import FAINT, GREY, INK, PAPER, PENCIL_LINE, PENCIL_SHADE, PENCIL_TEXT, UNIT

__all__ = [
    "FAINT",
    "GREY",
    "INK",
    "PAPER",
    "PENCIL_LINE",
    "PENCIL_SHADE",
    "PENCIL_TEXT",
    "UNIT",
    "by_hand",
    "outer_center",
    "png_maker",
    "to_png",
    "to_svg",
]


def to_svg(
    puzzle: Puzzle,
    answer: Answer | None = None,
    *,
    orientation: str = "pointed",
    marked: Iterable[Marked] = (),
    says: str = "",
    shown: bool = False,
    title: str = "",
) -> str:
    """Return the board of ``puzzle`` as a standalone SVG document, with ``answer`` if given, without scripts or links.

    ``orientation`` is that of hexagons: "pointed" or "flat" (with a flat side up). ``marked`` are places to mark
    (``pencilp.draw.drawn.Marked``). ``says`` is the description of the picture; with ``shown`` it is also drawn below
    the board. ``title`` is drawn above the board.
    """
    check_types(puzzle, answer)
    picture = Picture(puzzle, answer, orientation, Marks(marked))
    picture.heading, picture.description, picture.last_lines = title, says, [says] if shown else []
    return picture.document()


def by_hand(
    puzzle: Puzzle,
    answer: Answer,
    *,
    orientation: str = "pointed",
    over: bool = False,
    worded: Worded = as_declared,
) -> str:
    """Return the board as SVG for somebody who is solving it.

    Places decided to be empty have a small dot or a cross, undecided places have no mark. With ``over`` only the answer
    is drawn, to lay over a picture of the board. ``worded`` returns the name and the text of a layer for captions.
    """
    check_types(puzzle, answer)
    picture = SolvingPicture(puzzle, answer, orientation, over)
    picture.worded = worded
    return picture.document()
