"""Draws the grid, walls, lines, cages and tubes of a board."""

from __future__ import annotations

from collections.abc import Iterable

from pencilp.board.layers.values import BRIDGES, CIRCLES
from pencilp.draw.drawn import Drawn, follows_edges
from pencilp.draw.svg.board import Board
from pencilp.draw.svg.canvas import coordinate, path_data
from pencilp.draw.svg.style import DASH, FAINT, GREY, INK, PAPER, PENCIL_LINE, PENCIL_SHADE, UNIT, Point

RIM = 0.15
"""The width of a wall with its rim of paper, in cells."""


def draw_grid(pic: Board) -> None:
    """Draw thin lines between cells and a thick outline.

    Loops along edges have dots instead, bridges nothing, and numbers in circles only circles.
    """
    lattice = pic.lattice
    inner = range(len(lattice.links))
    if BRIDGES in pic.ways:
        return
    if CIRCLES in pic.ways:
        for x, y in pic.centers:
            pic.circle("grid", x, y, 0.43, "none")
        return
    if follows_edges(pic.puzzle, "edges"):
        for x, y in pic.points:
            pic.circle("walls", x, y, 0.06, INK, "none", 0)
        return
    dash = DASH if follows_edges(pic.puzzle, "links") else ""
    pic.segments("grid", pic.edge_points(inner), FAINT, 0.022, cap="butt", dash=dash)
    pic.segments("walls", pic.edge_points(range(len(inner), len(lattice.edges))), INK, 0.075)
    if has_tall_clues(pic):
        # a thicker line after every five cells, as in nonograms
        keys = lattice.corner_keys
        ends = [(keys[p], keys[q]) for p, q in lattice.edge_corners[: len(inner)]]
        fifth = [e for e in inner if any(a == b and a % 5 == 0 for a, b in zip(*ends[e], strict=True))]
        pic.segments("grid", pic.edge_points(fifth), INK, 0.04, cap="butt")


def has_tall_clues(pic: Board) -> bool:
    """Return whether most lines of a square board have several clues outside."""
    return pic.lattice.shape == "square" and any(
        d.on == "lines"
        and sum(len(clues) > 1 for lines in d.values.values() for clues in lines) > pic.lattice.rows / 2
        and "top" in d.values
        for d in pic.layers
    )


def draw_rims(pic: Board, edges: Iterable[int]) -> None:
    """Draw a rim of paper along the walls of dark cells, which would otherwise hide the walls."""
    cells = pic.lattice.links
    adjacent = [e for e in edges if e < len(cells) and not pic.dark.isdisjoint(cells[e])]
    pic.segments("paths", pic.edge_points(adjacent), PAPER, RIM, cap="butt")


def draw_lines_across(pic: Board, d: Drawn) -> None:
    """Draw lines from cell to cell, with parallel lines for values above 1."""
    found = {}
    for e, value in d.strokes:
        (x1, y1), (x2, y2) = (pic.centers[c] for c in pic.lattice.links[e])
        pieces = []
        if value == 1:
            pieces.append(((x1, y1), (x2, y2)))
        else:
            # parallel lines share the available width
            gap = 0.22 / (value - 1) * UNIT if value > 2 else 0.17 * UNIT
            length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
            ux, uy = (y2 - y1) / length * gap, (x1 - x2) / length * gap
            for k in range(value):
                f = k - (value - 1) / 2
                pieces.append(((x1 + f * ux, y1 + f * uy), (x2 + f * ux, y2 + f * uy)))
        found[e] = pieces
    color = PENCIL_LINE if d.answered else GREY if d.given else INK
    draw_strokes(pic, "lines", found, color, 0.07 if d.way == BRIDGES else 0.13)


def draw_strokes(pic: Board, sheet: str, pieces: dict[int, list[tuple[Point, Point]]], color: str, width: float, *, dash: str = ""
) -> None:  # fmt: skip
    """Draw the straight pieces of each edge, with its attribute; ``width`` in cells."""
    if pieces:
        ends = f'stroke-linecap="butt" stroke-dasharray="{dash}"' if dash else 'stroke-linecap="round"'
        pic.add(
            sheet,
            f'<g fill="none" stroke="{color}" stroke-width="{coordinate(width * UNIT)}" {ends}>\n'
            + "\n".join(f'<path{pic.edge_tag(e)} d="{path_data(found)}"/>' for e, found in pieces.items())
            + "\n</g>",
        )


