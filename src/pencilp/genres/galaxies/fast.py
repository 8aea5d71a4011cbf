"""Fast form of symmetric regions: every cell has one owner, and a cell and its mirror image share a literal."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pencilp.genres.galaxies.structure import Mirrored
from pencilp.model.constraints import And
from pencilp.model.model import Rule
from pencilp.model.variables import Lit
from pencilp.reformulate.fast.region_owners import owned, spread
from pencilp.reformulate.fast.regions import RegionRules
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.regions import Regions


def rewrite(regions: Regions, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules``, or the reason why it does not fit."""
    about, m = RegionRules(regions, rules), regions.m
    mirrored = {mirror.node: (mirror, rule) for rule in rules if isinstance(mirror := rule[0], Mirrored)}
    if not (about.parted and about.one_each and mirrored.keys() >= about.clues):
        return "the rules do not say that every region has one center and is symmetric about it"
    owners: list[dict[int, Lit]] = [{} for _ in range(regions.count)]
    result: list[Rule] = []
    center, used = _centers(regions, about.clues)
    cores: dict[int, list[int]] = {}
    for c, clue in center.items():
        cores.setdefault(clue, []).append(c)
    around = [[n for n, _ in links] for links in regions.around]
    for clue in sorted(about.clues):
        (mirror, rule), core = mirrored[clue], cores[clue]
        image = mirror.image
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
        result.append(Rule(own[clue] if possible else m.false, rule.words, rule.at))
        result.append(spread(regions, own, start, clue))
    stated, derived = owned(regions, owners)
    replaced = [*about.parted, *about.one_each, *used, *(mirrored[clue][1] for clue in about.clues)]
    return Rewrite(f"owners of {len(about.clues)} symmetric regions", replaced, [*result, *stated], [derived])


def _centers(regions: Regions, clues: Collection[int]) -> tuple[dict[int, int], list[Rule]]:
    """Return the clue of each cell that rules connect to it without a border, and these rules."""
    link = {-border.n: e for e, border in enumerate(regions.borders)}
    open_links: dict[int, list[Rule]] = {}
    for rule in regions.m.rules:
        lits = rule[0].parts if isinstance(rule[0], And) else (rule[0],)
        if all(isinstance(x, Lit) and x.n in link for x in lits):
            for x in lits:
                open_links.setdefault(link[x.n], []).append(rule)  # type: ignore[union-attr]
    center = {clue: clue for clue in clues}
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
