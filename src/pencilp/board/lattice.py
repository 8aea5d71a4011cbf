"""Lattices: cells, the edges and corners around them, and what lies in which direction.

A lattice is a set of cells of a tiling of the plane, with any outline and any holes. Everything that a rule may be
about has a number from 0, so tables are plain lists:

* cell ``c`` in ``lattice.cells``, in reading order;
* direction ``d`` in ``lattice.directions``, clockwise; ``lattice.opposite(d)`` is the way back;
* edge ``e`` in ``lattice.edges``: a side of a cell. The *inner* edges, between two cells, come first
  (``lattice.links``), the *outline* edges after them. A line drawn from cell to cell crosses inner edges; a line
  drawn along the grid (as in Slitherlink) follows edges from corner to corner;
* corner ``p`` in ``lattice.corners``: a point where edges meet.

Tables are made when first used, and cached. Lattices of the same shape are shared (``square``, ``hexagonal``).
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import takewhile
from math import floor, hypot
from operator import index
from typing import Any

from pencilp._util.cache import Cache
from pencilp.errors import InputError, brief

NOWHERE = -1
""""None" in tables of cells and edges."""

Position = tuple[int, int]


class Rays(dict[int, list[tuple[int, ...]]]):
    """The rays of each cell, by direction.

    They are made on demand, because their total length grows with the square of a line's length.
    """

    def __init__(self, lattice: Lattice) -> None:
        super().__init__()
        self._count = len(lattice.vectors)
        self._axes: list[tuple[int, int, dict[int, tuple[tuple[int, ...], int]]]] = []
        """For each axis its two directions, and for each cell its line and its place on it."""
        for d, lines in zip(lattice.line_directions, lattice.lines, strict=True):
            where = {cell: (line, place) for line in lines for place, cell in enumerate(line)}
            self._axes.append((d, lattice.opposite(d), where))

    def __missing__(self, cell: int) -> list[tuple[int, ...]]:
        rays: list[tuple[int, ...]] = [()] * self._count
        for d, back, where in self._axes:
            line, place = where[cell]
            rays[d], rays[back] = line[place + 1 :], line[:place][::-1]
        self[cell] = rays
        return rays


class Lattice:
    """Some cells of a tiling; see the module's docstring for the numbering.

    ``positions`` are the (row, column) pairs of the cells that exist, counted from 0; ``rows`` and ``cols`` the extent
    of the frame they lie in. Use ``square`` or ``hexagonal`` to get one.
    """

    shape: str
    """The tiling: "square" or "hexagonal"."""
    vectors: tuple[Position, ...]
    """The (row, column) step to the neighbour in each direction, clockwise."""
    direction_names: tuple[str, ...]
    """The compass name of each direction ("n", "e", ...)."""
    side_names: tuple[str, ...]
    """The name of each direction in the published article on Second Turn.

    It is the side of the cell: T top, B bottom, L left, R right, C centre; hexagons have a flat side up there.
    """
    arrows: str
    """The arrow character of each direction."""

    def __init__(self, rows: int, cols: int, positions: Sequence[Position]) -> None:
        self.rows = rows
        self.cols = cols
        self.positions = tuple(positions)
        self.cells: Sequence[int] = range(len(self.positions))
        self.directions = range(len(self.vectors))
        # cached, because every lookup in a cache by board needs it
        self._hash = hash((self.shape, rows, cols, len(self.positions)))

    def __repr__(self) -> str:
        return f"<{self.shape} {self.rows}x{self.cols}, {len(self.cells)} cells>"

    def __len__(self) -> int:
        return len(self.positions)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Lattice):
            return NotImplemented
        mine, others = (self.shape, self.rows, self.cols), (other.shape, other.rows, other.cols)
        return mine == others and self.positions == other.positions

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> Any:
        # the tables are made again on demand
        return type(self), (self.rows, self.cols, self.positions)

    # -- cells ---------------------------------------------------------------------------------------------------

    @cached_property
    def cell_at(self) -> dict[Position, int]:
        """The cell at each (row, column) from 0; positions without a cell are absent."""
        return {position: cell for cell, position in enumerate(self.positions)}

    @cached_property
    def names(self) -> list[str]:
        """The name of each cell: "r1c1" is the first."""
        return [f"r{row + 1}c{col + 1}" for row, col in self.positions]

    @cached_property
    def cache(self) -> Cache:
        """A cache for data that others derive from this shape, by their own keys. It lives as long as the lattice."""
        return Cache()

    def opposite(self, direction: int) -> int:
        """Return the opposite direction."""
        half = len(self.vectors) // 2
        return direction + half if direction < half else direction - half

    @cached_property
    def step(self) -> list[list[int]]:
        """``step[c][d]``: the cell next to c in direction d, or NOWHERE."""
        find = self.cell_at.get
        return [[find((row + dr, col + dc), NOWHERE) for dr, dc in self.vectors] for row, col in self.positions]

    def neighbour(self, cell: int, direction: int | str) -> int | None:
        """Return the neighbour of ``cell`` in a direction, given by number or name; None if there is none."""
        there = self.step[cell][self.direction(direction)]
        return None if there < 0 else there

    def bends(self, cell: int) -> list[tuple[int, int, int | None]]:
        """Return the neighbours of ``cell`` in each pair of consecutive directions, and the cell across their corner.

        That cell is None if there is none, or if only three cells meet at a corner.
        """
        step, result = self.step[cell], []
        for d, (a, b) in enumerate(zip(step, (*step[1:], step[0]), strict=True)):
            if a >= 0 and b >= 0:
                across = self.ring[cell][2 * d + 1] if self.cells_at_corner == 4 else NOWHERE
                result.append((a, b, None if across < 0 else across))
        return result

    def direction(self, name: int | str) -> int:
        """Return the number of a direction that is given by its name, such as "n", or by its number."""
        return self.direction_names.index(name) if isinstance(name, str) else name

    def direction_to(self, cell: int, there: int) -> int:
        """Return the direction from ``cell`` to its neighbour ``there``.

        Raise ValueError if that is not a neighbour.
        """
        return self.step[cell].index(there)

    def ways(self, cell: int) -> list[tuple[int, int]]:
        """Return each direction in which ``cell`` has a neighbour, with that neighbour."""
        return [(d, there) for d, there in enumerate(self.step[cell]) if there >= 0]

    @cached_property
    def near(self) -> list[tuple[int, ...]]:
        """``near[c]``: the cells that share an edge with c, clockwise."""
        return [tuple([n for n in row if n >= 0]) for row in self.step]

    @cached_property
    def around(self) -> list[tuple[int, ...]]:
        """``around[c]``: the cells that share an edge or a corner with c, in reading order."""
        cells_of = self.corner_cells
        return [
            tuple(sorted({n for p in corners for n in cells_of[p]} - {c}))
            for c, corners in enumerate(self.cell_corners)
        ]

    @cached_property
    def ring(self) -> list[tuple[int, ...]]:
        """``ring[c]``: the cells once around c, clockwise from direction 0, or NOWHERE.

        Consecutive cells share an edge.
        """
        find = self.cell_at.get
        ways: list[Position] = []
        for (r, c), (down, right) in zip(self.vectors, (*self.vectors[1:], self.vectors[0]), strict=True):
            # on square boards there is a cell across the corner between two directions
            ways += [(r, c), (r + down, c + right)] if self.cells_at_corner == 4 else [(r, c)]
        return [tuple([find((row + r, col + c), NOWHERE) for r, c in ways]) for row, col in self.positions]

    @cached_property
    def diagonal(self) -> list[tuple[int, ...]]:
        """``diagonal[c]``: the cells that touch c only at a corner, clockwise; none on hexagonal boards."""
        return [tuple([n for n in ring[1::2] if n >= 0 and self.cells_at_corner == 4]) for ring in self.ring]

    def round(self, cell: int) -> list[int | None]:
        """Return the cells of ``ring[cell]``, with None where there is no cell."""
        return [None if n < 0 else n for n in self.ring[cell]]

    @cached_property
    def rays(self) -> Rays:
        """``rays[c][d]``: the cells from c in direction d up to the outline or a hole, nearest first."""
        return Rays(self)

    def until(self, cell: int, direction: int | str, stops: Container[int]) -> list[int]:
        """Return the cells from ``cell`` in a direction up to the outline or a stop; the stop is not included."""
        return [*takewhile(lambda c: c not in stops, self.rays[cell][self.direction(direction)])]

    def stretch(self, cell: int, d: int, most: int) -> tuple[int, ...]:
        """Return ``most`` cells from ``cell`` on in direction d, or fewer at the outline or a hole."""
        step, found = self.step, [cell]
        while len(found) < most and (following := step[found[-1]][d]) >= 0:
            found.append(following)
        return tuple(found)

    @cached_property
    def lines(self) -> list[list[tuple[int, ...]]]:
        """``lines[axis]``: the unbroken lines of cells along an axis; axis 0 is along rows, axis 1 down columns.

        A hole breaks a line in two. Axis a runs in direction ``line_directions[a]``.
        """
        step = self.step
        result = []
        for d in self.line_directions:
            back = self.opposite(d)
            lines = []
            for start in self.cells:
                if step[start][back] < 0:
                    lines.append(self.stretch(start, d, len(self)))
            result.append(lines)
        return result

    @property
    def line_directions(self) -> tuple[int, ...]:
        """The direction of each axis of ``lines``."""
        raise NotImplementedError

    @property
    def columns(self) -> range:
        """The columns of the frame, which may be places of a layer."""
        return range(self.cols)

    @cached_property
    def row_cells(self) -> list[tuple[int, ...]]:
        """The cells of each row of the frame from the left, without holes."""
        return self._frame_lines(0, self.rows)

    @cached_property
    def col_cells(self) -> list[tuple[int, ...]]:
        """The cells of each column of the frame from the top, without holes."""
        return self._frame_lines(1, self.cols)

    def _frame_lines(self, axis: int, count: int) -> list[tuple[int, ...]]:
        lines: list[list[int]] = [[] for _ in range(count)]
        for cell, position in enumerate(self.positions):
            lines[position[axis]].append(cell)
        return [tuple(line) for line in lines]

    def groups(self, walls: Sequence[Any] | None = None, cells: Iterable[int] | None = None) -> list[tuple[int, ...]]:
        """Return the connected components of cells, each in reading order, ordered by their first cells.

        Only ``cells`` count (None: all). Two neighbours are connected unless ``walls``, one value for each link, has a
        true value between them.
        """
        links: Iterable[tuple[int, int]] = self.links
        if walls is not None:
            links = [pair for pair, wall in zip(links, walls, strict=True) if not wall]
        inside: Collection[int] = self.cells
        if cells is not None:
            inside = {*cells}
            links = [(a, b) for a, b in links if a in inside and b in inside]
        # a forest: each cell points to an earlier one of its group, the first to itself
        root = [*self.cells]
        for a, b in links:
            while root[a] != a:
                root[a] = a = root[root[a]]
            while root[b] != b:
                root[b] = b = root[root[b]]
            if a < b:
                root[b] = a
            else:
                root[a] = b
        groups: dict[int, list[int]] = {}
        for cell in sorted(inside):
            first = root[cell] = root[root[cell]]
            if first == cell:
                groups[cell] = [cell]
            else:
                groups[first].append(cell)
        return [tuple(group) for group in groups.values()]

    @cached_property
    def coast(self) -> list[int]:
        """The cells with an edge on the outline or at a hole."""
        return [c for c in self.cells if NOWHERE in self.step[c]]

    @cached_property
    def shores(self) -> list[tuple[int, ...]]:
        """The cells along the outline and around each hole, with the outside on the left.

        Consecutive cells are neighbours. A cell occurs again if the board is one cell wide there.
        """
        step, turn = self.step, len(self.vectors)
        left = {(c, d) for c in self.coast for d in self.directions if step[c][d] < 0}
        result = []
        while left:
            walk: list[int] = []
            c, d = start = min(left)
            while True:
                left.discard((c, d))
                if not walk or walk[-1] != c:
                    walk.append(c)
                d = (d + 1) % turn
                while step[c][d] >= 0:
                    c, d = step[c][d], (self.opposite(d) + 1) % turn
                    if walk[-1] != c:
                        walk.append(c)
                if (c, d) == start:
                    break
            result.append(tuple(walk[:-1] if len(walk) > 1 and walk[-1] == walk[0] else walk))
        return result

    # -- edges ---------------------------------------------------------------------------------------------------

    @cached_property
    def links(self) -> list[tuple[int, int]]:
        """The two cells of each inner edge, the earlier first: links along rows first, then the others."""
        step = self.step
        return [(c, step[c][d]) for d in self.link_directions for c in self.cells if step[c][d] >= 0]

    @property
    def link_directions(self) -> tuple[int, ...]:
        """The directions from the earlier cell of a link to the later, in the order in which links are numbered."""
        raise NotImplementedError

    @cached_property
    def link_between(self) -> dict[tuple[int, int], int]:
        """The inner edge between two neighbours, in either order."""
        result = {}
        for e, (a, b) in enumerate(self.links):
            result[a, b] = result[b, a] = e
        return result

    @cached_property
    def link_to(self) -> list[list[int]]:
        """``link_to[c][d]``: the inner edge between c and its neighbour in direction d, or NOWHERE."""
        result = [[NOWHERE] * len(self.vectors) for _ in self.cells]
        e = 0
        for d in self.link_directions:
            back = self.opposite(d)
            for c in self.cells:
                n = self.step[c][d]
                if n >= 0:
                    result[c][d] = result[n][back] = e
                    e += 1
        return result

    def link(self, cell: int, direction: int | str) -> int | None:
        """Return the inner edge of ``cell`` in a direction, given by number or name; None if there is none."""
        link = self.link_to[cell][self.direction(direction)]
        return None if link < 0 else link

    @cached_property
    def links_at(self) -> list[tuple[int, ...]]:
        """``links_at[c]``: the inner edges of cell c, clockwise."""
        return [tuple([e for e in row if e >= 0]) for row in self.link_to]

    @cached_property
    def edges(self) -> range:
        """All edges: the inner edges (numbered as in ``links``), then those of the outline."""
        return range(len(self.edge_corners))

    @cached_property
    def cell_edges(self) -> list[list[int]]:
        """``cell_edges[c][d]``: the edge of cell c in direction d."""
        result = [list(row) for row in self.link_to]
        following = len(self.links)
        for row in result:
            for d, e in enumerate(row):
                if e < 0:
                    row[d] = following
                    following += 1
        return result

    @cached_property
    def edge_cells(self) -> list[tuple[int, ...]]:
        """The one or two cells of each edge."""
        cells: list[list[int]] = [[] for _ in self.edges]
        for c, edges in enumerate(self.cell_edges):
            for e in edges:
                cells[e].append(c)
        return [tuple(pair) for pair in cells]

    # -- corners -------------------------------------------------------------------------------------------------

    def _corner_key(self, row: int, col: int, d: int) -> Position:
        """Return a key for the corner clockwise of direction d of the cell at (row, col), equal for all its cells."""
        raise NotImplementedError

    @cached_property
    def _corner_tables(self) -> tuple[list[Position], list[list[int]]]:
        keys: dict[Position, int] = {}
        for row, col in self.positions:
            for d in self.directions:
                keys.setdefault(self._corner_key(row, col, d), 0)
        order = sorted(keys)
        for p, key in enumerate(order):
            keys[key] = p
        table = [[keys[self._corner_key(row, col, d)] for d in self.directions] for row, col in self.positions]
        return order, table

    @property
    def corners(self) -> range:
        """All corners, in reading order (a full square lattice has rows + 1 lines of cols + 1)."""
        return range(len(self._corner_tables[0]))

    @property
    def corner_keys(self) -> list[Position]:
        """The key of each corner: on square lattices (row, column) from 0 at the upper left corner of the frame."""
        return self._corner_tables[0]

    @property
    def cell_corners(self) -> list[list[int]]:
        """``cell_corners[c][d]``: the corner of cell c between directions d and d + 1."""
        return self._corner_tables[1]

    @cached_property
    def corner_cells(self) -> list[tuple[int, ...]]:
        """The cells around each corner, in reading order."""
        cells: list[list[int]] = [[] for _ in self.corners]
        for c, corners in enumerate(self.cell_corners):
            for p in corners:
                cells[p].append(c)
        return [tuple(group) for group in cells]

    @cached_property
    def blocks(self) -> list[tuple[int, ...]]:
        """The cells around each corner that has all its cells: two by two squares, or three hexagons."""
        full = self.cells_at_corner
        return [group for group in self.corner_cells if len(group) == full]

    @property
    def cells_at_corner(self) -> int:
        """The number of cells that meet at a corner inside the tiling."""
        raise NotImplementedError

    @cached_property
    def edge_corners(self) -> list[tuple[int, int]]:
        """The two corners of each edge, the earlier first."""
        count = max((e for edges in self.cell_edges for e in edges), default=-1) + 1
        result: list[tuple[int, int]] = [(0, 0)] * count
        for edges, corners in zip(self.cell_edges, self.cell_corners, strict=True):
            for d, e in enumerate(edges):
                p, q = corners[d - 1], corners[d]
                result[e] = (p, q) if p < q else (q, p)
        return result

    @cached_property
    def corner_edges(self) -> list[tuple[int, ...]]:
        """The edges that end at each corner."""
        result: list[list[int]] = [[] for _ in self.corners]
        for e, (p, q) in enumerate(self.edge_corners):
            result[p].append(e)
            result[q].append(e)
        return [tuple(group) for group in result]

    @cached_property
    def edge_names(self) -> list[str]:
        """The name of each edge: its earliest cell and the direction from there, "r1c2e"."""
        result = [""] * len(self.edges)
        for c, edges in enumerate(self.cell_edges):
            for d, e in enumerate(edges):
                result[e] = result[e] or self.names[c] + self.direction_names[d]
        return result

    @cached_property
    def corner_names(self) -> list[str]:
        """The name of each corner: its earliest cell and the directions around it, "r1c2se" (hexagons: "r1c2e+se")."""
        result = [""] * len(self.corners)
        for c, corners in enumerate(self.cell_corners):
            for d, p in enumerate(corners):
                result[p] = result[p] or self.names[c] + self.between(d)
        return result

    def between(self, d: int) -> str:
        """Return the name of the corner of a cell clockwise of direction d."""
        return f"{self.direction_names[d]}+{self.direction_names[(d + 1) % len(self.vectors)]}"

    # -- the plane (for drawing) ---------------------------------------------------------------------------------

    @cached_property
    def extent(self) -> tuple[float, float, float, float]:
        """The minimum x and y of all corners, and the maximum x and y."""
        points = [self.corner_point(p) for p in self.corners]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)

    def center(self, cell: int) -> tuple[float, float]:
        """Return the (x, y) of a cell's middle; neighbours are 1 apart, and y grows downwards."""
        raise NotImplementedError

    def corner_point(self, corner: int) -> tuple[float, float]:
        """Return the (x, y) of a corner, in the same units as ``center``."""
        raise NotImplementedError

    def way(self, direction: int) -> tuple[float, float]:
        """Return the (x, y) step from a cell's middle to its neighbour's in a direction."""
        raise NotImplementedError

    def laid(self, orientation: str) -> Lattice:
        """Return the lattice in an orientation, one of ``ORIENTATIONS``.

        Cells, edges and corners keep their numbers and names. Square lattices stay the same.
        """
        if orientation not in ORIENTATIONS:
            raise InputError(f"hexagons are drawn {' or '.join(ORIENTATIONS)}, not {orientation!r}")
        return self

    @cached_property
    def by_sides(self) -> Lattice:
        """The same lattice with ``side_names`` as names of directions."""
        twin = type(self)(self.rows, self.cols, self.positions)
        twin.direction_names = self.side_names
        return twin

    def position_at(self, x: float, y: float) -> Position:
        """Return the (row, column) of the tiling's cell around a point, even off the board."""
        raise NotImplementedError

    def at(self, x: float, y: float, tolerance: float = 0.25) -> tuple[int | None, int | None, int | None]:
        """Return (cell, edge, corner) at a point, in the units of ``center``; None for none.

        The cell is the one around the point, the edge and the corner are the nearest within ``tolerance``.
        """
        row, col = self.position_at(x, y)
        found = self.cell_at.get
        # the nearest edge may belong to a neighbour of the cell around the point
        around = [found((row + dr, col + dc)) for dr in (-1, 0, 1) for dc in (-1, 0, 1)]
        cells = [c for c in around if c is not None]
        edges = {e: self._distance(x, y, e) for c in cells for e in self.cell_edges[c]}
        corners = {
            p: hypot(x - a, y - b) for c in cells for p in self.cell_corners[c] for a, b in (self.corner_point(p),)
        }
        return found((row, col)), _nearest(edges, tolerance), _nearest(corners, tolerance)

    def _distance(self, x: float, y: float, edge: int) -> float:
        """Return the distance of a point from an edge."""
        (ax, ay), (bx, by) = (self.corner_point(p) for p in self.edge_corners[edge])
        dx, dy = bx - ax, by - ay
        along = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        return hypot(x - ax - along * dx, y - ay - along * dy)


