"""Rules about shaded cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Grid, RoomGrid
from pencilp.board.outside_regions import outside_regions
from pencilp.model import (
    Clause,
    Connected,
    Lit,
    Model,
    Reached,
    all_hold,
    any_of,
    at_least,
    at_most,
    exactly,
    not_all,
)
from pencilp.rules.counting import across_corners
from pencilp.rules.everywhere import cached_per_shape
from pencilp.structures.islands import corners
from pencilp.structures.plane import InPairs, NotAdjacent, Plane, cell_graph, corner_graph


def not_adjacent(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """Require that no two cells that share an edge are both true."""
    m.require(words, NotAdjacent(m, board, lits))


def all_alike(m: Model, lits: Sequence[Lit], cells: Sequence[int], words: str) -> None:
    """Require that the literals of ``cells`` are all true or all false."""
    for a, b in pairwise(cells):
        m.require(words, all_hold([Clause((~lits[a], lits[b])), Clause((lits[a], ~lits[b]))]), at=(a, b))


def dots_say(m: Model, board: Lattice, shaded: Sequence[Lit], cells: Grid | None, links: Grid, corners: Grid) -> None:
    """Require that dots compare the numbers of shaded and unshaded cells around them.

    More than half of the cells around a black dot (b) are shaded, less than half around a white dot (w), and exactly
    half around a grey dot (g). Dots lie in cells (unless ``cells`` is None), on links and on corners.
    """
    touched: list[tuple[Grid | None, Sequence[tuple[int, ...]]]]
    touched = [(cells, [(c,) for c in board.cells]), (links, board.links), (corners, board.corner_cells)]
    for dots, cells_at in touched:
        for place, dot in () if dots is None else dots.items():
            at = cells_at[place]
            dark, count = [shaded[c] for c in at], len(at)
            if dot == "b":
                rule = "more cells at a black dot are shaded than not", at_least(count // 2 + 1, dark)
            elif dot == "w":
                rule = "fewer cells at a white dot are shaded than not", at_most((count - 1) // 2, dark)
            else:
                half = any_of([]) if count % 2 else exactly(count // 2, dark)
                rule = "half of the cells at a grey dot are shaded", half
            m.require(*rule, at=at, clue=(dots, place))


@cached_per_shape
def no_two_by_two(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """Require that not all cells around a corner are true: four on square boards, three on hexagonal ones.

    On hexagonal boards, "no two by two is shaded" reads "no three cells at a corner are all shaded".
    """
    if board.cells_at_corner == 3:
        what = re.sub("^no two by two is (all )?", "", words)
        words = words if what == words else f"no three cells at a corner are all {what}"
    m.require_all(words, [not_all([lits[c] for c in block]) for block in board.blocks], board.blocks)


def connected(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """Require that the true cells are connected by edges. ``lits`` has a literal for each cell."""
    m.require(words, Connected(lits, cell_graph(board), places=board.cells, of=Plane.of(m, board)))


def connected_by_corners(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """Require that the true cells are connected by edges or corners."""
    m.require(words, Connected(lits, corner_graph(board), places=board.cells))


def connected_in_room(
    m: Model, board: Lattice, room: Sequence[int], lits: Sequence[Lit], words: str, walls: Sequence[int] = ()
) -> None:
    """Require that the true cells of ``room``, if any, are connected by edges without ``walls``."""
    number = {cell: i for i, cell in enumerate(room)}
    pairs = [(a, b) for a in room for b in board.near[a] if a < b and b in number]
    edges = [(number[a], number[b], None) for a, b in pairs if not (walls and walls[board.link_between[a, b]])]
    m.require(words, Connected([lits[c] for c in room], edges, places=room), at=room)


def apart_across_borders(
    m: Model, board: Lattice, rooms: RoomGrid, lits: Sequence[Lit], words: str, walls: Sequence[int] = ()
) -> None:
    """Require that no two true cells share an edge between two rooms, or one with a wall of ``walls``."""
    pairs = [board.links[e] for e in rooms.borders(board, walls)]
    m.require_all(words, [not_all((lits[a], lits[b])) for a, b in pairs], pairs)


def reaches_outside(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """Require that every true cell is connected by true cells to the outline of the board or to a hole."""
    arcs = [(a, b, None) for pair in board.links for a, b in (pair, pair[::-1])]
    m.require(words, Reached(lits, arcs, board.coast, places=board.cells, of=Plane.of(m, board)))


def no_loop(m: Model, board: Lattice, lits: Sequence[Lit], words: str, *, around_corner: str = "") -> None:
    """Require that the true cells form no loop of cells that share edges.

    ``around_corner`` is another text for loops of the cells around a corner. Any other loop separates cells, or a hole,
    from the outside: no way of false cells leads from them over edges and corners to the outside.
    """
    no_two_by_two(m, board, lits, around_corner or words)
    water = outside_regions(board)
    shores = [
        sorted({c for p, w in water.items() if w == k for c in board.corner_cells[p]})
        for k in sorted({*water.values()})
    ]
    ways = [*board.links, *((a, b) for a, b, _ in across_corners(board))]
    ways += [(c, len(board) + k) for k, shore in enumerate(shores) for c in shore]
    arcs = [(a, b, None) for pair in ways for a, b in (pair, pair[::-1])]
    nodes = [*(~x for x in lits), *(m.true for _ in shores)]
    reached = Reached(nodes, arcs, [len(board)], places=[*board.cells, *(shore[0] for shore in shores)])
    m.require(words, reached, at=tuple(board.cells))


def dynasty(m: Model, board: Lattice, shaded: Sequence[Lit]) -> None:
    """Require that no two shaded cells share an edge, and that the unshaded cells are connected."""
    not_adjacent(m, board, shaded, "shaded cells do not touch")
    connected(m, board, [~x for x in shaded], "the unshaded cells form one group")


def crosses_one_border(m: Model, board: Lattice, borders: Iterable[int], shaded: Sequence[Lit], words: str) -> None:
    """Require that no straight line of unshaded cells crosses two of ``borders``, which are links."""
    across = {board.links[e] for e in borders}
    for lines in board.lines:
        for line in lines:
            last = [i for i, pair in enumerate(pairwise(line)) if pair in across]
            for i, j in pairwise(last):
                cells = line[i : j + 2]
                m.require(words, any_of([shaded[c] for c in cells]), at=cells)


@cached_per_shape
def in_rectangles(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """Require that every group of true cells on a square board is a rectangle.

    Never are just three of the four cells at a corner true.
    """
    for cell, a, across, b in corners(board.ring):
        fourth = Clause((~lits[cell], ~lits[a], ~lits[b], *([lits[across]] if across >= 0 else ())))
        m.require(words, fourth, at=(cell, a, b))


@cached_per_shape
def in_squares(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """Require that every group of true cells on a square board is a square.

    It is a rectangle, and at the end of its diagonal from the upper left cell it ends both to the right and below.
    """
    in_rectangles(m, board, lits, words)
    diagonal: list[Lit] = []
    for cell, (up, _, right, _, down, _, left, before) in enumerate(board.ring):
        first = m.all_of((lits[cell], *(~lits[n] for n in (up, left) if n >= 0)))
        on = [m.all_of((lits[cell], lits[left], diagonal[before]))] if left >= 0 and before >= 0 else []
        diagonal.append(m.any_of((first, *on)))
        for one, other in ((right, down), (down, right)):
            if one >= 0:
                both = Clause((~diagonal[cell], ~lits[one], *([lits[other]] if other >= 0 else ())))
                m.require(words, both, at=cell)


def in_pairs(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """Require that every true cell shares an edge with exactly one other true cell."""
    m.require(words, InPairs(board, lits))


@cached_per_shape
def rectangles_touch_two(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> Sequence[Lit]:
    """Require that every rectangle of true cells on a square board touches exactly two others at its corners.

    Return for each cell whether it is the upper left one of a rectangle.
    """
    touched = [_touched_at_corner(m, board, lits, diagonal) for diagonal in (1, 3, 5, 7)]
    firsts = []
    for cell, around in enumerate(board.ring):
        before = [~lits[n] for n in (around[0], around[6]) if n >= 0]
        firsts.append(m.all_of((lits[cell], *before)))
        m.require(words, firsts[cell] >> exactly(2, [corner[cell] for corner in touched]), at=cell)
    return firsts


def _touched_at_corner(m: Model, board: Lattice, lits: Sequence[Lit], diagonal: int) -> list[Lit]:
    """Return for each cell whether a true cell touches the corner of its rectangle in direction ``diagonal``.

    The cell at that corner looks at the next cell diagonally. Each other cell takes the literal of the next cell in its
    row, or in its column if the row ends.
    """
    row, column = 2 if diagonal < 4 else 6, 4 if 2 < diagonal < 6 else 0

    @cache
    def touched(cell: int) -> Lit:
        around = board.ring[cell]
        ends: list[Lit] = []
        ways: list[Lit] = []
        for following in (around[row], around[column]):
            if following >= 0:
                ways.append(m.all_of((*ends, lits[following], touched(following))))
                ends.append(~lits[following])
        if around[diagonal] >= 0:
            ways.append(m.all_of((*ends, lits[around[diagonal]])))
        return m.any_of(ways)

    return [touched(cell) for cell in board.cells]
