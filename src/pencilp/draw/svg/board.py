"""A board to be drawn: its layers, and the points of its places in the picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pencilp.board.lattice import Lattice
from pencilp.board.layers.glyphs import Circle, Glyph, Polygon
from pencilp.board.layers.values import ACROSS, BRIDGES, TUBES
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.draw.drawn import Drawn, Marks, Worded, as_declared, drawn
from pencilp.draw.svg.canvas import Canvas
from pencilp.draw.svg.style import UNIT, Point


def outer_center(lattice: Lattice, cell: int, side: str) -> Point:
    """Return the point from which the places of a line's clues are measured, in cells.

    The line ends with ``cell`` at a ``side``. The point is the middle of that cell; on a square board it is moved to
    the edge of the frame, so that all clues of a side are aligned.
    """
    x, y = lattice.center(cell)
    if lattice.shape == "hexagonal":
        return x, y
    left, top, right, bottom = lattice.extent
    return {"left": (left + 0.5, y), "right": (right - 0.5, y), "top": (x, top + 0.5), "bottom": (x, bottom - 0.5)}[
        side
    ]


class Board(Canvas):
    """A canvas with the layers of a puzzle and of an answer, and the points of their places."""

    heading = ""
    """The title above the board."""
    description = ""
    """The description of the picture for people who cannot see it."""
    last_lines: Sequence[str] = ()
    """Lines of text below everything else."""
    worded: Worded = staticmethod(as_declared)
    """The names and texts of layers in captions."""

    def __init__(self, puzzle: Puzzle, answer: Answer | None, orientation: str, marks: Marks) -> None:
        super().__init__()
        self.marks = marks
        self.clue_points: dict[tuple[str, int], list[Point]] = {}
        """The places of clues outside."""
        self.puzzle, self.lattice = puzzle, puzzle.lattice.laid(orientation)
        genre = puzzle.genre
        self.layers = drawn(puzzle, answer, self.lattice)
        self.unplaced = {} if answer is None or answer.extra is None else answer.extra.unplaced
        self.ways = {layer.value.way for layer in (*genre.inputs.values(), *genre.answers.values())}
        self.has_columns = any(layer.on == "columns" for layer in genre.answers.values())
        self.below = 0.0
        """The y coordinate of the boxes below the board."""
        lattice = self.lattice
        self.centers = [self.scaled(lattice.center(c)) for c in lattice.cells]
        self.points = [self.scaled(lattice.corner_point(p)) for p in lattice.corners]
        self.box = [at * UNIT for at in lattice.extent]
        self.on_path = {cell for d in self.layers if d.way == TUBES for cell, _ in d.values.items()}
        self.dark: set[int] = set()
        self.shaded: set[int] = set()
        self.clued: dict[int, str] = {}
        self.written: dict[int, str] = {}
        self.crowded: set[int] = set()
        self.on_line: set[int] = set()
        for d in self.layers:
            if d.on == "cells":
                self.note(d)
            elif d.way in (ACROSS, BRIDGES):
                self.on_line.update(c for e, _ in d.strokes for c in lattice.links[e])
        self.crowded |= {c for c, clue in self.clued.items() if self.written.get(c, clue) != clue}

    @staticmethod
    def scaled(point: Point) -> Point:
        return point[0] * UNIT, point[1] * UNIT

    def note(self, d: Drawn) -> None:
        """Note dark cells and cells with a clue or an answer's sign, before anything is drawn."""
        for cell, _, glyph in d.glyphs:
            if glyph.fill == "shade" and d.answered and cell not in self.on_path:
                self.shaded.add(cell)
            if glyph.fill == "ink" or cell in self.shaded:
                self.dark.add(cell)
            if glyph.corner and d.given:
                self.crowded.update(self.lattice.cells)  # all answers have the size of answers next to a clue
            elif glyph.corner:
                self.crowded.add(cell)
            elif glyph.repeats:
                (self.written if d.answered else self.clued)[cell] = glyph.text

    def fill_cell(self, cell: int, color: str) -> None:
        self.polygon("ground", [self.points[p] for p in self.lattice.cell_corners[cell]], color)

    def edge_points(self, edges: Iterable[int]) -> list[tuple[Point, Point]]:
        return [(self.points[p], self.points[q]) for p, q in (self.lattice.edge_corners[e] for e in edges)]

    def manner(self, d: Drawn, place: int | None, glyph: Glyph) -> str:
        """Return the class names of a glyph's elements: see the module's docstring."""
        if not d.given:
            return ""
        shaded = d.on == "cells" and place in self.shaded
        on_sign = any(isinstance(shape, Circle | Polygon) and shape.fill == "ink" for shape in glyph.shapes)
        return "given" + " shaded" * shaded + " solid" * on_sign

    def place_tag(self, on: str, place: int) -> str:
        """Return the attribute that names a place: see the module's docstring."""
        lattice = self.lattice
        if on == "cells":
            return f' data-cell="{lattice.names[place]}"'
        return f' data-corner="{lattice.corner_names[place]}"' if on == "corners" else self.edge_tag(place)

    def edge_tag(self, edge: int) -> str:
        return f' data-edge="{self.lattice.edge_names[edge]}"'

    def place_point(self, on: str, place: int) -> Point:
        """Return the middle of a cell or an edge, or the point of a corner."""
        if on == "cells":
            return self.centers[place]
        if on == "corners":
            return self.points[place]
        (x1, y1), (x2, y2) = (self.points[p] for p in self.lattice.edge_corners[place])
        return (x1 + x2) / 2, (y1 + y2) / 2

    def column_point(self, col: int) -> Point:
        """Return the middle of the box below a column."""
        return (col + 0.5) * UNIT, self.below + UNIT / 2

    def reach(self, x: float, y: float) -> None:
        """Make the picture large enough for a clue at a point outside."""
        self.box = [
            min(self.box[0], x - 0.25 * UNIT), min(self.box[1], y - 0.25 * UNIT),
            max(self.box[2], x + 0.25 * UNIT), max(self.box[3], y + 0.25 * UNIT),
        ]  # fmt: skip