def _nearest(distances: dict[int, float], tolerance: float) -> int | None:
    """Return the key with the smallest distance, if that is within the tolerance."""
    near = min(distances, key=lambda key: (distances[key], key), default=None)
    return near if near is not None and distances[near] <= tolerance else None


class SquareLattice(Lattice):
    """Square cells; directions n, e, s, w."""

    shape = "square"
    vectors = ((-1, 0), (0, 1), (1, 0), (0, -1))
    direction_names = ("n", "e", "s", "w")
    side_names = ("TC", "CR", "BC", "CL")
    arrows = "↑→↓←"
    link_directions = (1, 2)
    line_directions = (1, 2)
    cells_at_corner = 4

    def _corner_key(self, row: int, col: int, d: int) -> Position:
        return (row + (0, 1, 1, 0)[d], col + (1, 1, 0, 0)[d])

    def between(self, d: int) -> str:
        return ("ne", "se", "sw", "nw")[d]

    def center(self, cell: int) -> tuple[float, float]:
        row, col = self.positions[cell]
        return col + 0.5, row + 0.5

    def corner_point(self, corner: int) -> tuple[float, float]:
        row, col = self.corner_keys[corner]
        return float(col), float(row)

    def way(self, direction: int) -> tuple[float, float]:
        down, right = self.vectors[direction]
        return float(right), float(down)

    def position_at(self, x: float, y: float) -> Position:
        return floor(y), floor(x)


