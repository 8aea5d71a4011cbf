"""Regions of one size, some of whose cells may not be together, as a choice among all that fit, where these are few."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pencilp.model.groups import EachHolds
from pencilp.model.plan import Form
from pencilp.model.quick.placements import cover
from pencilp.model.quick.shapes import fits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pencilp.model.model import Rule
    from pencilp.model.quick.regions import Found
    from pencilp.model.shapes import Region

MOST = 20_000
"""More regions, or beginnings of regions, are not listed."""


def listed(found: Found, rules: Sequence[Rule]) -> Form | None:
    """The form of regions of one size, of which no two cells of some sets may be in the same; None where too many fit."""
    regions, (size, *_) = found.regions, found.each_size
    holding = [rule for rule in rules if isinstance(rule[0], EachHolds)]
    constraints = [size[0], *(rule[0] for rule in holding)]
    # per cell those that may not be in its region
    apart: list[set[int]] = [set() for _ in range(regions.count)]
    for c in constraints:
        if isinstance(c, EachHolds) and c.high == 1 and c.marked <= set(c.nodes):
            for cell in c.marked:
                apart[cell] |= c.marked
    low, high = size[0].low, size[0].high  # type: ignore[union-attr]
    if low != high or not any(apart):
        return None
    beginnings = {frozenset((cell,)) for cell in range(regions.count)}
    for _ in range(1, low):
        beginnings = {
            cells | {n}
            for cells in beginnings
            for c in cells
            for n, _ in regions.around[c]
            if n not in cells and apart[n].isdisjoint(cells)
        }
        if len(beginnings) > MOST:
            return None
    every: list[Region] = sorted(tuple(sorted(cells)) for cells in beginnings)
    covering = cover(regions, [cells for cells in every if all(fits(c, cells) for c in constraints)])  # type: ignore[arg-type]
    return Form([*found.parted, *found.each_size, *holding], covering.rules, [covering.derived])
