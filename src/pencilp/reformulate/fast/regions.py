"""Fast forms of regions, chosen by the rules about them.

* Rectangles with one clue each are chosen among listed **placements** (``placements``).
* Regions of listed **shapes** are chosen among the places of these (``region_shapes``).
* Every cell has one **owner** if regions hold a pair of clues (``region_pairs``). Genres have more forms of this kind
  (``region_owners``).
* Regions of the same size in which cells exclude each other are **listed** if few are possible (``listed_regions``).
* Other regions of the same size are stated **lazily**: a region that is too small or too large is excluded when an answer
  has one (``lazy_region_sizes``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pencilp.errors import counted
from pencilp.model.constraints import Count, exactly
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.groups import EachHolds, EachSize, Groups, GroupSize, Parted
from pencilp.structures.regions import Rectangles, Regions
from pencilp.structures.shapes import EachIs

if TYPE_CHECKING:
    from pencilp.model.model import Rule


MAX_LISTED_CELLS = 5_000_000
"""Maximum total of the cells of all listed rectangles."""


class RegionRules:
    """The rules about regions, by their kinds."""

    def __init__(self, regions: Regions, rules: Sequence[Rule]) -> None:
        self.regions = regions
        self.parted = [rule for rule in rules if isinstance(rule[0], Parted)]
        self.rectangles = [rule for rule in rules if isinstance(rule[0], Rectangles)]
        self.sizes = {c.node: rule for rule in rules if isinstance(c := rule[0], GroupSize)}
        self.each_size = [rule for rule in rules if isinstance(rule[0], EachSize)]
        self.one_each, self.clues = one_each(regions, rules)
        everything = frozenset(range(regions.count))
        self.two_each = [
            rule
            for rule in rules
            if isinstance(c := rule[0], EachHolds) and c.low == c.high == 2 and not everything.difference(c.nodes)
        ]
        self.each_is = [rule for rule in rules if isinstance(rule[0], EachIs)]


def one_each(groups: Groups, rules: Sequence[Rule]) -> tuple[list[Rule], frozenset[int]]:
    """Return the rules that every group holds exactly one of some nodes, and these nodes. Both may be empty."""
    everything = frozenset(range(groups.count))
    holds = [rule for rule in rules if isinstance(rule[0], EachHolds)]
    for rule in holds:
        c = rule[0]
        assert isinstance(c, EachHolds)
        if c.low != 1 or everything.difference(c.nodes):
            continue
        at_most_one = [r for r in holds if _at_most_one(r[0], c.marked)]
        if c.high == 1 or at_most_one:
            return [rule, *at_most_one], c.marked
    return [], frozenset()


def _at_most_one(rule: object, marked: frozenset[int]) -> bool:
    return isinstance(rule, EachHolds) and rule.marked == marked and rule.high == 1 and marked <= set(rule.nodes)


def rewrite(regions: Regions, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form that fits ``rules``, or the reason why none does."""
    about = RegionRules(regions, rules)
    if not about.parted:
        return "the rules do not say that every border parts two regions"
    if about.rectangles and about.one_each and regions.positions is not None:
        return _rectangles(about)
    if about.each_is:
        from pencilp.reformulate.fast.region_shapes import placed

        return placed(about, rules)
    if about.two_each:
        from pencilp.reformulate.fast.region_pairs import paired

        return paired(about)
    if about.each_size:
        from pencilp.reformulate.fast.lazy_region_sizes import lazily
        from pencilp.reformulate.fast.listed_regions import listed

        few_regions = listed(about, rules)
        return few_regions if isinstance(few_regions, Rewrite) else lazily(about)
    return "no form is known for regions with just these rules"


def _rectangles(about: RegionRules) -> Rewrite | str:
    from pencilp.model.model import Rule
    from pencilp.reformulate.fast.placements import Frame, cover

    regions = about.regions
    assert regions.positions is not None
    sides = _sides(regions, about.clues)
    frame = Frame(regions.positions, about.clues)
    around = {}
    used = []
    room = MAX_LISTED_CELLS
    for clue in sorted(about.clues):
        size = about.sizes.get(clue)
        low, high = (size[0].low, size[0].high) if size is not None else (1, regions.count)  # type: ignore[union-attr]
        placed = frame.rectangles(clue, low if low == high else None, room)
        if placed is None:
            return f"the rectangles have more than {MAX_LISTED_CELLS} cells together"
        room -= sum(map(len, placed))
        for rule, edges in sides.get(clue, ()):
            count = rule[0]
            assert isinstance(count, Count)
            placed = [
                r for r in placed if count.low <= sum([(b not in r) == border for b, border in edges]) <= count.high
            ]
            used.append(rule)
        around[clue] = [r for r in placed if low <= len(r) <= high]
        used += [size] if size is not None else []
    covering = cover(regions, [cells for own in around.values() for cells in own])
    rest = iter(covering.chosen)
    words = about.one_each[0].words
    each = [Rule(exactly(1, [next(rest) for _ in own]), words, clue) for clue, own in around.items()]
    replaced = [*about.parted, *about.rectangles, *about.one_each, *used]
    # if there are no sizes and counts, a value that a solver tries decides much
    form = f"listed placements of {counted(len(around), 'rectangle')}"
    return Rewrite(form, replaced, [*covering.rules, *each], [covering.derived], look_ahead=not used)


def _sides(regions: Regions, clues: frozenset[int]) -> Mapping[int, list[tuple[Rule, list[tuple[int, bool]]]]]:
    """Return the rules that count borders of a clue's cell, by the cell.

    Each comes with the cells beyond these borders. For each of them True means that the rule counts a border, False
    that it counts the absence of one.
    """
    beyond = {}
    for (a, b), border in zip(regions.links, regions.borders, strict=True):
        beyond[border.n] = (a, b)
    result: dict[int, list[tuple[Rule, list[tuple[int, bool]]]]] = {}
    for rule in regions.m.rules:
        if rule[0].__class__ is Count:
            ends = [beyond.get(abs(x.n)) for x in rule[0].lits]
            if not ends or None in ends:
                continue
            common = set(ends[0]).intersection(*ends[1:]) & clues  # type: ignore[arg-type]
            if len(common) == 1:
                (clue,) = common
                edges = [(a + b - clue, x.n > 0) for (a, b), x in zip(ends, rule[0].lits, strict=True)]  # type: ignore
                result.setdefault(clue, []).append((rule, edges))
    return result
