"""Files of nonograms (``.non``): keywords with values, and the clues below ``rows`` and ``columns``."""

from __future__ import annotations

from pencilp._util.parse_number import digits
from pencilp.formats.layouts.rows import Row

GENRE = "nonogram"
IGNORED_KEYWORDS = ("catalogue", "by", "author", "copyright", "license", "goal", "solution", "background")
"""Keywords of these files that are not about the puzzle itself."""
TITLE, WIDTH, HEIGHT = "title", "width", "height"


def plain_rows(rows: list[Row]) -> tuple[list[Row], str]:
    """Return the lines of such a file as lines of a puzzle, with the name of its genre.

    For any other text, return the same lines and "".
    """
    words = [row.text.split() for row in rows]
    sizes = {w[0].lower().rstrip(":"): (i, digits(w[1])) for i, w in enumerate(words) if len(w) == 2}
    if not sizes.keys() >= {WIDTH, HEIGHT} or None in (sizes[WIDTH][1], sizes[HEIGHT][1]):
        return rows, ""
    kept: list[Row] = []
    for row, said in zip(rows, words, strict=True):
        word = said[0].lower().rstrip(":") if said else ""
        if word == HEIGHT:
            kept.append(Row(row.number, f"size: {sizes[HEIGHT][1]} {sizes[WIDTH][1]}"))
        elif word == TITLE:
            kept.append(Row(row.number, "name: " + " ".join(said[1:]).strip('"')))
        elif word != WIDTH and word not in IGNORED_KEYWORDS:
            kept.append(row)
    return kept, GENRE
