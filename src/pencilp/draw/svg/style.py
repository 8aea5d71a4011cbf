"""Sizes, colours and fonts of pictures, and the stack of sheets."""

from __future__ import annotations

UNIT = 40.0
"""The width of a cell, in the user units (pixels) of the picture."""

SHEETS = ("ground", "grid", "paths", "walls", "shapes", "lines", "rounds", "marks", "text")
"""The sheets from bottom to top."""
SIGNS = {"shapes", "lines", "rounds", "text"}
"""The sheets of signs, above the background."""

INK, GREY, FAINT, PAPER = "#1a1a1a", "#c4c6c8", "#8f9296", "#ffffff"
PENCIL_SHADE, PENCIL_LINE, PENCIL_TEXT = "#62686e", "#1d7a3e", "#1f5aa6"

COLORS = {
    "ink": (INK, PENCIL_TEXT),
    "line": (INK, PENCIL_LINE),
    "shade": (GREY, PENCIL_SHADE),
    "solid": (INK, PENCIL_SHADE),
    "grey": (GREY, GREY),
    "paper": (PAPER, PAPER),
    "faint": (FAINT, FAINT),
    "light": (PAPER, "#ffdf5e"),
    "rim": (INK, "#b07d00"),
    "none": ("none", "none"),
}
"""The colours of each paint of the drawing vocabulary: printed, pencilled."""

DASH = "2.4 2.6"
"""The dashes of a line that a solver draws over, and the gaps between them."""

FONTS = (
    "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'Noto Sans', 'Hiragino Sans', 'Yu Gothic', 'Noto Sans CJK JP', "
    "'Noto Sans JP', 'DejaVu Sans', sans-serif"
)

Point = tuple[float, float]
