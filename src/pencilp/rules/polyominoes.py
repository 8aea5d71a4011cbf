"""Rules about groups of cells of a given shape, and their possible places."""

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
"""The shapes of four squares, by the letters that they resemble."""
TETRAHEXES: dict[str, Positions] = {
    "S": ((0, 0), (0, 1), (1, 2), (1, 3)),
    "L": ((0, 0), (0, 1), (0, 2), (1, 0)),
    "I": ((0, 0), (0, 1), (0, 2), (0, 3)),
    "C": ((0, 0), (0, 1), (1, 0), (1, 2)),
    "Y": ((0, 0), (1, 1), (1, 2), (2, 1)),
    "P": ((0, 0), (0, 1), (0, 2), (1, 1)),
    "O": ((0, 0), (0, 1), (1, 0), (1, 1)),
}
"""The shapes of four hexagons, in the row and column numbers of the lattice."""
FOUR_CELLS = {"square": TETROMINOES, "hexagonal": TETRAHEXES}
"""The shapes of four cells, by the tiling."""


@lru_cache(maxsize=64)
def _frame(board: Lattice) -> list[list[int]]:
    """Return the cells by row and column of the frame, with -1 for holes."""
    find = board.cell_at.get
    return [[find((row, col), -1) for col in range(board.cols)] for row in range(board.rows)]


@lru_cache(maxsize=4096)
def _turned(positions: tuple[tuple[int, int], ...], tiling: str) -> frozenset[tuple[tuple[int, int], ...]]:
    result = set()
    for points in (positions, [(c, r) for r, c in positions]):
        for _ in range(6 if tiling == "hexagonal" else 4):
            # a clockwise turn by one direction
            points = [(c, c - r) if tiling == "hexagonal" else (c, -r) for r, c in points]
            low_r, low_c = min(r for r, _ in points), min(c for _, c in points)
            result.add(tuple(sorted((r - low_r, c - low_c) for r, c in points)))
    return frozenset(result)


def turned(positions: Sequence[tuple[int, int]], tiling: str = "square") -> frozenset[tuple[tuple[int, int], ...]]:
    """Return all orientations of a shape of squares, or of hexagons, given as (row, column) positions.

    Each is shifted to the origin and sorted. Two shapes are equal up to rotation and reflection if these sets are
    equal.
    """
    return _turned(tuple(positions), tiling)


def touches_itself(positions: Collection[tuple[int, int]]) -> bool:
    """Return whether two cells of a shape on the square lattice touch at a corner without a third one there."""
    return any(
        (r + 1, c + d) in positions and (r + 1, c) not in positions and (r, c + d) not in positions
        for r, c in positions
        for d in (-1, 1)
    )


@lru_cache(maxsize=256)
def placements(board: Lattice, shape: tuple[tuple[int, int], ...]) -> list[tuple[int, ...]]:
    """Return the cells of each possible place of a shape on a board, in all orientations.

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

    ``straight``: another rule forbids cells that touch only at a corner, so the cells that it keeps free are left out.
    ``corners``: cells that touch the shape at a corner are listed, too.
    """
    around = board.around
    near = around if corners else board.near
    result = []
    for cells in placements(board, shape):
        adjacent = {n for c in cells for n in near[c]}.difference(cells)
        if straight:
            adjacent = {n for n in adjacent if len(set(cells).intersection(around[n])) == 1}
        result.append((cells, tuple(adjacent)))
    return result


class BankShape(NamedTuple):
    """A shape of a bank: its text in one line, its number in the bank, and its possible places.

    Each place has a literal that all its cells are true and those that share an edge with it are not.
    """

    shape: str
    often: int
    places: Sequence[tuple[tuple[int, ...], Lit]]


def bank_on_board(
    m: Model, board: Lattice, bank: Sequence[Sequence[str]], lits: Sequence[Lit], *, corners: bool
) -> list[BankShape]:
    """Return the shapes of a ``bank``, a layer of Pieces, with their possible places in all orientations.

    ``corners``: pieces must not touch at a corner either (``corners_apart``).
    """
    shapes = list(map(_positions, bank))
    straight = corners and all(len(rows) == 1 or len(rows[0]) == 1 for rows in bank)
    winding = corners and any(map(touches_itself, shapes))
    often = Counter(min(turned(shape)) for shape in shapes)

    def made() -> list[BankShape]:
        literals = _PieceLiterals(m, lits)
        result = []
        for shape, count in often.items():
            places = placements_apart(board, shape, straight, corners=winding)
            result.append(BankShape(_drawn(shape), count, [literals.at(*place) for place in places]))
        return result

    # This result, and the rules below, are cached by hand. ``cached_per_shape`` examines all arguments, and all of the
    # thousands of places in the result: with it a first board of 12x12 took 10 % longer, each later one 3 %.
    return m.cached(board.cache, ("bank", straight, winding, *often.items()), lits, made)


