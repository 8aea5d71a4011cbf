"""Rules about the division of a board into regions by borders: the answer has a literal for each link."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from functools import lru_cache
from operator import ne

from pencilp.board.lattice import Lattice
from pencilp.board.layers.grids import Grid
from pencilp.model import Clause, Constraint, Lit, Model, all_hold, exactly, not_all, total
from pencilp.model.model import Clue, Place
from pencilp.rules.everywhere import cached_per_shape, of_every_cell
from pencilp.rules.loops import all_straight_runs
from pencilp.rules.polyominoes import Positions, placements
from pencilp.rules.shading import connected
from pencilp.structures.groups import EachHolds, EachSize, Groups, GroupSize, Parted
from pencilp.structures.regions import Rectangles, Regions
from pencilp.structures.shapes import EachIs, EachKindsFit, Region, Shapes, Turn


def divided(m: Model, board: Lattice, borders: Sequence[Lit], words: str = "a border parts two regions") -> Regions:
    """Require that each of ``borders`` runs between two different regions. Return the regions for other rules.

    ``borders`` has a literal for each link.
    """
    positions = board.positions if board.shape == "square" else None
    regions = Regions(m, borders, board.links, board.names, inner_corners(board), positions)
    regions.cache = board.cache
    m.require(words, Parted(regions))
    return regions


def numbered_regions(
    m: Model, board: Lattice, borders: Sequence[Lit], numbers: Collection[int]
) -> list[dict[int, Lit]]:
    """Return for each cell the literal of each number that its region may have; no two regions have the same number.

    This is for regions that are found together with their clues (``Genre.open_rules``).
    """
    own = [{number: m.binary() for number in numbers} for _ in board.cells]
    m.require_all("a cell is in one region", [exactly(1, here.values()) for here in own], board.cells)
    for (a, b), x in zip(board.links, borders, strict=True):
        pairs = [(own[a][number], own[b][number]) for number in numbers]
        parts = [part for one, other in pairs for part in (not_all((x, one, other)), Clause((x, ~one, other)))]
        m.require("borders run between regions", all_hold(parts), at=(a, b))
    for number in numbers:
        connected(m, board, [here[number] for here in own], "a region is connected")
    return own


@lru_cache(maxsize=64)
def inner_corners(board: Lattice) -> list[tuple[int, ...]]:
    """Return the links at each corner that is surrounded by cells."""
    full = [p for p, cells in enumerate(board.corner_cells) if len(cells) == board.cells_at_corner]
    return [tuple(board.corner_edges[p]) for p in full]


def rectangular(m: Model, board: Lattice, regions: Regions, words: str) -> None:
    """Require that every region of a square board is a rectangle."""
    m.require(words, Rectangles(regions, _angles(board)))


def squares(m: Model, board: Lattice, borders: Sequence[Lit], words: str) -> Sequence[Sequence[Sequence[Lit]]]:
    """Require that every region is a square: each cell sees as far along its row as along its column.

    Return for each cell and direction literals whose sum is the number of cells that it sees in its region.
    """
    runs = all_straight_runs(m, board, [~x for x in borders])

    def square(cell: int) -> Constraint:
        # squares, from the topmost row of each region on
        up, right, down, left = runs[cell]
        as_far: Constraint = total([*up, *down]) - total([*left, *right]) == 0
        return as_far

    of_every_cell(m, board, square, words)
    return runs


@lru_cache(maxsize=64)
def _angles(board: Lattice) -> list[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    """Return triples of links and cells for each corner and each cell with two neighbours there.

    A triple has the links to the neighbours, the links beyond them, and the cells at the corner.
    """
    result = []
    for cells in board.corner_cells:
        for cell in cells if len(cells) > 2 else ():
            neighbours = [n for n in cells if n in board.near[cell]]
            if len(neighbours) == 2:
                link, rest = board.link_between, [c for c in cells if c not in (*neighbours, cell)]
                joined = tuple([link[n, cell] for n in neighbours])
                result.append((joined, tuple([link[n, c] for n in neighbours for c in rest]), cells))
    return result


def each_holds_one(m: Model, regions: Regions, cells: Iterable[int], none: str, several: str = "") -> None:
    """Require that every region holds exactly one of ``cells``.

    ``none`` is the text of the rule "at least one", ``several`` that of "at most one". Without ``several`` both are one
    rule.
    """
    marked = sorted(set(cells))
    everywhere = range(regions.count)
    if several:
        m.require(none, EachHolds(regions, everywhere, marked, 1, regions.count))
        holds_at_most_one(m, regions, marked, several)
    else:
        m.require(none, EachHolds(regions, everywhere, marked, 1, 1))


def holds_at_most_one(m: Model, regions: Groups, cells: Iterable[int], words: str) -> None:
    """Require that no region holds two of ``cells``."""
    marked = sorted(set(cells))
    m.require(words, EachHolds(regions, marked, marked, 0, 1))


def each_holds(m: Model, regions: Groups, cells: Iterable[int], count: int, words: str) -> None:
    """Require that every region holds exactly ``count`` of ``cells``."""
    m.require(words, EachHolds(regions, range(regions.count), set(cells), count, count))


def each_has_size(m: Model, regions: Regions, size: int, words: str) -> None:
    """Require that every region has ``size`` cells."""
    m.require(words, EachSize(regions, size, size))


def region_has_size(
    m: Model, regions: Regions, cell: int, low: int, high: int, words: str, clue: Clue = None, at: Place = None
) -> None:
    """Require that the region of ``cell`` has from ``low`` to ``high`` cells."""
    m.require(words, GroupSize(regions, cell, low, high), at=cell if at is None else at, clue=clue)


@lru_cache(maxsize=64)
def shapes_of(board: Lattice, kinds: tuple[tuple[Hashable, Positions], ...], *, turning: bool = True) -> Shapes:
    """Return the possible regions of some shapes on the board, in all orientations.

    ``kinds`` are pairs of a kind and the (row, column) positions of a shape of this kind. Without ``turning``, the kind
    of a region is (kind, orientation), so two orientations have different kinds.
    """
    return Shapes({
        cells: kind if turning else (kind, _orientation(board, cells))
        for kind, shape in kinds
        for cells in placements(board, shape)
    })  # fmt: skip


def _orientation(board: Lattice, cells: Region) -> Positions:
    """Return the positions of the other cells relative to the first."""
    (row, col), *rest = (board.positions[c] for c in cells)
    return tuple([(r - row, c - col) for r, c in rest])


def given_borders(m: Model, board: Lattice, borders: Sequence[Lit], walls: Grid) -> None:
    """Require the given borders: ``walls`` is 1 for each link with one."""
    for link, wall in enumerate(walls):
        if wall:
            m.require("a given border stays", borders[link], at=board.links[link], clue=(walls, link))


def each_is_one_of(m: Model, regions: Regions, shapes: Shapes, words: str) -> None:
    """Require that every region is one of the ``shapes``."""
    m.require(words, EachIs(regions, shapes))


def equal_regions_apart(m: Model, regions: Regions, shapes: Shapes, words: str) -> None:
    """Require that no two regions of the same kind of the ``shapes`` share an edge."""
    m.require(words, EachKindsFit(regions, shapes, ne))


@cached_per_shape
def no_crossing(m: Model, board: Lattice, borders: Sequence[Lit], words: str) -> None:
    """Require that no borders cross: at most three of the four links at a corner are borders."""
    for cells, edges in zip(board.corner_cells, board.corner_edges, strict=True):
        if len(cells) == board.cells_at_corner:
            m.require(words, not_all([borders[e] for e in edges]), at=cells)


def sides_are_borders(
    m: Model, board: Lattice, borders: Sequence[Lit], cell: int, count: int, words: str, clue: Clue = None
) -> None:
    """Require that ``count`` sides of ``cell`` are borders, including those on the outline and at holes."""
    outside = [m.true] * (len(board.vectors) - len(board.near[cell]))
    m.require(words, exactly(count, [*(borders[e] for e in board.links_at[cell]), *outside]), at=cell, clue=clue)


@lru_cache
def turns_and_mirrors(tiling: str) -> list[Turn]:
    """Return all ways to turn and mirror a tiling about one of its cells."""
    result = []
    for one, other in (((1, 0), (0, 1)), ((0, 1), (1, 0))):
        # the images of the cell one row down and of the cell one column to the right
        for _ in range(6 if tiling == "hexagonal" else 4):
            one, other = ((c, c - r) if tiling == "hexagonal" else (c, -r) for r, c in (one, other))
            result.append((one[0], other[0], one[1], other[1]))
    return result