def draw_diagonals(pic: Board, d: Drawn) -> None:
    """Draw the two long diagonals across their cells."""
    half, last = UNIT / 2, pic.lattice.cols - 1
    pieces = [
        ((x - half, y - way * half), (x + half, y + way * half))
        for (row, col), (x, y) in zip(pic.lattice.positions, pic.centers, strict=True)
        for way, there in ((1, row == col), (-1, row + col == last))
        if there and d.values
    ]
    pic.segments("paths", pieces, GREY, 0.05)


def draw_thermometers(pic: Board, d: Drawn) -> None:
    """Draw tubes with a bulb at place 1: of glass if an answer fills them, else grey."""
    cells = {value: cell for cell, value in d.values.items()}
    glass = [
        (pic.centers[cell], pic.centers[cells[label, place + 1]])
        for (label, place), cell in cells.items()
        if (label, place + 1) in cells
    ]
    fills = any(layer.on == "cells" and layer.value.marked is not None for layer in pic.puzzle.genre.answers.values())
    for color, more in ((INK, 0.0), (PAPER, -0.08)) if fills else ((GREY, 0.0),):
        pic.segments("paths", glass, color, 0.42 + more)
        for (_, place), cell in cells.items():
            if place == 1:
                x, y = pic.centers[cell]
                pic.circle("paths", x, y, 0.37 + more / 2, color, "none", 0)
    draw_mercury(pic, d)


def draw_mercury(pic: Board, d: Drawn) -> None:
    """Draw the mercury of an answer in the tubes."""
    filled: set[int] = set()
    for other in pic.layers:
        if other.answered and other.on == "cells":
            filled |= {cell for cell, _, glyph in other.glyphs if glyph.fill == "shade"}
    cells = {value: cell for cell, value in d.values.items() if cell in filled}
    pieces = [
        (pic.centers[cell], pic.centers[cells.get((label, place + 1), cell)]) for (label, place), cell in cells.items()
    ]
    pic.segments("paths", pieces, PENCIL_SHADE, 0.25)
    for (_, place), cell in cells.items():
        if place == 1:
            x, y = pic.centers[cell]
            pic.circle("paths", x, y, 0.29, PENCIL_SHADE, "none", 0)


def draw_cages(pic: Board, of: list[int | None]) -> None:
    """Draw dashed outlines a little inside the groups of cells."""
    lattice = pic.lattice
    inset = 0.08
    corners, step, centers = lattice.cell_corners, lattice.step, pic.centers
    around = len(lattice.vectors)
    slant = 1.0 if around == 4 else 0.8660254037844386

    def open_at(cell: int, d: int) -> bool:
        """Return whether the cage continues across side d of a cell."""
        n = step[cell][d]
        return n >= 0 and of[n] == of[cell]

    def inner(cell: int, p: int) -> Point:
        (cx, cy), (x, y) = centers[cell], pic.points[p]
        return cx + (x - cx) * (1 - 2 * inset), cy + (y - cy) * (1 - 2 * inset)

    def end(cell: int, d: int, turn: int) -> Point:
        """Return the clockwise (turn 1) or other (turn -1) end of the line along side d."""
        p = corners[cell][d] if turn == 1 else corners[cell][d - 1]
        adjacent = (d + turn) % around
        if not open_at(cell, adjacent):
            return inner(cell, p)
        n = step[cell][adjacent]
        back = lattice.opposite(adjacent)
        if open_at(n, (back + turn) % around):
            return inner(n, p)
        a, b = corners[cell][adjacent - 1], corners[cell][adjacent]
        (x, y), (qx, qy) = pic.points[p], pic.points[b if a == p else a]
        length = ((qx - x) ** 2 + (qy - y) ** 2) ** 0.5
        f = inset * UNIT / slant / length
        return x + (qx - x) * f, y + (qy - y) * f

    pieces = [
        (end(cell, d, -1), end(cell, d, 1))
        for cell in lattice.cells
        if of[cell] is not None
        for d in lattice.directions
        if not open_at(cell, d)
    ]
    pic.segments("paths", pieces, INK, 0.028, cap="butt", dash=f"{coordinate(0.09 * UNIT)} {coordinate(0.06 * UNIT)}")
