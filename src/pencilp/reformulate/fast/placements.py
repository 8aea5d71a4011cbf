"""Regions as a choice among placements: exactly one chosen placement covers each cell."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from pencilp._util.cache import Cache
from pencilp.model.constraints import Value, exactly
from pencilp.model.model import Definition, Rule
from pencilp.model.structures import CachedRules
from pencilp.model.variables import Lit
from pencilp.reformulate.rewrite import Derived

if TYPE_CHECKING:
    from pencilp.structures.regions import Regions
    from pencilp.structures.shapes import Region


class Cover(NamedTuple):
    """A choice among placements: their literals, those over each cell, the rules, and the derived borders.

    ``places`` maps the numbers of the literals to placements.
    """

    chosen: Sequence[Lit]
    over: Sequence[Sequence[Lit]]
    places: Mapping[int, Region]
    rules: list[Rule]
    derived: Derived


def cover(regions: Regions, placements: Sequence[Region], cache: Cache | None = None) -> Cover:
    """Return the choice of regions among ``placements``: exactly one chosen placement covers each cell.

    If many boards have the same placements, ``cache`` holds the rules.
    """
    m = regions.m
    names = regions.names
    chosen = m.binaries(
        "region", len(placements), lambda: [" ".join([names[c] for c in sorted(cells)]) for cells in placements]
    )
    first = chosen[0].n if chosen else 0

    def made() -> tuple[list[list[Lit]], dict[int, Region], CachedRules]:
        over: list[list[Lit]] = [[] for _ in names]
        for lit, cells in zip(chosen, placements, strict=True):
            for cell in cells:
                over[cell].append(lit)
        places = dict(zip(range(first, first + len(chosen)), placements, strict=True))
        once = [exactly(1, lits) for lits in over]
        return over, places, CachedRules(once, range(len(names)), Cache() if cache is None else cache)

    covering, places, once = made() if cache is None else m.cached(cache, ("cover", regions.cache), chosen[:1], made)
    words = "every cell belongs to one region"
    rules = [Rule(once, words, None)] if cache is not None else [Rule(c, words, i) for i, c in enumerate(once.parts)]

    def read(value: Value) -> tuple[list[int], list[Lit]]:
        region = [0] * len(covering)
        true_lits = []
        for cell, lits in enumerate(covering):
            if not region[cell]:
                lit = next(filter(value, lits))
                true_lits.append(lit)
                for other in places[lit.n]:
                    region[other] = lit.n
        return [int(region[a] != region[b]) for a, b in regions.links], true_lits

    def define() -> tuple[list[Definition], list[Rule]]:
        over = [{lit.n for lit in lits} for lits in covering]
        return [
            Definition(border, tuple([lit for lit in covering[a] if lit.n not in over[b]]), 1)
            for border, (a, b) in zip(regions.borders, regions.links, strict=True)
        ], []

    differing_lits: dict[tuple[int, int], list[Lit]] = {}

    def differing(value: Value) -> list[list[Lit]]:
        # placements over one cell of a link: if there is a border those with the other cell, else those without it
        values, _ = read(value)
        for e, ((a, b), border) in enumerate(zip(regions.links, values, strict=True)):
            if (e, border) not in differing_lits:
                differing_lits[e, border] = [lit for lit in covering[a] if (b in places[lit.n]) == bool(border)]
        return [differing_lits[e, border] for e, border in enumerate(values)]

    return Cover(chosen, covering, places, rules, Derived(regions.borders, read, define, chosen, differing))


class Frame:
    """The cells of a square board in their frame, with the distances from each to the next ``blocked`` cell.

    ``positions`` are the (row, column) of its cells.
    """

    def __init__(self, positions: Sequence[tuple[int, int]], blocked: Collection[int]) -> None:
        self.positions = positions
        rows, cols = 1 + max(r for r, _ in positions), 1 + max(c for _, c in positions)
        self.grid = [[-1] * cols for _ in range(rows)]
        for cell, (r, c) in enumerate(positions):
            self.grid[r][c] = cell
        free = [[cell >= 0 and cell not in blocked for cell in line] for line in self.grid]
        self._west, self._east = zip(*[(_before(line), _before(line[::-1])[::-1]) for line in free], strict=True)
        upright = [list(line) for line in zip(*free, strict=True)]
        self._north, self._south = zip(*[(_before(line), _before(line[::-1])[::-1]) for line in upright], strict=True)

    def rectangles(self, cell: int, size: int | None, most: int) -> list[Region] | None:
        """Return all rectangles that hold ``cell`` and none of the other blocked cells.

        With ``size``, only those of this number of cells. Return None, without listing them, if they have more than
        ``most`` cells in total.
        """
        row, col = self.positions[cell]
        up, down = self._north[col][row], self._south[col][row]
        first = row - up
        reach = [(self._west[r][col], self._east[r][col]) for r in range(first, row + down + 1)]
        result = []
        for top in range(first, row + 1):
            left, right = 0, len(self.grid[0])
            for bottom in range(top, row + down + 1):
                to_west, to_east = reach[bottom - first]
                left, right = max(left, col - to_west), min(right, col + to_east)
                if bottom < row:
                    continue
                height = bottom - top + 1
                if size is None:
                    spans = [(a, b + 1) for a in range(left, col + 1) for b in range(col, right + 1)]
                elif size % height:
                    continue
                else:
                    width = size // height
                    spans = [(a, a + width) for a in range(max(left, col - width + 1), min(col, right - width + 1) + 1)]
                most -= height * sum([b - a for a, b in spans])
                if most < 0:
                    return None
                lines = self.grid[top : bottom + 1]
                result += [tuple(chain.from_iterable([line[a:b] for line in lines])) for a, b in spans]
        return result


def _before(free: Sequence[bool]) -> list[int]:
    """Return for each place the number of free places right before it."""
    result, count = [], 0
    for is_free in free:
        result.append(count)
        count = count + 1 if is_free else 0
    return result
