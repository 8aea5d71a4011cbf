"""Draws clues outside the board, boxes and text below it, captions and pieces above it."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.board.layers.places import OUTWARD, Outside
from pencilp.draw.drawn import Drawn, captions, in_rows
from pencilp.draw.svg.board import Board, outer_center
from pencilp.draw.svg.shapes import draw_glyph
from pencilp.draw.svg.style import GREY, INK, UNIT

FULL_WIDTH = "\u2e80"
"""The first of the letters of East Asia, which are about twice as wide as others."""
PIECE = 0.3
"""The side of a cell of a piece above the board, in cells of the board."""


def draw_outside(pic: Board, d: Drawn) -> None:
    """Draw the clues of rows and columns."""
    lattice, values = pic.lattice, d.values
    gap = 0.62
    for (side, i, k), _, glyph in d.glyphs:
        upright = side in ("top", "bottom")
        cells = (lattice.col_cells if upright else lattice.row_cells)[i]
        if not cells:
            continue
        near = side in ("top", "left")
        x, y = pic.scaled(outer_center(lattice, cells[0] if near else cells[-1], side))
        away = lattice.way(lattice.vectors.index(OUTWARD[side]))
        far = (0.9 + gap * (len(values[side][i]) - 1 - k if near else k)) * UNIT
        px, py = x + away[0] * far, y + away[1] * far
        pic.tag, pic.given = f' data-line="{side}{i + 1}"', pic.manner(d, None, glyph)
        draw_glyph(pic, glyph, px, py, d.answered, "lines")
        pic.clue_points.setdefault((side, i), []).append((px, py))
        pic.reach(px, py)
    pic.tag, pic.given = "", ""
    if isinstance(d.layer.place, Outside):
        draw_count_signs(pic, d.layer.place.signs)


def draw_count_signs(pic: Board, signs: Sequence[str]) -> None:
    """Draw signs of what clues count: at the upper left for top and left, at the lower right for the others."""
    left, top, right, bottom = (at * UNIT for at in pic.lattice.extent)
    away = 0.4 * UNIT
    for sign, x, y in zip(signs, (left - away, right + away), (top - away, bottom + away), strict=False):
        pic.text(x, y, sign, 0.5)
        pic.reach(x, y)


def draw_columns(pic: Board) -> None:
    """Draw a row of boxes below the board for layers with one value per column."""
    if not pic.has_columns:
        return
    pic.below = top = pic.box[3] + 0.35 * UNIT
    for col in range(pic.lattice.cols):
        x = col * UNIT
        corners = [(x, top), (x + UNIT, top), (x + UNIT, top + UNIT), (x, top + UNIT)]
        pic.polygon("walls", corners, "none", INK, 0.05)
    for d in pic.layers:
        draw_boxed(pic, d)
    pic.box = [min(pic.box[0], 0.0), pic.box[1], max(pic.box[2], pic.lattice.cols * UNIT), top + UNIT]


def draw_boxed(pic: Board, d: Drawn) -> None:
    """Draw the values of a layer in the boxes below the board."""
    if d.on == "columns":
        for col, _, glyph in d.glyphs:
            draw_glyph(pic, glyph, *pic.column_point(col), d.answered, "columns")


def draw_captions(pic: Board) -> None:
    """Draw the captions and pieces of the whole puzzle, from the board upwards, and the heading."""
    for words, pieces in reversed(captions(pic.layers, pic.worded)):
        draw_pieces(pic, pieces)
        if words:
            draw_line_above(pic, words, 0.34, 0.6)
    if pic.heading:
        draw_line_above(pic, pic.heading, 0.5, 0.9)


def draw_line_above(pic: Board, words: str, size: float, height: float) -> None:
    """Draw a line of text above everything drawn so far; ``size`` and ``height`` in cells."""
    pic.text(pic.box[0], pic.box[1] - 0.58 * height * UNIT, words, size, anchor="start")
    pic.box[1] -= height * UNIT
    letters = sum(2 if letter >= FULL_WIDTH else 1 for letter in words)
    pic.box[2] = max(pic.box[2], pic.box[0] + 0.56 * size * UNIT * letters)


def draw_pieces(pic: Board, pieces: Sequence[Sequence[str]]) -> None:
    """Draw pieces in rows above everything drawn so far."""
    side = PIECE * UNIT
    for row in reversed(
        in_rows(pieces, max(int((pic.box[2] - pic.box[0]) / side), max(map(_wide, pieces), default=0)))
    ):
        top, left = pic.box[1] - (max(map(len, row)) + 0.6) * side, pic.box[0]
        for piece in row:
            for r, line in enumerate(piece):
                for c, sign in enumerate(line):
                    if sign == "x":
                        x, y = left + c * side, top + r * side
                        corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
                        pic.polygon("shapes", corners, GREY, INK, 0.03)
            left += (len(piece[0]) + 1) * side
        pic.box[1] = top
        pic.box[2] = max(pic.box[2], left - side)


def draw_below(pic: Board) -> None:
    """Write values of an answer without a place below the board, several on a line, and then the last lines."""
    left, width, size = pic.box[0], max(pic.box[2] - pic.box[0], 6 * UNIT), 0.28
    room = int(width / (0.56 * size * UNIT))
    lines: list[str] = []
    for name, value in pic.unplaced.items():
        said = f"{name} = {value}"
        if lines and len(lines[-1]) + len(said) + 2 <= room:
            lines[-1] += f", {said}"
        else:
            lines.append(said)
    lines += pic.last_lines
    for line in lines:
        pic.box[3] += 0.45 * UNIT
        pic.text(left, pic.box[3], line, size, anchor="start")
    if lines:
        pic.box[2] = max(pic.box[2], left + width * max(map(len, lines)) / room)


def _wide(piece: Sequence[str]) -> int:
    """Return the width of a piece in cells."""
    return len(piece[0])
