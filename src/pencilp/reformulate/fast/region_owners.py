"""Regions as a choice of owners: every cell belongs to one of its possible clues."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import And, Reached, Value, between, exactly
from pencilp.model.model import Definition, Rule
from pencilp.model.variables import Lit
from pencilp.reformulate.rewrite import Derived, Rewrite

if TYPE_CHECKING:
    from pencilp.reformulate.fast.regions import Found
    from pencilp.structures.regions import Regions


def owned(regions: Regions, owners: Sequence[Mapping[int, Lit]]) -> tuple[list[Rule], Derived]:
    """Return the rules that give every cell exactly one owner, and the derived borders between different owners.

    ``owners`` has for each cell a literal for each possible owner. The caller guarantees that every owner has a cell
    that only it can own. So the borders decide the owners: no two can be swapped.
    """
    rules = [Rule(exactly(1, list(lits.values())), "every cell has one owner", c) for c, lits in enumerate(owners)]

    def read(value: Value) -> tuple[list[int], list[Lit]]:
        true_items = [next(item for item in lits.items() if value(item[1])) for lits in owners]
        return [int(true_items[a][0] != true_items[b][0]) for a, b in regions.links], [lit for _, lit in true_items]

    def define() -> tuple[list[Definition], list[Rule]]:
        definitions = []
        for border, (a, b) in zip(regions.borders, regions.links, strict=True):
            others = owners[b]
            cases = [regions.m.all_of((x, ~others[k])) if k in others else x for k, x in owners[a].items()]
            definitions.append(Definition(border, tuple(cases), 1))
        return definitions, []

    return rules, Derived(regions.borders, read, define, [lit for lits in owners for lit in lits.values()])


def spread(regions: Regions, owner: Mapping[int, Lit], start: Sequence[int], at: Any) -> Rule:
    """Return the rule that the cells of an owner are connected with ``start``.

    ``owner`` has a literal for each cell that may be its own; several cells may share one (a cell and its mirror
    image).
    """
    nodes = list({lit.n: lit for lit in owner.values()}.values())
    place = {lit.n: i for i, lit in enumerate(nodes)}
    node = {c: place[lit.n] for c, lit in owner.items()}
    around = regions.around
    arcs = dict.fromkeys([(i, node[n]) for c, i in node.items() for n, _ in around[c] if n in node])
    reached = Reached(nodes, [(i, j, None) for i, j in arcs if i != j], sorted({node[c] for c in start}))
    return Rule(reached, "a region is connected", at)


def symmetric(about: Found) -> Rewrite:
    """Return the form of regions that are symmetric about a clue: a cell and its image have the same owner."""
    regions, m = about.regions, about.regions.m
    owners: list[dict[int, Lit]] = [{} for _ in range(regions.count)]
    rules: list[Rule] = []
    center, used = _centers(about)
    cores: dict[int, list[int]] = {}
    for c, clue in center.items():
        cores.setdefault(clue, []).append(c)
    around = [[n for n, _ in links] for links in regions.around]
    for clue in sorted(about.clues):
        rule, core = about.mirrored[clue], cores[clue]
        image = rule[0].image  # type: ignore[union-attr]
        possible = all(image(c) >= 0 and center.get(image(c), clue) == clue for c in core)
        twin = {x: y for c in core for x, y in ((c, image(c)), (image(c), c))} if possible else {c: c for c in core}
        start = [*twin]
        stack = [*twin] if possible else []
        while stack:
            for n in around[stack.pop()]:
                if n not in twin and center.get(n, clue) == clue:
                    other = image(n)
                    if other >= 0 and center.get(other, clue) == clue:
                        twin[n], twin[other] = other, n
                        stack += (n, other)
        own: dict[int, Lit] = {}
        for cell in sorted(twin):
            own[cell] = own[twin[cell]] if twin[cell] in own else m.binary()
            owners[cell][clue] = own[cell]
        rules.append(Rule(own[clue] if possible else m.false, rule.words, rule.at))
        rules.append(spread(regions, own, start, clue))
    stated, derived = owned(regions, owners)
    replaced = [*about.parted, *about.one_each, *used, *(about.mirrored[clue] for clue in about.clues)]
    return Rewrite(f"owners of {len(about.clues)} symmetric regions", replaced, [*rules, *stated], [derived])


def with_counts(about: Found) -> Rewrite:
    """Return the form of regions with one clue each, which counts their cells in a part of the board."""
    regions, m = about.regions, about.regions.m
    counts_of: dict[int, list[Rule]] = {clue: [] for clue in about.clues}
    for rule in about.counts:
        counts_of.get(rule[0].node, []).append(rule)  # type: ignore[union-attr]
    owners: list[dict[int, Lit]] = [{} for _ in range(regions.count)]
    rules: list[Rule] = []
    for clue in sorted(about.clues):
        counts: list[Any] = [rule[0] for rule in counts_of[clue]]
        free = set(range(regions.count)) - about.clues | {clue}
        for count in counts:
            free = _near(regions, clue, free, count.marked, count.high)
        own = {c: m.binary() for c in sorted(free)}
        for c, lit in own.items():
            owners[c][clue] = lit
        # a clue whose count is too small for its own cell has no region
        rules.append(Rule(own.get(clue, m.false), "every cell has one owner", clue))
        if clue in own:
            rules.append(spread(regions, own, (clue,), clue))
        rules += [
            Rule(between(rule[0].low, rule[0].high, [own[c] for c in sorted(free & rule[0].marked)]), rule.words, clue)  # type: ignore[union-attr]
            for rule in counts_of[clue]
        ]
    stated, derived = owned(regions, owners)
    used = [rule for clue_rules in counts_of.values() for rule in clue_rules]
    form = f"owners of {len(about.clues)} regions whose clues count cells"
    return Rewrite(form, [*about.parted, *about.one_each, *used], [*rules, *stated], [derived])


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


def _centers(about: Found) -> tuple[dict[int, int], list[Rule]]:
    """Return the clue of each cell that rules connect to it without a border, and these rules."""
    regions = about.regions
    link = {-border.n: e for e, border in enumerate(regions.borders)}
    open_links: dict[int, list[Rule]] = {}
    for rule in regions.m.rules:
        lits = rule[0].parts if isinstance(rule[0], And) else (rule[0],)
        if all(isinstance(x, Lit) and x.n in link for x in lits):
            for x in lits:
                open_links.setdefault(link[x.n], []).append(rule)  # type: ignore[union-attr]
    center = {clue: clue for clue in about.clues}
    stack = list(center)
    while stack:
        cell = stack.pop()
        for n, e in regions.around[cell]:
            if e in open_links and n not in center:
                center[n] = center[cell]
                stack.append(n)
    within = [e for e in open_links if center.get(regions.links[e][0], -1) == center.get(regions.links[e][1], -2)]
    rules = {id(rule): rule for e in within for rule in open_links[e]}
    separate = {id(rule) for e in open_links if e not in within for rule in open_links[e]}
    return center, [rule for key, rule in rules.items() if key not in separate]
