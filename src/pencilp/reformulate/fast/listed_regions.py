"""Regions of one size in which some cells exclude each other, as a choice among a list of all possible regions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pencilp.errors import counted
from pencilp.reformulate.fast.placements import cover
from pencilp.reformulate.fast.region_shapes import fits
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.groups import EachHolds, EachSize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pencilp.model.model import Rule
    from pencilp.reformulate.fast.regions import RegionRules
    from pencilp.structures.groups import Groups
    from pencilp.structures.shapes import Region

MAX_LISTED_REGIONS = 20_000
"""Maximum number of listed regions, and of beginnings of regions."""


def listed(about: RegionRules, rules: Sequence[Rule]) -> Rewrite | None:
    """Return the form of regions of one size in which cells exclude each other, or None if too many regions fit."""
    regions, (size, *_) = about.regions, about.each_size
    holding = [rule for rule in rules if isinstance(rule[0], EachHolds)]
    constraints: list[EachHolds | EachSize] = []
    # for each cell those that may not be in its region
    excluded: list[set[int]] = [set() for _ in range(regions.count)]
    for c in (rule[0] for rule in holding):
        assert isinstance(c, EachHolds)
        if c.high == 1 and c.marked <= set(c.nodes):
            for cell in c.marked:
                excluded[cell] |= c.marked
        if c.high != 1 or c.low > 0 or c.marked != set(c.nodes):
            constraints.append(c)
    low, high = size[0].low, size[0].high  # type: ignore[union-attr]
    if low != high or not any(excluded):
        return None
    every = hanging_together(regions, excluded, low, MAX_LISTED_REGIONS)
    if every is None:
        return None
    covering = cover(regions, [cells for cells in every if all(fits(c, cells) for c in constraints)])
    form = f"a choice among {counted(len(every), 'listed region')} of one size"
    return Rewrite(form, [*about.parted, *about.each_size, *holding], covering.rules, [covering.derived])


def hanging_together(groups: Groups, excluded: Sequence[set[int]], size: int, most: int) -> list[Region] | None:
    """Return all connected sets of ``size`` nodes without two nodes that are ``excluded``, in order.

    ``excluded`` has for each node those that may not be in the same set. Return None if there are more than ``most``
    sets of this or a smaller size. Each set is grown in only one way: from its first node on, and never again into a
    node that was left out before.
    """
    near = [sum({1 << n for n, _ in links}) for links in groups.around]
    shut = [sum([1 << n for n in others]) for others in excluded]
    left = [most] * (size + 1)
    result: list[Region] = []
    for first in range(groups.count):
        # nodes, nodes to grow into, and nodes that are excluded: the last two are sets as bits
        stack: list[tuple[Region, int, int]] = [((), 1 << first, (2 << first) - 1)]
        while stack:
            nodes, ways, seen = stack.pop()
            larger = len(nodes) + 1
            while ways:
                bit = ways & -ways
                ways ^= bit
                n = bit.bit_length() - 1
                left[larger] -= 1
                if larger == size:
                    result.append(tuple(sorted((*nodes, n))))
                elif more := (ways | near[n] & ~seen) & ~shut[n]:
                    stack.append(((*nodes, n), more, seen | near[n] | shut[n]))
            if left[larger] < 0:
                return None
    result.sort()
    return result
