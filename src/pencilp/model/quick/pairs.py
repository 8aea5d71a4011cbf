"""Regions that hold two clues each, and whose size is between their numbers: the first clue of the two owns the region."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise

from pencilp.model.constraints import Clause, Implies, between, exactly
from pencilp.model.groups import EachHolds
from pencilp.model.model import Rule
from pencilp.model.plan import Form
from pencilp.model.quick.owners import owned, spread
from pencilp.model.regions import SizeBetween
from pencilp.model.variables import Lit
from pencilp.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilp.model.quick.regions import Found
    from pencilp.model.regions import Regions


def paired(found: Found) -> Form | None:
    """The form of regions with two clues each; of these the later one is the partner of the first."""
    regions, two = found.regions, found.two_each[0]
    assert isinstance(two[0], EachHolds)
    clues = two[0].marked
    told: list[Rule] = []
    sizes: dict[int, SizeBetween] = {}
    for clue, rule in found.between.items():
        if isinstance(size := rule[0], SizeBetween) and clue in clues and size.numbers.keys() == clues:
            told.append(rule)
            sizes[clue] = size
    words = next((rule.words for rule in told), two.words)
    far = {c: _distances(regions, c, clues) for c in clues}
    owners: list[dict[int, Lit]] = [{} for _ in range(regions.count)]
    rules: list[Rule] = []
    sized: list[tuple[list[Lit], list[tuple[Lit, int, int]]]] = []
    for clue in sorted(clues):
        partners = {c: _limits(regions, sizes, clue, c) for c in far[clue] if c in clues and c > clue}
        partners = {c: limits for c, limits in partners.items() if far[clue][c] < limits[1]}
        with_partner: dict[int, list[int]] = {}
        for other, (_, most, _) in partners.items():
            apart = far[clue][other]
            for cell in (far[clue].keys() | far[other].keys()) - clues:
                # joining three cells takes at least half the ways between them
                to_clue, to_other = far[clue].get(cell, most), far[other].get(cell, most)
                ways = apart + min(to_clue, apart + to_other) + min(to_other, apart + to_clue)
                if (ways + 1) // 2 < most:
                    with_partner.setdefault(cell, []).append(other)
        own = {c: regions.m.binary() for c in (clue, *partners, *with_partner)}
        for cell, lit in own.items():
            owners[cell][clue] = lit
        rules += [
            Rule(Clause((~own[cell], *(own[c] for c in some))), "a region is not too large", (clue, cell))
            for cell, some in with_partner.items()
        ]
        rules.append(spread(regions, own, (clue,), clue))
        rules.append(Rule(Implies((own[clue],), exactly(1, [own[c] for c in partners])), two.words, clue))
        cells = list(own.values())
        sized.append((cells, [(own[other], low, high) for other, (low, high, _) in partners.items()]))
        for other, (low, high, never) in partners.items():
            rules.append(Rule(Implies((own[other],), between(low, high, cells)), words, (clue, other)))
            for n in never:
                if low <= n <= high:
                    least, more = (regions.m.count_of(k, cells) for k in (n, n + 1))
                    rules.append(Rule(Clause((~own[other], ~least, more)), words, (clue, other)))
    stated, derived = owned(regions, owners)

    def further() -> list[Rule]:
        """The second statement: literals for how many cells a region has at least."""
        m = regions.m
        result = []
        for cells, limits in sized:
            least = {k: m.count_of(k, cells) for k in sorted({n for _, low, high in limits for n in (low, high + 1)})}
            result += [Clause((~least[b], least[a])) for a, b in pairwise(least)]
            for partner, low, high in limits:
                result += [Clause((~partner, least[low])), Clause((~partner, ~least[high + 1]))]
        return [Rule(clause, words, None) for clause in result]

    return Form([*found.parted, *found.two_each[:1], *told], [*rules, *stated], [derived], further=further)


def _limits(regions: Regions, sizes: Mapping[int, SizeBetween], a: int, b: int) -> tuple[int, int, set[int]]:
    """The least and the greatest size of a region with two clues, and sizes that it cannot have besides."""
    low, high, never = 2, regions.count, set()
    for clue, other in ((a, b), (b, a)):
        if clue in sizes and (number := sizes[clue].numbers[clue]) is not None:
            less, greater = sizes[clue].sides(other)
            if not less:
                low = max(low, number + 1)
            if not greater:
                high = min(high, number - 1)
            never.add(number)
    return low, high, never


def _distances(regions: Regions, start: int, walls: Collection[int]) -> dict[int, int]:
    """The cells that can be reached from ``start`` without passing through ``walls``, with the number of steps.

    A wall can be reached, but not left.
    """
    far = {start: 0}
    ring = [start]
    while ring:
        ring = [n for c in ring for n, _ in regions.around[c] if n not in far and far.setdefault(n, far[c] + 1)]
        ring = [c for c in ring if c not in walls]
    return far
