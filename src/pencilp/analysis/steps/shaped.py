"""Consequences of rules about regions of listed shapes without a solver. All cells of the board are in regions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import TYPE_CHECKING, Any

from pencilp.analysis.steps.native import Native
from pencilp.analysis.steps.regions import is_plain
from pencilp.structures.regions import Regions
from pencilp.structures.shapes import KindsFit, Region, RegionIs, Shapes

if TYPE_CHECKING:
    from pencilp.analysis.steps.program import Program


def shaped_of(constraint: object, program: Program) -> Native | None:
    """Return what finds the consequences of a rule about the shapes of regions, None if that is not known for it."""
    if not isinstance(constraint, (KindsFit, RegionIs)) or not is_plain(constraint.of, program):
        return None
    if isinstance(constraint, RegionIs):
        return OneOf(constraint.of, constraint.node, sorted(constraint.among))
    if len(constraint.shapes.sizes) > 1:
        return None
    return SideBySide(constraint.of, constraint.e, constraint.shapes, constraint.fit)


class OneOf(Native):
    """The region of ``node`` is one of some sets of cells. Sets of edges have a bit for each."""

    __slots__ = ("lits", "of", "ways")
    asks_long = True

    def __init__(self, of: Regions, node: int, among: Iterable[Region]) -> None:
        self.of = of
        self.ways: list[tuple[Region, int, int]] = []
        """Per set of cells the edges around it and those inside."""
        for cells in among:
            if node not in cells:
                continue
            own = {*cells}
            outside = inside = 0
            for c in cells:
                for n, e in of.around[c]:
                    if n in own:
                        inside |= 1 << e
                    else:
                        outside |= 1 << e
            self.ways.append((cells, outside, inside))
        edges = 0
        for _, outside, inside in self.ways:
            edges |= outside | inside
        self.lits = {e: of.edges[e][2].n for e in range(len(of.edges)) if edges >> e & 1}  # type: ignore[union-attr]
        super().__init__(map(abs, self.lits.values()))

    def forced(self, true: Set[int]) -> list[int] | None:
        open_ = sum([1 << e for e, n in self.lits.items() if n in true])
        closed = sum([1 << e for e, n in self.lits.items() if -n in true])
        around = inside = -1
        for cells, outside, within in self.ways:
            if outside & open_:
                continue
            needed = self._needed(cells, within, closed)
            if needed is None:
                continue
            around &= outside
            inside &= needed
            if not (around & ~closed or inside & ~open_):
                return []
        if around < 0:
            return None
        return [
            n if inside >> e & 1 else -n for e, n in self.lits.items() if (inside & ~open_ | around & ~closed) >> e & 1
        ]

    def _needed(self, cells: Region, within: int, closed: int) -> int | None:
        """Return the edges inside ``cells`` without which these fall apart; None if ``closed`` edges part them already."""
        if within.bit_count() < len(cells):
            return None if within & closed else within
        if not self._connected(cells, within & ~closed):
            return None
        result = 0
        left = within & ~closed
        while left:
            edge = left & -left
            left ^= edge
            if not self._connected(cells, within & ~closed & ~edge):
                result |= edge
        return result

    def _connected(self, cells: Region, edges: int) -> bool:
        seen = {cells[0]}
        stack = [cells[0]]
        while stack:
            for n, e in self.of.around[stack.pop()]:
                if edges >> e & 1 and n not in seen:
                    seen.add(n)
                    stack.append(n)
        return len(seen) == len(cells)


class SideBySide(Native):
    """The kinds of the regions on both sides of the edge ``e`` fit together, if both have one of the ``shapes``.

    All shapes have the same size. So a region says something only if one edge at most is left around it.
    """

    __slots__ = ("e", "fit", "of", "shapes", "size")
    asks_long = True

    def __init__(self, of: Regions, e: int, shapes: Shapes, fit: Callable[[Any, Any], bool]) -> None:
        self.of, self.e, self.shapes, self.fit = of, e, shapes, fit
        (self.size,) = shapes.sizes
        near = {i for end in of.links[e] for i in of.nodes_within(end, self.size)}
        lits = [x for i, j, x in of.edges if x is not None and (i in near or j in near)]
        super().__init__(abs(x.n) for x in lits)

    def forced(self, true: Set[int]) -> list[int] | None:
        found = self._regions(true)
        if found is None:
            return []
        one, other, left = found
        if len(one) < self.size and len(other) < self.size:
            return []  # one more edge does not finish both
        if not left:
            return None if self._unfit(one, other) else []
        result = []
        for e in left:
            x = self.of.edges[e][2]
            assert x is not None
            for n in (x.n, -x.n) if len(left) == 1 else (x.n,):
                then = self._regions({*true, n})
                if then is not None and not then[2] and self._unfit(then[0], then[1]):
                    result.append(-n)
        return result

    def _regions(self, true: Set[int]) -> tuple[set[int], set[int], set[int]] | None:
        """Return the cells known to be in the two regions, and the edges around them that are undecided.

        None if it is the same region, or if one is too large.
        """
        ends = self.of.links[self.e]
        both = []
        left: set[int] = set()
        for end in ends:
            cells, stack, unknown = {end}, [end], list[int]()
            while stack:
                i = stack.pop()
                for j, e in self.of.around[i]:
                    x = self.of.edges[e][2]
                    assert x is not None
                    if x.n in true:
                        if j not in cells:
                            cells.add(j)
                            stack.append(j)
                    elif -x.n not in true:
                        unknown.append(e)
                if len(cells) > self.size:
                    return None
            left.update(e for e in unknown if not cells.issuperset(self.of.links[e]))
            both.append(cells)
        one, other = both
        return None if ends[1] in one else (one, other, left)

    def _unfit(self, one: Iterable[int], other: Iterable[int]) -> bool:
        first, second = (self.shapes.kinds.get(tuple(sorted(cells))) for cells in (one, other))
        return first is not None and second is not None and not self.fit(first, second)