class HexagonalLattice(Lattice):
    """Hexagonal cells in the published coordinates: row I, column J, neighbours (0,±1), (±1,0), (+1,+1), (-1,-1).

    Directions, clockwise from the upper right: ne (-1,0), e (0,+1), se (+1,+1), sw (+1,0), w (0,-1), nw (-1,-1). A
    corner is up; ``laid("flat")`` has a flat side up, as in the published article on Second Turn.
    """

    shape = "hexagonal"
    vectors = ((-1, 0), (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1))
    direction_names = ("ne", "e", "se", "sw", "w", "nw")
    side_names = ("TR", "BR", "BC", "BL", "TL", "TC")
    arrows = "↗→↘↙←↖"
    link_directions = (1, 2, 3)
    line_directions = (1, 3, 2)
    cells_at_corner = 3

    def _corner_key(self, row: int, col: int, d: int) -> Position:
        # the sum of the positions of the three cells at the corner
        (r1, c1), (r2, c2) = self.vectors[d], self.vectors[(d + 1) % 6]
        return (3 * row + r1 + r2, 3 * col + c1 + c2)

    def _point(self, row: float, col: float) -> tuple[float, float]:
        """Return the (x, y) of a row and a column, which may be fractions."""
        return col - row / 2, row * HEIGHT

    def center(self, cell: int) -> tuple[float, float]:
        return self._point(*self.positions[cell])

    def corner_point(self, corner: int) -> tuple[float, float]:
        row, col = self.corner_keys[corner]
        return self._point(row / 3, col / 3)

    def way(self, direction: int) -> tuple[float, float]:
        return self._point(*self.vectors[direction])

    def position_at(self, x: float, y: float) -> Position:
        # the cell with the nearest middle
        row = floor(y / HEIGHT)
        near = [(r, floor(x + r / 2) + k) for r in (row, row + 1) for k in (0, 1)]
        return min(near, key=lambda at: hypot(x - at[1] + at[0] / 2, y - at[0] * HEIGHT))

    def laid(self, orientation: str) -> Lattice:
        pointed = super().laid(orientation)
        return self._flat if orientation == "flat" else pointed

    @cached_property
    def _flat(self) -> Lattice:
        return FlatLattice(self.rows, self.cols, self.positions)


