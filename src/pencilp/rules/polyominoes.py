"""Groups of cells of a given shape, and where they can lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from pencilp.board.lattice import Lattice
from pencilp.model import Lit, Model, any_of, exactly
from pencilp.model.structures import CachedRules
from pencilp.rules.counting import across_corners
from pencilp.rules.everywhere import cached_per_shape
from pencilp.rules.shading import connected_by_corners

Positions = tuple[tuple[int, int], ...]
"""The (row, column) of each cell of a shape."""

TETROMINOES: dict[str, Positions] = {
    "L": ((0, 0), (1, 0), (2, 0), (2, 1)),
    "I": ((0, 0), (1, 0), (2, 0), (3, 0)),
    "T": ((0, 0), (0, 1), (0, 2), (1, 1)),
    "S": ((0, 1), (0, 2), (1, 0), (1, 1)),
    "O": ((0, 0), (0, 1), (1, 0), (1, 1)),
}
"""The shapes of four cells, by the letters that they look like."""
TETRAHEXES: dict[str, Positions] = {
    "S": ((0, 0), (0, 1), (1, 2), (1, 3)),
    "L": ((0, 0), (0, 1), (0, 2), (1, 0)),
    "I": ((0, 0), (0, 1), (0, 2), (0, 3)),
    "C": ((0, 0), (0, 1), (1, 0), (1, 2)),
    "Y": ((0, 0), (1, 1), (1, 2), (2, 1)),
    "P": ((0, 0), (0, 1), (0, 2), (1, 1)),
    "O": ((0, 0), (0, 1), (1, 0), (1, 1)),
}
"""The same of hexagons, which lie on squares as the lattice has them."""


@lru_cache(maxsize=64)
def _frame(board: Lattice) -> list[list[int]]:
    """Return the cells by row and column of the frame; -1 where there is none."""
    find = board.cell_at.get
    return [[find((row, col), -1) for col in range(board.cols)] for row in range(board.rows)]


@lru_cache(maxsize=4096)
def _turned(positions: tuple[tuple[int, int], ...], tiling: str) -> frozenset[tuple[tuple[int, int], ...]]:
    result = set()
    for points in (positions, [(c, r) for r, c in positions]):
        for _ in range(6 if tiling == "hexagonal" else 4):
            # by one direction on, clockwise
            points = [(c, c - r) if tiling == "hexagonal" else (c, -r) for r, c in points]
            low_r, low_c = min(r for r, _ in points), min(c for _, c in points)
            result.add(tuple(sorted((r - low_r, c - low_c) for r, c in points)))
    return frozenset(result)


def turned(positions: Sequence[tuple[int, int]], tiling: str = "square") -> frozenset[tuple[tuple[int, int], ...]]:
    """Return all orientations of a shape of squares, or of hexagons, given as (row, column) positions.

    Each is shifted to the origin and sorted. Two shapes are the same, up to rotation and reflection, when these are
    equal.
    """
    return _turned(tuple(positions), tiling)


def touches_itself(positions: Collection[tuple[int, int]]) -> bool:
    """Return whether two cells of a shape on the square lattice touch at a corner where no third one joins them."""
    return any(
        (r + 1, c + d) in positions and (r + 1, c) not in positions and (r, c + d) not in positions
        for r, c in positions
        for d in (-1, 1)
    )


@lru_cache(maxsize=256)
def placements(board: Lattice, shape: tuple[tuple[int, int], ...]) -> list[tuple[int, ...]]:
    """Everywhere a shape, turned and mirrored as one likes, can lie on a board: the tuples of its cells.

    ``shape`` are (row, column) positions, such as ((0, 0), (0, 1), (0, 2), (1, 0)) for an L of four cells.
    """
    grid = _frame(board)
    frame = [cell for row in grid for cell in row]
    result = []
    for positions in sorted(turned(shape, board.shape)):
        offsets = [row * board.cols + col for row, col in positions]
        height, width = (1 + max(numbers) for numbers in zip(*positions, strict=True))
        for row in range(board.rows - height + 1):
            for start in range(row * board.cols, (row + 1) * board.cols - width + 1):
                cells = tuple([frame[start + offset] for offset in offsets])
                if min(cells) >= 0:
                    result.append(cells)
    return result


@lru_cache(maxsize=256)
def placements_apart(
    board: Lattice, shape: tuple[tuple[int, int], ...], straight: bool, *, corners: bool = False
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the ``placements`` of a shape, each with the cells that share an edge with it.

    ``straight``: where no two cells of pieces may touch at a corner alone; the cells that this keeps free are left out.
    ``corners``: the cells that touch it at a corner are listed too.
    """
    around = board.around
    near = around if corners else board.near
    result = []
    for cells in placements(board, shape):
        beside = {n for c in cells for n in near[c]}.difference(cells)
        if straight:
            beside = {n for n in beside if len(set(cells).intersection(around[n])) == 1}
        result.append((cells, tuple(beside)))
    return result


class Lying(NamedTuple):
    """A shape of a bank: its text in one line, how often it is there, and its possible places.

    Each place comes with the literal that all its cells are true and those that share an edge with it are not.
    """

    shape: str
    often: int
    places: Sequence[tuple[tuple[int, ...], Lit]]


