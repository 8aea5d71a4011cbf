"""Rules about loops, and about the directions of a line in a cell."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from pencilp._util.cache import Cache
from pencilp.board.lattice import NOWHERE, Lattice
from pencilp.board.layers import Grid
from pencilp.board.outside_regions import outside_regions
from pencilp.model import Array, Clause, Connected, Constraint, Lit, Model, all_hold, any_of, between, total
from pencilp.model.structures import Degrees
from pencilp.rules.everywhere import cached_per_shape
from pencilp.rules.groups import group_has_size
from pencilp.structures.course import Course
from pencilp.structures.groups import Groups
from pencilp.structures.loop import Inside, Loop, Passes, Single
from pencilp.structures.plane import cell_graph

if TYPE_CHECKING:
    from pencilp.board.layers.rooms import RoomGrid

BRANCH = "the loop neither branches nor ends"
SINGLE = "the loop is one single loop"


def loop_through_cells(
    m: Model,
    board: Lattice,
    line: Sequence[Lit],
    passed: Sequence[Lit | bool | None] | None = None,
    *,
    passes: str = "the loop passes every cell",
    keeps_out: str = "",
    branch: str = BRANCH,
    single: str = SINGLE,
) -> Array:
    """Require that ``line`` is one closed loop from cell to cell. Return for each cell whether it is passed.

    ``line`` has a literal for each inner edge. ``passed`` says for each cell whether the loop passes it: True, False, a
    literal, or None (free, the default). ``passes`` is the text of the rule that the loop passes the cells with True or
    a true literal, ``keeps_out`` that of the rule that it does not pass the cells with False.
    """
    given = passed or [None] * len(board.cells)
    cache = cell_graph(board).cache
    return _loop(m, line, board.links, list(board.cells), given, cache, passes, keeps_out or passes, branch, single)


def loop_along_edges(
    m: Model, board: Lattice, line: Sequence[Lit], *, branch: str = BRANCH, single: str = SINGLE
) -> Array:
    """Require that ``line`` is one closed loop from corner to corner. Return for each corner whether it is passed.

    ``line`` has a literal for each edge.
    """
    given = [None] * len(board.corners)
    cache = board.cache.setdefault("corners", Cache())
    return _loop(m, line, board.edge_corners, board.corner_cells, given, cache, "", "", branch, single)


def _loop(
    m: Model,
    line: Sequence[Lit],
    ends: Sequence[tuple[int, int]],
    places: Sequence[int | Sequence[int]],
    given: Sequence[Lit | bool | None],
    cache: Cache,
    passes: str,
    keeps_out: str,
    branch: str,
    single: str,
) -> Array:
    loop = Loop(m, line, ends, places, given, cache)
    m.require(branch, Degrees(loop, loop.places, loop.edges_at))
    for words, nodes in (
        (passes, [i for i, x in enumerate(given) if x is True or isinstance(x, Lit)]),
        (keeps_out, [i for i, x in enumerate(given) if x is False]),
    ):
        if nodes:
            m.require(words, Passes(loop, nodes))
    m.require(single, Single(loop))
    return loop.passed


def passes_one_kind(
    m: Model, passed: Sequence[Lit], rooms: RoomGrid, kinds: Sequence[Collection[int]], words: str
) -> None:
    """Require that the loop passes in every room all cells of one of ``kinds``, at least one, and no cell of the others.

    ``passed`` has a literal for each cell.
    """
    for room in rooms:
        here = [[c for c in room if c in kind] for kind in kinds]
        others = [[c for kind in here if kind is not own for c in kind] for own in here]
        ways = [
            m.all_of([*(passed[c] for c in own), *(~passed[c] for c in rest)])
            for own, rest in zip(here, others, strict=True)
            if own
        ]
        m.require(words, any_of(ways), at=room)


def loop_across_itself(
    m: Model,
    board: Lattice,
    line: Sequence[Lit],
    crossings: Collection[int],
    *,
    branch: str = BRANCH,
    single: str = SINGLE,
) -> Array:
    """Require a loop as ``loop_through_cells`` does, but one that goes straight on in the cells ``crossings``.

    It may cross itself there. Such a cell has a node for each of its axes.
    """
    cells, ends = along_axes(board, crossings)
    loop = Loop(m, line, ends, cells, [None] * len(cells))
    m.require(branch, Degrees(loop, loop.places, loop.edges_at))
    m.require(single, Single(loop))
    return _passed(m, board, cells, loop)


def way_across_itself(
    m: Model,
    board: Lattice,
    line: Sequence[Lit],
    crossings: Collection[int],
    way_in: tuple[int, int],
    way_out: tuple[int, int],
    *,
    branch: str,
    single: str,
) -> tuple[Array, Course]:
    """Require that ``line`` is one way through the board. Return for each cell whether it is passed, and the way.

    The way goes straight on in the cells ``crossings``, and may cross itself there. It enters by the outer side
    ``way_in`` of a cell, given as (cell, direction), and leaves by ``way_out``. In the course that is returned every
    link is an edge. Outside, the two ends are joined, so that everything is one loop.
    """
    cells, ends = along_axes(board, crossings)
    half = len(board.directions) // 2
    for k, (cell, direction) in enumerate((way_in, way_out)):
        node = cells.index(cell) + (direction % half if cell in crossings else 0)
        ends.append((node, len(cells)) if k else (len(cells), node))
    places = [*cells, (way_in[0], way_out[0])]
    # the two outer lines need different literals
    lines = [*line, m.true, m.all_of((m.true, m.true))]
    loop = Loop(m, lines, ends, places, [None] * len(places))
    m.require(branch, Degrees(loop, loop.places, loop.edges_at))
    m.require(single, Single(loop))
    return _passed(m, board, cells, loop), Course(m, len(places), ends, lines, len(cells), forward=m.true)


def along_axes(board: Lattice, crossings: Collection[int]) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the cell of each node, and the two nodes of each link.

    A cell of ``crossings`` has a node for each axis.
    """
    half = len(board.directions) // 2
    nodes = [(c, axis) for c in board.cells for axis in range(half if c in crossings else 1)]
    at = {node: i for i, node in enumerate(nodes)}
    ends = []
    for a, b in board.links:
        axis = board.step[a].index(b) % half
        ends.append((at[a, axis if a in crossings else 0], at[b, axis if b in crossings else 0]))
    return [c for c, _ in nodes], ends