class FlatLattice(HexagonalLattice):
    """The hexagonal lattice with flat sides up and down: rotated clockwise by 30 degrees, so nw is straight up."""

    arrows = "↗↘↓↙↖↑"

    def _point(self, row: float, col: float) -> tuple[float, float]:
        return (col - row) * HEIGHT, (row + col) / 2

    def position_at(self, x: float, y: float) -> Position:
        return super().position_at(x * HEIGHT + y / 2, y * HEIGHT - x / 2)


HEIGHT = 0.8660254037844386
"""The height of an equilateral triangle with side 1."""
ORIENTATIONS = ("pointed", "flat")
"""The orientations of hexagons: a corner up, or a flat side up."""

SHAPES: dict[str, type[Lattice]] = {"square": SquareLattice, "hexagonal": HexagonalLattice}
"""The tilings by name."""


MAX_CELLS = 250_000
"""Cells of a frame, including holes. A typing error should not fill the memory."""


def possible(rows: int, cols: int) -> None:
    """Raise InputError if no board can have this number of rows and columns."""
    if rows < 1 or cols < 1 or rows * cols > MAX_CELLS:
        raise InputError(
            f"a board of {rows} rows and {cols} columns is not possible, only one of 1 to {MAX_CELLS:,} cells"
        )


@lru_cache(maxsize=256)
def _make(shape: str, rows: int, cols: int, holes: frozenset[Position]) -> Lattice:
    possible(rows, cols)
    frame = [(row, col) for row in range(rows) for col in range(cols)]
    return SHAPES[shape](rows, cols, [p for p in frame if p not in holes] if holes else frame)


