"""Limits on the number of paths through a gap: heights of the corners of a planar board, between directed paths.

Each path is given a direction, and each pair of ends a *way*: any shortest one, which may cross others. Forward paths
and backward ways together are closed curves. The *height* of a corner is the number of times that they run around it;
outside it is 0. Between the two corners at a link the height changes by one if a path follows the link, up or down by
the path's direction, and by the number of ways that follow it. Across a cell it changes by no more than that, because
at most one path passes a cell. So each height has bounds, which follow from the outside inwards. If the heights at two
places are known, they show whether all paths that must pass between them fit. Without heights a search must try all
paths there, case by case.

Paths that pass in opposite directions cancel out. Several choices of directions are tried, and the one with the closest
bounds is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, combinations, pairwise
from math import inf
from typing import TYPE_CHECKING, Any

from pencilp.model.structures import ClauseFamily

if TYPE_CHECKING:
    from pencilp.model.model import Model
    from pencilp.model.variables import Lit

Pair = tuple[int, int]
Apart = tuple[int, int, int, int]
"""Two corners, and the bounds of the height of the second one less that of the first."""

AXES = ((1, 0), (0, 1), (1, 1), (1, -1))
"""The directions (x, y) that are tried for the paths."""


def heights(m: Model, board: Any, line: Sequence[Lit], pairs: Sequence[Pair]) -> ClauseFamily:
    """Return clauses over ``line``, the literals of all links, that follow from paths between ``pairs`` by heights.

    If the heights show that there are no such paths, the only clause is empty.
    """
    ways = [_way(board, *pair) for pair in pairs]
    nothing = ClauseFamily([[]], [None])
    if not all(ways):
        return nothing
    corners = _Corners(board)
    chosen: _Directed | None = None
    for x, y in AXES:
        directed = _Directed(corners, [_directed(board, pair, x, y) for pair in pairs], ways)
        if directed.bounds is None:
            return nothing
        if chosen is None or directed.room < chosen.room:
            chosen = directed
    assert chosen is not None
    never = [*chosen.clauses(m, line)]
    return ClauseFamily(never, [None] * len(never))


def _way(board: Any, start: int, end: int) -> list[int]:
    """Return the cells of a shortest way, none if the two cells are in different parts of the board."""
    before = {start: start}
    queue = [start]
    for cell in queue:  # the list grows in the loop
        if cell == end:
            break
        for n in board.near[cell]:
            if n not in before:
                before[n] = cell
                queue.append(n)
    if end not in before:
        return []
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way


def _directed(board: Any, pair: Pair, x: int, y: int) -> Pair:
    """Return the two cells in their order along (x, y)."""

    def along(cell: int) -> tuple[float, ...]:
        right, down = board.center(cell)
        return round(x * right + y * down, 6), right, down

    first, last = sorted(pair, key=along)
    return first, last


class _Corners:
    """The corners of a board. Those along the outline count as one, and so do those around a hole."""

    def __init__(self, board: Any) -> None:
        self.board = board
        root = [*board.corners]

        def first(corner: int) -> int:
            while root[corner] != corner:
                root[corner] = corner = root[root[corner]]
            return corner

        for corners in board.edge_corners[len(board.links) :]:
            p, q = map(first, corners)
            root[max(p, q)] = min(p, q)
        number: dict[int, int] = {}
        one = [number.setdefault(first(corner), len(number)) for corner in board.corners]
        self.count = len(number)
        self.around = [[one[corner] for corner in corners] for corners in board.cell_corners]
        """The corners of each cell, clockwise: the one after each direction."""


class _Directed:
    """Directed pairs of ends, and the bounds of heights that follow."""

    def __init__(self, corners: _Corners, pairs: Iterable[Pair], ways: Sequence[Sequence[int]]) -> None:
        board = corners.board
        self.corners = corners
        self._ends: dict[int, int] = {}
        """The starts (1) and ends (-1) of paths."""
        self._flow = [0] * len(board.links)
        """The number of ways that follow each link from its first cell to the other, less those back."""
        for (first, last), way in zip(pairs, ways, strict=True):
            self._ends[first], self._ends[last] = 1, -1
            for a, b in pairwise(way if way[0] == first else way[::-1]):
                link = board.link_between[a, b]
                self._flow[link] += 1 if board.links[link][0] == a else -1
        self.bounds = self._bounds()
        """The lowest and the greatest height of each corner, or None if there is a contradiction."""

    @property
    def room(self) -> int:
        """The sum of the distances between the bounds."""
        assert self.bounds is not None
        return sum(high - low for low, high in self.bounds)

    def _out(self, cell: int) -> tuple[int, int]:
        """Return bounds of the number of paths from a cell to some of its neighbours, less those back."""
        end = self._ends.get(cell)
        return (-1, 1) if end is None else (min(end, 0), max(end, 0))

    def _apart(self) -> Iterator[Apart]:
        """Yield bounds of the difference of height of two corners of a cell."""
        board, flow = self.corners.board, self._flow
        for cell, around in enumerate(self.corners.around):
            low, high = self._out(cell)
            # the number of ways out of the cell on each link, from the first corner on, clockwise
            links = board.link_to[cell][1:]
            out = [0 if e < 0 else flow[e] if board.links[e][0] == cell else -flow[e] for e in links]
            for (p, before), (q, so_far) in combinations(zip(around, accumulate(out, initial=0), strict=True), 2):
                if p != q:
                    yield p, q, low - so_far + before, high - so_far + before

    def _bounds(self) -> list[tuple[int, int]] | None:
        higher: list[list[tuple[int, int]]] = [[] for _ in range(self.corners.count)]
        lower: list[list[tuple[int, int]]] = [[] for _ in higher]
        for p, q, low, high in self._apart():
            higher[q].append((p, high))
            higher[p].append((q, -low))
            lower[q].append((p, -low))
            lower[p].append((q, high))
        greatest, lowest = _nearest(higher), _nearest(lower)
        if greatest is None or lowest is None:
            return None
        return [(-low, high) for low, high in zip(lowest, greatest, strict=True)]

    def clauses(self, m: Model, line: Sequence[Lit]) -> Iterator[list[int]]:
        """Yield the clauses, as the numbers of literals that are never all true.

        They use new literals for "the height of a corner is k or more".
        """
        assert self.bounds is not None
        bounds = self.bounds
        reached = [[x.n for x in m.binaries("height", high - low)] for low, high in bounds]
        for literals in reached:
            yield from ([-x, y] for x, y in pairwise(literals))

        def follows(p: int, q: int, more: int, unless: Sequence[int] = ()) -> Iterator[list[int]]:
            """Yield the clauses that corner q is at least ``more`` higher than p, unless one of ``unless`` is false."""
            (low, high), (least, most) = bounds[p], bounds[q]
            for k in range(max(low, least + 1 - more), high + 1):
                given = [reached[p][k - low - 1]] if k > low else []
                yield [*unless, *given, *([-reached[q][k + more - least - 1]] if k + more <= most else [])]

        board = self.corners.board
        for link, (cell, other) in enumerate(board.links):
            d = board.link_to[cell].index(link)
            p, q = self.corners.around[cell][d - 1], self.corners.around[cell][d]
            if p == q:
                continue
            (low, high), (back, on) = self._out(cell), self._out(other)
            low, high = max(low, -on), min(high, -back)
            flow, empty = self._flow[link], [-line[link].n]
            # without a line q is higher by the flow of the ways; with a line the difference is one more or less
            yield from follows(p, q, flow, empty)
            yield from follows(q, p, -flow, empty)
            yield from follows(p, q, flow - high)
            yield from follows(q, p, low - flow)


def _nearest(steps: Sequence[Sequence[tuple[int, int]]]) -> list[int] | None:
    """Return the distance from the outside to each corner by ``steps``, or None if there is a negative cycle.

    A corner that cannot be reached is the first one of another part of the board, which has its own outside.
    """
    far: list[float] = [inf] * len(steps)
    for start in range(len(steps)):
        if far[start] < inf:
            continue
        far[start] = 0
        at = [start]
        for _ in range(len(steps) + 1):
            changed = set()
            for p in at:
                for q, length in steps[p]:
                    if far[p] + length < far[q]:
                        far[q] = far[p] + length
                        changed.add(q)
            at = [*changed]
            if not at:
                break
        else:
            return None
    return [int(x) for x in far]
