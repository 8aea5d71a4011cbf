"""Fast form of regions with a compass each: every cell has one owner, and the owners' cells are counted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from pencilp.genres.compass.structure import GroupCounts
from pencilp.model.constraints import between
from pencilp.model.model import Rule
from pencilp.model.variables import Lit
from pencilp.reformulate.fast.region_owners import owned, spread
from pencilp.reformulate.fast.regions import RegionRules
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.regions import Regions


def rewrite(regions: Regions, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules``, or the reason why it does not fit."""
    about, m = RegionRules(regions, rules), regions.m
    if not (about.parted and about.one_each):
        return "the rules do not say that every region has one compass"
    counts_of: dict[int, list[Rule]] = {clue: [] for clue in about.clues}
    for rule in rules:
        if isinstance(count := rule[0], GroupCounts):
            counts_of.get(count.node, []).append(rule)
    owners: list[dict[int, Lit]] = [{} for _ in range(regions.count)]
    result: list[Rule] = []
    for clue in sorted(about.clues):
        counts: list[Any] = [rule[0] for rule in counts_of[clue]]
        free = set(range(regions.count)) - about.clues | {clue}
        for count in counts:
            free = _near(regions, clue, free, count.marked, count.high)
        own = {c: m.binary() for c in sorted(free)}
        for c, lit in own.items():
            owners[c][clue] = lit
        # a clue whose count is too small for its own cell has no region
        result.append(Rule(own.get(clue, m.false), "every cell has one owner", clue))
        if clue in own:
            result.append(spread(regions, own, (clue,), clue))
        result += [
            Rule(between(rule[0].low, rule[0].high, [own[c] for c in sorted(free & rule[0].marked)]), rule.words, clue)  # type: ignore[union-attr]
            for rule in counts_of[clue]
        ]
    stated, derived = owned(regions, owners)
    used = [rule for clue_rules in counts_of.values() for rule in clue_rules]
    form = f"owners of {len(about.clues)} regions whose clues count cells"
    return Rewrite(form, [*about.parted, *about.one_each, *used], [*result, *stated], [derived])


def _near(regions: Regions, start: int, free: set[int], marked: Collection[int], most: int) -> set[int]:
    """Return the cells reached from ``start`` over ``free`` cells with at most ``most`` of the ``marked`` cells."""
    near: set[int] = set()
    ring = {start} if (start in marked) <= most else set()
    for left in range(most - (start in marked), -1, -1):
        beyond: set[int] = set()
        stack = sorted(ring - near)
        near |= ring
        while stack:
            for n, _ in regions.around[stack.pop()]:
                if n in free and n not in near:
                    if n in marked:
                        beyond.add(n)
                    else:
                        near.add(n)
                        stack.append(n)
        ring = beyond if left else set()
        if not ring:
            break
    return near