def _size(*numbers: int) -> tuple[int, ...]:
    try:
        return tuple(map(index, numbers))
    except TypeError:
        sizes = " and ".join(map(brief, numbers))
        raise InputError(f"the size of a board is given by whole numbers, not {sizes}") from None


def _pairs(holes: Iterable[Position]) -> frozenset[Position]:
    try:
        return frozenset((row, col) for row, col in holes)
    except (TypeError, ValueError):
        raise InputError(f"holes are pairs of a row and a column from 0, not {brief(holes)}") from None


def square(rows: int, cols: int, holes: Iterable[Position] = ()) -> Lattice:
    """Return the square lattice of ``rows`` by ``cols`` cells without those at ``holes`` ((row, column) from 0).

    Raise InputError if there is no row or column, or if there are more than ``MAX_CELLS`` cells.
    """
    return _make("square", *_size(rows, cols), _pairs(holes))


def hexagonal(rows: int, cols: int, holes: Iterable[Position] = ()) -> Lattice:
    """Return the hexagonal lattice in a frame of ``rows`` by ``cols`` without the cells at ``holes`` ((row, column) from 0).

    Raise InputError as ``square`` does.
    """
    return _make("hexagonal", *_size(rows, cols), _pairs(holes))


def hexagon(side: int) -> Lattice:
    """Return the regular hexagon of cells with ``side`` cells a side, as in the published Panorama.

    Raise InputError as ``square`` does.
    """
    (side,) = _size(side)
    size = 2 * side - 1
    if size < 1 or size * size > MAX_CELLS:
        raise InputError(f"a hexagon of side {side} is not possible")
    return hexagonal(size, size, [(r, c) for r in range(size) for c in range(size) if abs(r - c) >= side])