def _passed(m: Model, board: Lattice, cells: Sequence[int], loop: Loop) -> Array:
    ways: list[list[Lit]] = [[] for _ in board.cells]
    for c, passed in zip(cells, loop.passed, strict=False):
        ways[c].append(passed)
    return Array([m.any_of(lits) if len(lits) > 1 else lits[0] for lits in ways])


# -- sections of lines, and networks -----------------------------------------------------------------------------------


def numbered_sections(
    m: Model, board: Lattice, line: Sequence[Lit], kinds: Sequence[Hashable], numbers: Grid
) -> Groups:
    """Require that each of the ``numbers`` counts the cells of its section of a line. Return the sections.

    Sections are the groups of cells of one kind that the line joins. ``kinds`` has the kind of each cell, such as its
    colour. A cell without a line is a group of its own.
    """
    ends = zip(board.links, line, strict=True)
    parts = Groups(m, len(board), [(a, b, x) for (a, b), x in ends if kinds[a] == kinds[b]])
    for clue in numbers.known():
        group_has_size(m, parts, clue.cell, clue.value, "a number counts the cells of its section", clue=clue)
    return parts


def passes_numbers(
    m: Model, board: Lattice, passed: Sequence[Lit], numbers: Grid, full: int, line: str = "the loop"
) -> None:
    """Require that the line passes the cells with ``numbers``, or every cell if ``full`` is 1.

    ``passed`` says for each cell whether the line passes it, ``line`` is what the texts call it.
    """
    if full:
        m.require_all(f"{line} passes every cell", passed, board.cells)
        return
    for clue in numbers.items():
        m.require(f"{line} passes every number", passed[clue.cell], at=clue.cell, clue=clue)