class _PieceLiterals:
    """Literals for pieces: the ``lits`` of all their cells are true, and those of the adjacent cells are not."""

    def __init__(self, m: Model, lits: Sequence[Lit]) -> None:
        self.all_of, self.lits, self.opposite = m.all_of, [*lits], [~x for x in lits]

    def at(self, cells: tuple[int, ...], adjacent: tuple[int, ...]) -> tuple[tuple[int, ...], Lit]:
        """Return the cells of a piece, and its literal. ``adjacent`` are the adjacent cells."""
        lits, opposite = self.lits, self.opposite
        return cells, self.all_of([*[lits[c] for c in cells], *[opposite[c] for c in adjacent]])


def as_often_as_in_bank(m: Model, board: Lattice, found: Sequence[BankShape], words: str) -> None:
    """Require that each of the shapes ``found`` occurs as often as in the bank.

    ``words`` may contain ``{shape}``, and ``{often}`` for the number.
    """

    def made() -> None:
        for shape, often, places in found:
            m.require(words.format(shape=shape, often=often), exactly(often, [lies for _, lies in places]))

    m.cached(board.cache, ("often", words, *[(shape, often) for shape, often, _ in found]), _firsts(found), made)


def _firsts(shapes: Sequence[BankShape]) -> list[Lit]:
    """Return the literal of one place of each shape."""
    return [places[0][1] for _, _, places in shapes if places]


def nothing_but(m: Model, board: Lattice, found: Sequence[BankShape], lits: Sequence[Lit], words: str) -> None:
    """Require that every true cell is in one of the shapes ``found``."""

    def made() -> CachedRules:
        covering = [[~x] for x in lits]
        for _, _, places in found:
            for cells, lies in places:
                for c in cells:
                    covering[c].append(lies)
        return CachedRules([*map(any_of, covering)], board.cells, board.cache)

    key = "covered", *(shape for shape, _, _ in found)
    m.require(words, m.cached(board.cache, key, [*lits, *_firsts(found)], made))


def corners_apart(m: Model, board: Lattice, bank: Sequence[Sequence[str]], lits: Sequence[Lit], words: str) -> None:
    """Require that no two pieces of a ``bank`` touch only at a corner."""
    if any(touches_itself(_positions(rows)) for rows in bank):
        return  # then the literals of the places include this rule
    straight = all(len(rows) == 1 or len(rows[0]) == 1 for rows in bank)
    for a, b, others in across_corners(board):
        # two cells of a bent piece may touch at a corner, with a third cell there
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
    """Require that every group of shaded cells is a tetromino.

    Two that touch at a corner have different shapes, and all are connected by their corners.
    """
    _tetrominoes(m, board, shaded)
    connected_by_corners(m, board, shaded, "the tetrominoes are connected by their corners")


@cached_per_shape
def _tetrominoes(m: Model, board: Lattice, shaded: Sequence[Lit]) -> None:
    """Require that groups of shaded cells are tetrominoes, and that equal ones do not touch at a corner."""
    literals = _PieceLiterals(m, shaded)
    of_shape: list[list[Lit]] = []
    for shape in FOUR_CELLS[board.shape].values():
        pieces_at: list[list[Lit]] = [[] for _ in board.cells]
        for place in placements_apart(board, shape, straight=False):
            cells, piece = literals.at(*place)
            for c in cells:
                pieces_at[c].append(piece)
        of_shape.append([m.any_of(pieces) for pieces in pieces_at])
    for cell in board.cells:
        covered = any_of([~shaded[cell], *(pieces[cell] for pieces in of_shape)])
        m.require("shaded cells form groups of four", covered, at=cell)
    for a, b, others in across_corners(board):
        for pieces in of_shape:
            # if another cell at the corner is shaded, they are one group
            differ = any_of([~pieces[a], ~pieces[b], *(shaded[c] for c in others)])
            m.require("tetrominoes that touch at a corner have different shapes", differ, at=(a, b))
