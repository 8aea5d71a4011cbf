"""Words about the division of a board into regions by borders: the answer has a literal for each link, true for a border."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from operator import ne

from pencilp.board.lattice import Lattice
from pencilp.board.layers.grids import Grid
from pencilp.model import Lit, Model, all_hold, exactly, not_all
from pencilp.model.congruence import Moved, Unlike
from pencilp.model.groups import EachHolds, EachSize, GroupCounts, Groups, GroupSize, Mirrored, Parted
from pencilp.model.model import Clue, Place
from pencilp.model.regions import Rectangles, Regions, SizeBetween
from pencilp.model.shapes import Beside, EachBeside, EachIs, Region, RegionIs, Shapes, Turn
from pencilp.model.twins import EachOneArea, EachSameForm, TwoColoured
from pencilp.rules.everywhere import same_on_all_boards
from pencilp.rules.polyominoes import Positions, placements
from pencilp.typed import Any


def divided(m: Model, board: Lattice, borders: Sequence[Lit], words: str = "a border parts two regions") -> Regions:
    """``borders`` (a literal per link) divide the board into regions: each of them runs between two different ones.

    Returns the regions, of which other rules speak.
    """
    positions = board.positions if board.shape == "square" else None
    regions = Regions(m, borders, board.links, board.names, _corners(board), positions)
    regions.kept = board.kept
    m.require(words, Parted(regions))
    return regions


def divided_by_diagonals(m: Model, board: Lattice, falling: Sequence[Lit], rising: Sequence[Lit]) -> Groups:
    """The regions of a square board with diagonals, of which other rules speak.

    ``falling`` and ``rising`` have a literal per cell: a diagonal from its upper left corner, or from its lower left one. A
    region goes on over every side of a cell. Where there is no diagonal it has all four, which is why other rules may call a
    region that of a cell without one.
    """
    upper = {edges[0]: cell for cell, edges in enumerate(board.cell_edges)}
    others = [edge for edge in range(len(board.edges)) if edge not in upper]
    node = {edge: i for i, edge in enumerate([*upper, *others])}
    joined = []
    for edges, falls, rises in zip(board.cell_edges, falling, rising, strict=True):
        up, right, down, left = (node[edge] for edge in edges)
        joined += [(up, right, ~rises), (down, left, ~rises), (up, left, ~falls), (right, down, ~falls)]
    return Groups(m, len(node), joined, cells_at=[board.edge_cells[edge] for edge in node])


@lru_cache(maxsize=64)
def _corners(board: Lattice) -> list[tuple[int, ...]]:
    """Per corner with cells all around it the links between these."""
    full = [p for p, cells in enumerate(board.corner_cells) if len(cells) == board.cells_at_corner]
    return [tuple(board.corner_edges[p]) for p in full]


def rectangular(m: Model, board: Lattice, regions: Regions, words: str) -> None:
    """Every region of a square board is a rectangle."""
    m.require(words, Rectangles(regions, _angles(board)))


@lru_cache(maxsize=64)
def _angles(board: Lattice) -> list[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    """Per corner and cell there with two neighbours: the links to these, the links beyond them, the cells at the corner."""
    result = []
    for cells in board.corner_cells:
        for cell in cells if len(cells) > 2 else ():
            beside = [n for n in cells if n in board.near[cell]]
            if len(beside) == 2:
                link, rest = board.link_between, [c for c in cells if c not in (*beside, cell)]
                joined = tuple([link[n, cell] for n in beside])
                result.append((joined, tuple([link[n, c] for n in beside for c in rest]), cells))
    return result


def each_holds_one(m: Model, regions: Regions, cells: Iterable[int], none: str, several: str = "") -> None:
    """Every region holds exactly one of ``cells``. ``none`` and ``several`` are the words for one at least, and one at most."""
    marked = sorted(set(cells))
    everywhere = range(regions.count)
    if several:
        m.require(none, EachHolds(regions, everywhere, marked, 1, regions.count))
        holds_at_most_one(m, regions, marked, several)
    else:
        m.require(none, EachHolds(regions, everywhere, marked, 1, 1))


def region_holds(
    m: Model, regions: Regions, cell: int, cells: Iterable[int], count: int, words: str, clue: Clue = None
) -> None:
    """The region of ``cell`` holds exactly ``count`` of ``cells``."""
    m.require(words, GroupCounts(regions, cell, cells, count, count), at=cell, clue=clue)


def holds_at_most_one(m: Model, regions: Groups, cells: Iterable[int], words: str) -> None:
    """No region holds two of ``cells``."""
    marked = sorted(set(cells))
    m.require(words, EachHolds(regions, marked, marked, 0, 1))


def each_holds(m: Model, regions: Groups, cells: Iterable[int], count: int, words: str) -> None:
    """Every region holds exactly ``count`` of ``cells``."""
    m.require(words, EachHolds(regions, range(regions.count), set(cells), count, count))


def size_is_between(m: Model, regions: Regions, cell: int, numbers: Mapping[int, int | None], words: str) -> None:
    """The size of the region of ``cell`` is strictly between its number and the other number in the region.

    ``numbers`` has the number of each cell that holds one, None where it is not told. The rule comes from no single clue.
    """
    m.require(words, SizeBetween(regions, cell, numbers), at=cell)


def each_has_size(m: Model, regions: Regions, size: int, words: str) -> None:
    """Every region has ``size`` cells."""
    m.require(words, EachSize(regions, size, size))


def region_has_size(
    m: Model, regions: Regions, cell: int, low: int, high: int, words: str, clue: Clue = None, at: Place = None
) -> None:
    """The region of ``cell`` has from ``low`` to ``high`` cells."""
    m.require(words, GroupSize(regions, cell, low, high), at=cell if at is None else at, clue=clue)


@lru_cache(maxsize=64)
def shapes_of(board: Lattice, kinds: tuple[tuple[Hashable, Positions], ...], *, turning: bool = True) -> Shapes:
    """Everywhere on the board that a region of some shape can lie, turned and mirrored as one likes.

    ``kinds`` are pairs of a kind and the (row, column) positions of a shape of this kind. Without ``turning`` a kind is (kind,
    orientation): a region that is turned has another.
    """
    return Shapes({
        cells: kind if turning else (kind, _orientation(board, cells))
        for kind, shape in kinds
        for cells in placements(board, shape)
    })  # fmt: skip


def _orientation(board: Lattice, cells: Region) -> Positions:
    """The positions of cells beyond the first of them."""
    (row, col), *rest = (board.positions[c] for c in cells)
    return tuple([(r - row, c - col) for r, c in rest])


def given_borders(m: Model, board: Lattice, borders: Sequence[Lit], walls: Grid) -> None:
    """A border runs where ``walls`` (per link 1 where one is given) has one."""
    for link, wall in enumerate(walls):
        if wall:
            m.require("a given border stays", borders[link], at=board.links[link], clue=(walls, link))


def each_is_one_of(m: Model, regions: Regions, shapes: Shapes, words: str) -> None:
    """Every region is one of the ``shapes``."""
    m.require(words, EachIs(regions, shapes))


def region_is_one_of(
    m: Model, regions: Regions, cell: int, among: Iterable[Region], words: str, clue: Clue = None
) -> None:
    """The region of ``cell`` is one of ``among``, the cells of regions."""
    m.require(words, RegionIs(regions, cell, among), at=cell, clue=clue)


def equal_regions_apart(m: Model, regions: Regions, shapes: Shapes, words: str) -> None:
    """No two regions of the same kind of the ``shapes`` share an edge."""
    m.require(words, EachBeside(regions, shapes, ne))


def regions_fit(
    m: Model,
    regions: Regions,
    link: int,
    shapes: Shapes,
    fit: Callable[[Any, Any], bool],
    words: str,
    clue: Clue = None,
) -> None:
    """If two regions touch at ``link``, their kinds fit together: ``fit(kind, kind)``."""
    m.require(words, Beside(regions, link, shapes, fit), at=regions.links[link], clue=clue)


@same_on_all_boards
def no_crossing(m: Model, board: Lattice, borders: Sequence[Lit], words: str) -> None:
    """No borders cross: at no corner between four cells are all four of the links there borders."""
    for cells, edges in zip(board.corner_cells, board.corner_edges, strict=True):
        if len(cells) == board.cells_at_corner:
            m.require(words, not_all([borders[e] for e in edges]), at=cells)


def symmetric_about(
    m: Model, board: Lattice, regions: Regions, center: Sequence[int], words: str, clue: Clue = None
) -> None:
    """The region of ``center`` (a cell, two neighbours, or the four cells at a corner) is point symmetric about its middle."""
    (r1, c1), (r2, c2) = board.positions[min(center)], board.positions[max(center)]
    image = partial(_image, board.positions, board.cell_at, r1 + r2, c1 + c2)
    m.require(words, Mirrored(regions, min(center), image), at=tuple(center), clue=clue)


def _image(
    positions: Sequence[tuple[int, int]], cell_at: Mapping[tuple[int, int], int], rows: int, cols: int, cell: int
) -> int:
    """The cell opposite ``cell``, where rows and columns of two opposite cells add up to ``rows`` and ``cols``; -1 for none."""
    row, col = positions[cell]
    return cell_at.get((rows - row, cols - col), -1)


def undivided(
    m: Model, board: Lattice, borders: Sequence[Lit], cells: Sequence[int], words: str, clue: Clue = None
) -> None:
    """No border runs between ``cells``, which are neighbours."""
    if len(cells) < 2:
        return
    links = [board.link_between[a, b] for a in cells for b in board.near[a] if a < b and b in cells]
    if links:
        m.require(words, all_hold([~borders[e] for e in links]), at=tuple(cells), clue=clue)


def sides_are_borders(
    m: Model, board: Lattice, borders: Sequence[Lit], cell: int, count: int, words: str, clue: Clue = None
) -> None:
    """``count`` sides of ``cell`` are borders, those on the outline of the board and at holes included."""
    outside = [m.true] * (len(board.vectors) - len(board.near[cell]))
    m.require(words, exactly(count, [*(borders[e] for e in board.links_at[cell]), *outside]), at=cell, clue=clue)


def divided_in_colours(
    m: Model, board: Lattice, borders: Sequence[Lit], dark: Iterable[int], words: str = "a border parts two regions"
) -> TwoColoured:
    """``divided``, where rules speak of the light and the ``dark`` cells of a region: ``areas`` are its parts of one colour."""
    told = set(dark)
    shades = [c in told for c in board.cells]
    regions = TwoColoured(
        m, borders, board.links, board.names, _corners(board), board.positions, shades, _turns(board.shape)
    )
    regions.kept = board.kept
    m.require(words, Parted(regions))
    return regions


@lru_cache
def _turns(tiling: str) -> list[Turn]:
    """All ways to turn and mirror a tiling about one of its cells."""
    result = []
    for one, other in (((1, 0), (0, 1)), ((0, 1), (1, 0))):
        # where a cell one row down, and one a column to the right, come to lie
        for _ in range(6 if tiling == "hexagonal" else 4):
            one, other = ((c, c - r) if tiling == "hexagonal" else (c, -r) for r, c in (one, other))
            result.append((one[0], other[0], one[1], other[1]))
    return result


def both_colours(m: Model, regions: TwoColoured, words: str) -> None:
    """Every region has light cells and dark ones."""
    light, dark = regions.by_colour(range(regions.count))
    for some, others in ((light, dark), (dark, light)):
        m.require(words, EachHolds(regions, some, others, 1, regions.count))


def no_colour_twice(m: Model, regions: TwoColoured, words: str) -> None:
    """No region has two areas of one colour."""
    m.require(words, EachOneArea(regions))


def same_forms(m: Model, regions: TwoColoured, words: str) -> None:
    """The light cells of a region have the form of its dark ones, however turned or mirrored."""
    m.require(words, EachSameForm(regions))


def area_has_size(m: Model, regions: TwoColoured, cell: int, size: int, words: str, clue: Clue = None) -> None:
    """The area of ``cell`` has ``size`` cells."""
    m.require(words, GroupSize(regions.areas, cell, size, size), at=cell, clue=clue)


def moved_onto(m: Model, board: Lattice, regions: Regions, one: int, other: int, words: str, clue: Clue = None) -> None:
    """The region of one cell is that of another, moved as the cell is: neither turned nor mirrored."""
    m.require(words, Moved(regions, one, other, board.positions), at=(one, other), clue=clue)


def forms_differ(m: Model, board: Lattice, regions: Regions, one: int, other: int, words: str) -> None:
    """The regions of two cells have different forms, however turned or mirrored. The rule comes from no single clue."""
    m.require(words, Unlike(regions, one, other, board.positions, _turns(board.shape)), at=(one, other))