def network(m: Model, board: Lattice, line: Sequence[Lit], degrees: Sequence[Sequence[int]], branch: str) -> Array:
    """Require that the lines form one network. Return for each cell whether it passes it.

    In a cell that it passes one of its ``degrees`` says how many lines meet. The text ``branch`` describes this.
    """
    passed = Array([m.any_of([line[e] for e in links]) for links in board.links_at])
    for c in board.cells:
        here = [line[e] for e in board.links_at[c]]
        others = [n for n in range(min(degrees[c]), max(degrees[c])) if n not in degrees[c]]
        excluded = [Clause((~m.count_of(n, here), m.count_of(n + 1, here))) for n in others]
        m.require(branch, passed[c] >> all_hold([between(min(degrees[c]), max(degrees[c]), here), *excluded]), at=c)
    m.require("some line is drawn", any_of(line))
    ways = [(a, b, x) for (a, b), x in zip(board.links, line, strict=True)]
    m.require("the network is connected", Connected(passed, ways, places=board.cells))
    return passed


# -- directions of a line in a cell ------------------------------------------------------------------------------------


def straights(board: Lattice, cell: int) -> list[tuple[int, int]]:
    """Return the pairs of opposite inner edges of a cell: a line that uses both goes straight through it."""
    links = board.link_to[cell]
    half = len(links) // 2
    return [(a, b) for a, b in zip(links[:half], links[half:], strict=True) if a != NOWHERE and b != NOWHERE]


def turns(board: Lattice, line: Sequence[Lit], cell: int) -> Constraint | Lit:
    """Return the constraint that the line, if it passes the cell, turns in it."""
    return all_hold(
        [Clause((~line[a], ~line[b])) for a, b in straights(board, cell)], fault_text="it goes straight here"
    )


def goes_straight(board: Lattice, line: Sequence[Lit], cell: int) -> Constraint | Lit:
    """Return the constraint that the line, if it passes the cell, goes straight through it."""
    links = board.link_to[cell]
    parts: list[Constraint | Lit] = []
    for d, link in enumerate(links):
        if link != NOWHERE:
            opposite = links[board.opposite(d)]
            parts.append(~line[link] if opposite == NOWHERE else Clause((~line[link], line[opposite])))
    return all_hold(parts)


def leaves_by(board: Lattice, line: Sequence[Lit], cell: int, ways: Collection[str]) -> Constraint | Lit:
    """Return the constraint that the line leaves the cell in the directions named ``ways``, and in no others."""
    parts: list[Lit] = []
    for way, link in zip(board.direction_names, board.link_to[cell], strict=True):
        if link != NOWHERE:
            parts.append(line[link] if way in ways else ~line[link])
        elif way in ways:
            return any_of(())
    return all_hold(parts)


def runs_straight(m: Model, board: Lattice, line: Sequence[Lit], cell: int) -> Lit:
    """Return the literal that the line goes straight through the cell."""
    return m.any_of([m.all_of([line[a], line[b]]) for a, b in straights(board, cell)])


def straight_runs(
    m: Model, board: Lattice, line: Sequence[Lit], cell: int, direction: int, most: int | None = None
) -> list[Lit]:
    """Return the literals "the line runs straight for at least k edges from ``cell`` in ``direction``".

    They are for k = 1 .. ``most`` (default: to the end of the board). Their sum is the length of the straight piece, up
    to ``most``.
    """
    result: list[Lit] = []
    at = cell
    while (link := board.link_to[at][direction]) != NOWHERE and (most is None or len(result) < most):
        result.append(m.all_of([*result[-1:], line[link]]))
        at = board.step[at][direction]
    return result


