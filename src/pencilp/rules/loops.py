"""Words about loops: lines that close, and what they do in a cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from pencilp.board.lattice import NOWHERE, Lattice, Position
from pencilp.board.layers import Grid
from pencilp.model import Array, Clause, Implied, Lit, Model, OneLoop, exactly

BRANCH = "the loop neither branches nor ends"
SINGLE = "the loop is one single loop"


def loop_through_cells(
    m: Model,
    board: Lattice,
    line: Sequence[Lit],
    passed: Sequence[Lit | bool | None] | None = None,
    *,
    all_cells: bool = False,
    roots: Iterable[int] | None = None,
    branch: str = BRANCH,
    single: str = SINGLE,
) -> Array:
    """``line`` (a literal per inner edge) is one closed loop from cell to cell; returns per cell whether it is passed.

    ``passed`` says per cell what is known of that: True (passed), False (not), a literal (exactly when it holds), or
    None (free; the literal that is made for it is in the result). ``all_cells``: every cell is passed. ``roots``: cells
    one of which is passed in every right answer (a promise that helps the search).
    """
    known = [True] * len(board.cells) if all_cells else passed or [None] * len(board.cells)
    return _loop(m, line, board.links, list(board.cells), known, roots, branch, single)


def loop_along_edges(
    m: Model,
    board: Lattice,
    line: Sequence[Lit],
    *,
    roots: Iterable[int] | None = None,
    branch: str = BRANCH,
    single: str = SINGLE,
) -> Array:
    """``line`` (a literal per edge) is one closed loop from corner to corner; returns per corner whether it is passed.

    ``roots``: corners one of which is passed in every right answer (a promise).
    """
    known = [None] * len(board.corners)
    return _loop(m, line, board.edge_corners, board.corner_cells, known, roots, branch, single)


def _loop(
    m: Model,
    line: Sequence[Lit],
    ends: Sequence[tuple[int, int]],
    places: Sequence[int | Sequence[int]],
    known: Sequence[Lit | bool | None],
    roots: Iterable[int] | None,
    branch: str,
    single: str,
) -> Array:
    free = iter(
        m.binaries(
            "passed", known.count(None), lambda: [m.place(p) for p, x in zip(places, known, strict=True) if x is None]
        )
    )
    passed = Array([next(free) if x is None else m.true if x is True else m.false if x is False else x for x in known])
    certain = [node for node, x in enumerate(known) if x is True]
    if certain:
        roots = certain[:1]
    loop = OneLoop(passed, [(p, q, line[e]) for e, (p, q) in enumerate(ends)], roots, places)
    m.require(single, loop)
    # a person sees two things in it
    m.require(branch, Implied(line, lambda value: [places[i] for i in loop.branching(value)]))
    m.require(single, Implied(line, lambda value: [] if loop.joined(value) else [None]))
    return passed


def corners_passed(board: Lattice, numbers: Grid) -> list[int] | None:
    """Corners one of which every loop passes that follows ``n`` edges of the cells with number n; None if none is known.

    A loop that follows n of the k edges around a cell (0 < n < k) passes at least n + 1 of its k corners, so any k - n
    of them hold a passed one.
    """
    best: list[int] | None = None
    for cell, n in numbers.known():
        corners = board.cell_corners[cell]
        if n > 0:
            some = corners[: max(1, len(corners) - n)]
            if best is None or len(some) < len(best):
                best = some
    return best


# -- what a line does in a cell ---------------------------------------------------------------------------------------


def straights(board: Lattice, cell: int) -> list[tuple[int, int]]:
    """The pairs of opposite inner edges of a cell: a line that uses both goes straight through it."""
    links = board.link_to[cell]
    half = len(links) // 2
    return [(a, b) for a, b in zip(links[:half], links[half:], strict=True) if a != NOWHERE and b != NOWHERE]


def ahead(board: Lattice, cell: int) -> list[tuple[int, int | None]]:
    """Per inner edge of ``cell`` the one that a line which leaves over it crosses next if it goes straight on, or None."""
    result: list[tuple[int, int | None]] = []
    for d, link in enumerate(board.link_to[cell]):
        if link != NOWHERE:
            following = board.link_to[board.step[cell][d]][d]
            result.append((link, None if following == NOWHERE else following))
    return result


def turn_at(m: Model, board: Lattice, line: Sequence[Lit], cell: int, words: str) -> None:
    """The line, if it passes the cell, turns in it."""
    for a, b in straights(board, cell):
        m.require(words, Clause((~line[a], ~line[b])), at=cell)


def straight_at(m: Model, board: Lattice, line: Sequence[Lit], cell: int, words: str) -> None:
    """The line, if it passes the cell, goes straight through it."""
    for d, link in enumerate(board.link_to[cell]):
        if link != NOWHERE:
            opposite = board.link_to[cell][board.opposite(d)]
            m.require(words, ~line[link] if opposite == NOWHERE else line[link] >> line[opposite], at=cell)


def straight_runs(
    m: Model, board: Lattice, line: Sequence[Lit], cell: int, direction: int, most: int | None = None
) -> list[Lit]:
    """Literals "the line runs straight on for at least k edges from ``cell`` in ``direction``", k = 1 .. ``most``.

    Their sum is the length of the straight piece, up to ``most`` (default: as far as the board goes).
    """
    result: list[Lit] = []
    at = cell
    while (link := board.link_to[at][direction]) != NOWHERE and (most is None or len(result) < most):
        result.append(m.all_of([*result[-1:], line[link]]))
        at = board.step[at][direction]
    return result


def inside_loop(m: Model, board: Lattice, line: Sequence[Lit]) -> Array:
    """Per corner of the cells whether it lies inside the loop ``line`` from cell to cell (a literal per inner edge).

    The line parts the two corners of each edge that it crosses. The corners on the outline are outside, those at one
    hole are all inside or all outside.
    """
    water = _waters(board)
    free = iter(m.binaries("inside", len(board.corners) - len(water)))
    outside = m.false
    at_water = [outside, *(m.binary() for _ in range(max(water.values())))]
    inside = Array([at_water[water[p]] if p in water else next(free) for p in board.corners])
    for e in range(len(board.links)):
        p, q = board.edge_corners[e]
        x, a, b = line[e], inside[p], inside[q]
        if a == b:
            m.require("", ~x)
        elif outside in (a, b):
            within = b if a == outside else a
            m.require_all("", [Clause((~within, x)), Clause((within, ~x))])
        else:
            m.require_all("", [Clause((~a, b, x)), Clause((a, ~b, x)), Clause((a, b, ~x)), Clause((~a, ~b, ~x))])
    return inside


@lru_cache(maxsize=64)
def _waters(board: Lattice) -> dict[int, int]:
    """The corners at which a cell is missing: 0 for those on the outline, a number from 1 for those at each hole."""
    beyond: dict[int, list[Position]] = {}
    corners_at: dict[Position, list[int]] = {}
    for c in board.coast:
        row, col = board.positions[c]
        for (dr, dc), n, e in zip(board.vectors, board.step[c], board.cell_edges[c], strict=True):
            if n == NOWHERE:
                for p in board.edge_corners[e]:
                    beyond.setdefault(p, []).append((row + dr, col + dc))
                    corners_at.setdefault((row + dr, col + dc), []).append(p)
    missing = {(row, col) for row in range(-1, board.rows + 1) for col in range(-1, board.cols + 1)}
    missing -= board.cell_at.keys()
    water: dict[int, int] = {}
    number = -1
    for start in ((-1, -1), *(place for places in beyond.values() for place in places)):
        if start in missing:
            number += 1
            stack = [start]
            missing.discard(start)
            while stack:
                row, col = stack.pop()
                here = corners_at.get((row, col), [])
                water.update(dict.fromkeys(here, number))
                joined = {(row + dr, col + dc) for dr, dc in board.vectors}.union(*map(beyond.__getitem__, here))
                stack += missing & joined
                missing -= joined
    return water


def enters_once(m: Model, board: Lattice, rooms: Iterable[Sequence[int]], line: Sequence[Lit], words: str) -> None:
    """The loop ``line`` from cell to cell enters every room and leaves it exactly once."""
    for room in rooms:
        inside = set(room)
        out = [e for c in room for n, e in zip(board.near[c], board.links_at[c], strict=True) if n not in inside]
        m.require(words, exactly(2, [line[e] for e in out]), at=tuple(room))