def bank_on_board(
    m: Model, board: Lattice, bank: Sequence[Sequence[str]], lits: Sequence[Lit], *, corners: bool
) -> list[Lying]:
    """Return the shapes of a ``bank`` (a layer of Pieces), turned and mirrored as one likes, where the true cells may be such.

    ``corners``: pieces may not touch at a corner, as ``corners_apart`` says.
    """
    shapes = list(map(_positions, bank))
    straight = corners and all(len(rows) == 1 or len(rows[0]) == 1 for rows in bank)
    winding = corners and any(map(touches_itself, shapes))
    often = Counter(min(turned(shape)) for shape in shapes)

    def made() -> list[Lying]:
        lying = _Lying(m, lits)
        return [
            Lying(_drawn(shape), count, [lying.at(*place) for place in placements_apart(board, shape, straight, corners=winding)])
            for shape, count in often.items()
        ]  # fmt: skip

    # This, and what is said of the shapes below, is kept by hand. The mark for functions looks through all arguments, and through
    # the thousands of places that come back: a first board of 12x12 took a tenth longer with it, each later one a thirtieth.
    return m.cached(board.kept, ("bank", straight, winding, *often.items()), lits, made)


class _Lying:
    """Literals for pieces that lie where the ``lits`` of their cells are true, and those of the adjacent cells are not."""

    def __init__(self, m: Model, lits: Sequence[Lit]) -> None:
        self.all_of, self.lits, self.opposite = m.all_of, [*lits], [~x for x in lits]

    def at(self, cells: tuple[int, ...], beside: tuple[int, ...]) -> tuple[tuple[int, ...], Lit]:
        """Return the cells of a piece, and its literal; ``beside`` are those adjacent to it."""
        lits, opposite = self.lits, self.opposite
        return cells, self.all_of([*[lits[c] for c in cells], *[opposite[c] for c in beside]])


def as_often_as_in_bank(m: Model, board: Lattice, found: Sequence[Lying], words: str) -> None:
    """Each of the shapes ``found`` is there as often as in the bank.

    In the words stand ``{shape}`` and, if they say it, ``{often}``.
    """

    def made() -> None:
        for shape, often, places in found:
            m.require(words.format(shape=shape, often=often), exactly(often, [here for _, here in places]))

    m.cached(board.kept, ("often", words, *[(shape, often) for shape, often, _ in found]), _firsts(found), made)


def _firsts(found: Sequence[Lying]) -> list[Lit]:
    """Return the literal of one place of each shape."""
    return [places[0][1] for _, _, places in found if places]


def nothing_but(m: Model, board: Lattice, found: Sequence[Lying], lits: Sequence[Lit], words: str) -> None:
    """Every true cell is in one of the shapes ``found``."""

    def made() -> CachedRules:
        covering = [[~x] for x in lits]
        for _, _, places in found:
            for cells, here in places:
                for c in cells:
                    covering[c].append(here)
        return CachedRules([*map(any_of, covering)], board.cells, board.kept)

    key = "covered", *(shape for shape, _, _ in found)
    m.require(words, m.cached(board.kept, key, [*lits, *_firsts(found)], made))


def corners_apart(m: Model, board: Lattice, bank: Sequence[Sequence[str]], lits: Sequence[Lit], words: str) -> None:
    """No two pieces of a ``bank`` touch at a corner alone."""
    if any(touches_itself(_positions(rows)) for rows in bank):
        return  # where they may lie says so
    straight = all(len(rows) == 1 or len(rows[0]) == 1 for rows in bank)
    for a, b, others in across_corners(board):
        # in a piece that bends a third cell joins two that touch at a corner
        joined = () if straight else [lits[c] for c in others]
        m.require(words, any_of((~lits[a], ~lits[b], *joined)), at=(a, b))


def _positions(rows: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Return the cells of a piece."""
    return tuple((r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "x")


def _drawn(shape: tuple[tuple[int, int], ...]) -> str:
    """Return a shape in one line of text: its rows with slashes between them."""
    rows, cols = (range(1 + max(numbers)) for numbers in zip(*shape, strict=True))
    return "/".join("".join("x" if (r, c) in shape else "." for c in cols) for r in rows)


def chained_tetrominoes(m: Model, board: Lattice, shaded: Sequence[Lit]) -> None:
    """Every group of shaded cells is a tetromino.

    Two that touch at a corner have different shapes, and all are connected in this way.
    """
    _tetrominoes(m, board, shaded)
    connected_by_corners(m, board, shaded, "the tetrominoes hang together by their corners")


@cached_per_shape
def _tetrominoes(m: Model, board: Lattice, shaded: Sequence[Lit]) -> None:
    """Groups of shaded cells are tetrominoes, and two of the same shape do not touch at a corner."""
    lying = _Lying(m, shaded)
    of_shape: list[list[Lit]] = []
    for shape in TETROMINOES.values():
        here: list[list[Lit]] = [[] for _ in board.cells]
        for place in placements_apart(board, shape, straight=False):
            cells, piece = lying.at(*place)
            for c in cells:
                here[c].append(piece)
        of_shape.append([m.any_of(pieces) for pieces in here])
    for cell in board.cells:
        some = any_of([~shaded[cell], *(pieces[cell] for pieces in of_shape)])
        m.require("shaded cells form groups of four", some, at=cell)
    for a, b, others in across_corners(board):
        for pieces in of_shape:
            # with another cell at the corner they are one group
            differ = any_of([~pieces[a], ~pieces[b], *(shaded[c] for c in others)])
            m.require("tetrominoes that touch at a corner have different shapes", differ, at=(a, b))