@cached_per_shape
def all_straight_runs(m: Model, board: Lattice, line: Sequence[Lit]) -> Sequence[Sequence[Sequence[Lit]]]:
    """Return the ``straight_runs`` from every cell, by cell and direction. Opposite runs share literals."""
    runs: list[list[list[Lit]]] = [[[] for _ in board.vectors] for _ in board.cells]
    for way in range(len(board.vectors) // 2):
        back = board.opposite(way)
        starts = [c for c in board.cells if board.link_to[c][back] == NOWHERE]
        for cells in [[start, *board.rays[start][way]] for start in starts]:
            # all runs of k edges, then those of k + 1: each consists of two runs that overlap
            starting = [line[board.link_to[c][way]] for c in cells[:-1]]
            for k in range(1, len(cells)):
                for i, run in enumerate(starting):
                    runs[cells[i]][way].append(run)
                    runs[cells[i + k]][back].append(run)
                starting = [m.all_of(pair) for pair in pairwise(starting)]
    return runs


@cached_per_shape
def straight_pieces(m: Model, board: Lattice, line: Sequence[Lit]) -> Sequence[tuple[Sequence[int], Lit]]:
    """Return the straight pieces that a line can have.

    Each is the cells from end to end, and a literal "the line has this piece".
    """
    found: list[tuple[Sequence[int], Lit]] = []
    for cell in board.cells:
        for way in range(len(board.directions) // 2):
            cells = [cell, *board.rays[cell][way]]
            runs = straight_runs(m, board, line, cell, way)
            behind = board.link_to[cell][board.opposite(way)]
            begins = [~line[behind]] if behind != NOWHERE else []
            for n, run in enumerate(runs, 1):
                longer = [~x for x in runs[n : n + 1]]
                found.append((tuple(cells[: n + 1]), m.all_of([run, *begins, *longer])))
    return found


def equally_long(one: Sequence[Lit], other: Sequence[Lit]) -> Constraint | Lit:
    """Return the constraint that two ``straight_runs`` from a cell are equally long, if the loop takes both."""
    parts = [
        Clause((~longer, ~b[0], *b[k : k + 1]))
        for a, b in ((one, other), (other, one))
        if b
        for k, longer in enumerate(a[1:], 1)
    ]
    return all_hold(parts)


def inside_loop(m: Model, board: Lattice, line: Sequence[Lit]) -> Array:
    """Return for each corner of the cells whether it lies inside the loop ``line`` from cell to cell.

    ``line`` has a literal for each inner edge. It separates the two corners of each edge that it crosses. The corners
    on the outline are outside, those of one hole are all inside or all outside.
    """
    point, crossed = _points(board)
    between, lines = [*crossed.values()], [line[e] for e in crossed]
    inside = Inside(m, board, max(point) + 1, between, lines).inside
    return Array([inside[p] for p in point])


@lru_cache(maxsize=64)
def _points(board: Lattice) -> tuple[list[int], dict[int, tuple[int, int]]]:
    """Return the point of each corner, and the two points of each edge between different points.

    All corners at the outline, or at one hole, are one point.
    """
    water = outside_regions(board)
    number = 1 + max(water.values())
    point = []
    for p in board.corners:
        if p in water:
            point.append(water[p])
        else:
            point.append(number)
            number += 1
    ends = ((point[p], point[q]) for p, q in board.edge_corners[: len(board.links)])
    return point, {e: pair for e, pair in enumerate(ends) if pair[0] != pair[1]}


def enters(
    m: Model,
    board: Lattice,
    rooms: RoomGrid,
    line: Sequence[Lit],
    words: str,
    *,
    times: int = 1,
    at_least: int | None = None,
    walls: Sequence[int] = (),
) -> None:
    """Require that the loop ``line`` from cell to cell enters every room from ``at_least`` to ``times`` times.

    The default of ``at_least`` is ``times``. At each of the ``walls`` that the loop crosses inside a room, a visit ends
    and another one begins. If there is only one room, the loop lies in it, which counts as once.
    """
    alone = len(rooms.groups) == 1 and times == 1
    least = 0 if alone else times if at_least is None else at_least
    parting: list[list[Lit]] = [[] for _ in rooms.groups]
    for e in rooms.borders(board, walls) if any(walls) else ():
        a, b = board.links[e]
        if rooms.of[a] == rooms.of[b]:
            parting[rooms.of[a]].append(line[e])
    for room, parted in zip(rooms, parting, strict=True):
        inside = set(room)
        out = [e for c in room for n, e in zip(board.near[c], board.links_at[c], strict=True) if n not in inside]
        crossed = [line[e] for e in out]
        if parted:
            count = total(crossed) + 2 * total(parted)
            m.require(words, all_hold([count >= 2 * least, count <= 2 * times]), at=tuple(room))
        elif not alone:
            m.require(words, between(2 * least, 2 * times, crossed), at=tuple(room))
