"""Regions that hold two clues each, which may limit their size: the first of the two clues owns the region."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from pencilp.errors import counted
from pencilp.model.bitset import members
from pencilp.model.constraints import Clause, Implies, between, exactly
from pencilp.model.model import Rule
from pencilp.model.structures import ClauseFamily
from pencilp.model.variables import Lit
from pencilp.reformulate.fast.region_owners import owned, spread
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.groups import EachHolds

if TYPE_CHECKING:
    from pencilp.reformulate.fast.regions import RegionRules
    from pencilp.structures.regions import Regions


Sides = Callable[[int, int], "tuple[int, bool, bool] | None"]
"""Given a clue and its partner: a size that their region cannot have, and whether it may be less, and greater. None: any size."""


def paired(about: RegionRules, size_rules: Sequence[Rule] = (), sides: Sides = lambda clue, partner: None) -> Rewrite:
    """Return the form of regions with two clues each. The later clue is the partner of the first.

    ``size_rules`` are rules about the sizes of regions, which ``sides`` expresses.
    """
    regions, two = about.regions, about.two_each[0]
    assert isinstance(two[0], EachHolds)
    clues = two[0].marked
    words = next((rule.words for rule in size_rules), two.words)
    around = {c: _around(regions, c, clues) for c in clues}
    unmarked = (1 << regions.count) - 1 & ~sum([1 << c for c in clues])
    owners: list[dict[int, Lit]] = [{} for _ in range(regions.count)]
    rules: list[Rule] = []
    sized: list[tuple[list[Lit], list[tuple[Lit, int, int]]]] = []
    for clue in sorted(clues):
        order, within = around[clue]
        partners: dict[int, tuple[int, int, set[int]]] = {}
        joint_cells: list[int] = []
        """For each partner the other cells that can be in a region with both clues."""
        inner: list[int] = []
        """All of these cells, those of near partners first, because a search should start with them."""
        seen = 0
        for other in [c for c in order if c in clues and c > clue]:
            limits = _limits(regions, sides, clue, other)
            distance = next(steps for steps, near in enumerate(within) if near >> other & 1)
            if distance < limits[1]:
                partners[other] = limits
                joint = _joinable(within, around[other][1], distance, limits[1]) & unmarked
                joint_cells.append(joint)
                inner += members(joint & ~seen)
                seen |= joint
        own = {c: regions.m.binary() for c in (clue, *partners, *inner)}
        for cell, lit in own.items():
            owners[cell][clue] = lit
        limited = [(-own[other].n, cells) for other, cells in zip(partners, joint_cells, strict=True)]
        never = [[own[cell].n, *[x for x, cells in limited if cells >> cell & 1]] for cell in inner]
        rules.append(Rule(ClauseFamily(never, [(clue, cell) for cell in inner]), "a region is not too large", None))
        rules.append(spread(regions, own, (clue,), clue))
        rules.append(Rule(Implies((own[clue],), exactly(1, [own[c] for c in partners])), two.words, clue))
        cells = list(own.values())
        sized.append((cells, [(own[other], low, high) for other, (low, high, _) in partners.items()]))
        for other, (low, high, others) in partners.items():
            rules.append(Rule(Implies((own[other],), between(low, high, cells)), words, (clue, other)))
            for n in others:
                if low <= n <= high:
                    least, more = (regions.m.count_of(k, cells) for k in (n, n + 1))
                    rules.append(Rule(Clause((~own[other], ~least, more)), words, (clue, other)))
    stated, derived = owned(regions, owners)

    def counts_in_steps() -> list[Rule]:
        """Return the rules of the second statement: literals for the minimum size of a region."""
        m = regions.m
        result = []
        for cells, limits in sized:
            least = {k: m.count_of(k, cells) for k in sorted({n for _, low, high in limits for n in (low, high + 1)})}
            result += [Clause((~least[b], least[a])) for a, b in pairwise(least)]
            for partner, low, high in limits:
                result += [Clause((~partner, least[low])), Clause((~partner, ~least[high + 1]))]
        return [Rule(clause, words, None) for clause in result]

    return Rewrite(
        f"owners of regions that hold two of {counted(len(clues), 'clue')}",
        [*about.parted, *about.two_each[:1], *size_rules],
        [*rules, *stated],
        [derived],
        second_statement_rules=counts_in_steps,
    )


def _limits(regions: Regions, sides: Sides, a: int, b: int) -> tuple[int, int, set[int]]:
    """Return the least and the greatest size of a region with two clues, and other sizes that it cannot have."""
    low, high, never = 2, regions.count, set()
    for clue, other in ((a, b), (b, a)):
        if (limit := sides(clue, other)) is not None:
            number, less, greater = limit
            if not less:
                low = max(low, number + 1)
            if not greater:
                high = min(high, number - 1)
            never.add(number)
    return low, high, never


def _around(regions: Regions, start: int, walls: Collection[int]) -> tuple[list[int], list[int]]:
    """Return the cells reached from ``start``, the near ones first, and the cells within each number of steps, as bits.

    The last set has all of them. A wall can be reached, but not left.
    """
    order = ring = [start]
    seen = {start}
    within = [1 << start]
    while ring := list(dict.fromkeys([n for c in ring for n, _ in regions.around[c] if n not in seen])):
        seen.update(ring)
        order = [*order, *ring]
        within.append(within[-1] | sum([1 << c for c in ring]))
        ring = [c for c in ring if c not in walls]
    return order, within


def _joinable(one: Sequence[int], other: Sequence[int], distance: int, most: int) -> int:
    """Return the cells, as bits, that can be in a region of ``most`` cells with two clues ``distance`` steps apart.

    ``one`` and ``other`` have for each number of steps the cells within it of each clue. Connecting three cells takes
    at least half the sum of the distances between them. A way from a clue to the cell that leads past the other clue is
    as long as both parts.
    """
    past, ways = most - 1 - distance, 2 * most - 2 - distance
    result = one[min(past, len(one) - 1)] | other[min(past, len(other) - 1)]
    for steps, cells in enumerate(one[: ways + 1]):
        result |= cells & other[min(ways - steps, len(other) - 1)]
    return result
