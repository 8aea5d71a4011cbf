"""Regions with one clue each, some of them translations of others: a cell and its translations share a literal.

The literal says that a clue owns the cell. The rule that two regions have different shapes is stated at once for small
shapes. For larger ones it is stated only when an answer breaks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from pencilp.errors import counted
from pencilp.genres.nikoji.structure import MovedOnto, ShapesDiffer, TwoRegionsRule
from pencilp.model.constraints import Clause, Constraint, Lazy, Linear, Value, not_all
from pencilp.model.model import Model, Rule
from pencilp.model.variables import Lit
from pencilp.reformulate.fast.region_owners import owned, spread
from pencilp.reformulate.fast.regions import RegionRules
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.regions import Regions
from pencilp.structures.shapes import free_form

MAX_SMALL_CELLS = 4
"""Shapes with up to this number of cells are compared from the start."""

Offset = tuple[int, int]


def rewrite(regions: Regions, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules``, or the reason why it does not fit."""
    about, m = RegionRules(regions, rules), regions.m
    if not (about.parted and about.one_each):
        return "the rules do not say that every region has one letter"
    clues = about.clues
    pairs_of = [(two, rule) for rule in rules if isinstance(two := rule[0], TwoRegionsRule)]
    places = pairs_of[0][0].places
    moved = [(c, rule) for c, rule in pairs_of if isinstance(c, MovedOnto) and {c.node, c.other} <= clues]
    unlike = [(c, rule) for c, rule in pairs_of if isinstance(c, ShapesDiffer) and {c.node, c.other} <= clues]
    at = {place: c for c, place in enumerate(places)}
    # for each clue the first clue with the same region, translated
    leader = {c: c for c in clues}
    for rule, _ in moved:
        a, b = sorted((leader[rule.node], leader[rule.other]))
        leader = {c: a if first == b else first for c, first in leader.items()}
    members: dict[int, list[int]] = {}
    for c in sorted(clues):
        members.setdefault(leader[c], []).append(c)

    owners: list[dict[int, Lit]] = [{} for _ in range(regions.count)]
    result: list[Rule] = []
    shared: dict[int, dict[int, Lit]] = {}
    for first, same in members.items():
        shift = [(places[c][0] - places[first][0], places[c][1] - places[first][1]) for c in same]
        own = {first: m.binary()}
        cells = [first]
        for cell in cells:
            for n, _ in regions.around[cell]:
                spots = [at.get((places[n][0] + down, places[n][1] + right), -1) for down, right in shift]
                if n not in own and min(spots) >= 0 and clues.isdisjoint(spots):
                    own[n] = m.binary()
                    cells.append(n)
        for cell, lit in own.items():
            for c, (down, right) in zip(same, shift, strict=True):
                owners[at[places[cell][0] + down, places[cell][1] + right]][c] = lit
        shared[first] = own
        result += [Rule(own[first], "every cell has one owner", first), spread(regions, own, (first,), first)]
    stated, derived = owned(regions, owners)
    if unlike:
        pairs = {(leader[c.node], leader[c.other]): (c, rule) for c, rule in unlike}
        result += _different(regions, shared, pairs, {first: len(same) for first, same in members.items()})
    used = [rule for _, rule in (*moved, *unlike)]
    form = f"owners of {counted(len(clues), 'region')}, some of them equal or different"
    return Rewrite(form, [*about.parted, *about.one_each, *used], [*result, *stated], [derived])


def _different(
    regions: Regions,
    shared: Mapping[int, Mapping[int, Lit]],
    pairs: Mapping[tuple[int, int], tuple[ShapesDiffer, Rule]],
    often: Mapping[int, int],
) -> list[Rule]:
    """Return the rules that the regions of pairs of clues have different shapes.

    ``shared`` has the literals of each clue's cells, ``often`` the number of regions of each of these clues.
    """
    m = regions.m
    constraint, rule = next(iter(pairs.values()))
    places, turns = constraint.places, constraint.turns

    def exactly_these(clue: int, cells: tuple[int, ...]) -> list[Lit]:
        """Return literals that are all true exactly if the region of a clue is these cells."""
        own = shared[clue]
        adjacent = dict.fromkeys(n for c in cells for n, _ in regions.around[c] if n in own and n not in cells)
        return [*(own[c] for c in cells), *(~own[n] for n in adjacent)]

    def small(clue: int) -> Iterator[tuple[int, ...]]:
        """Yield the small regions of a clue."""
        growing: set[tuple[int, ...]] = {(clue,)}
        for _ in range(MAX_SMALL_CELLS):
            yield from sorted(growing)
            growing = {
                tuple(sorted((*cells, n)))
                for cells in growing
                for c in cells
                for n, _ in regions.around[c]
                if n in shared[clue] and n not in cells
            }

    forms: dict[int, dict[tuple[Offset, ...], list[Lit]]] = {}
    for clue in {c for pair in pairs for c in pair}:
        own_forms = forms[clue] = {}
        for cells in small(clue):
            own_forms.setdefault(free_form(cells, places, turns), []).append(m.all_of(exactly_these(clue, cells)))
    whole = {clue: {kind: m.any_of(lits) for kind, lits in own_forms.items()} for clue, own_forms in forms.items()}
    rules = []
    for (a, b), (_, different) in pairs.items():
        for kind in whole[a].keys() & whole[b].keys() if a != b else ():
            rules.append(different._replace(constraint=Clause((~whole[a][kind], ~whole[b][kind]))))

    if {*map(frozenset, pairs)} >= {*map(frozenset, combinations(often, 2))}:
        rules.append(Rule(_enough(m, whole, often, regions.count), rule.words, None))

    def violated(value: Value) -> list[Constraint]:
        region = {clue: tuple(c for c, x in shared[clue].items() if value(x)) for clue in whole}
        form = {clue: free_form(cells, places, turns) for clue, cells in region.items()}
        return [
            not_all([*exactly_these(a, region[a]), *(exactly_these(b, region[b]) if a != b else ())])
            for a, b in pairs
            if form[a] == form[b]
        ]

    over = [x for clue in whole for x in shared[clue].values()]
    return [*rules, Rule(Lazy(over, violated), rule.words, None)]


def _enough(
    m: Model, whole: Mapping[int, Mapping[tuple[Offset, ...], Lit]], often: Mapping[int, int], cells: int
) -> Linear:
    """Return the constraint that enough regions are small to fit on the board, if all clues have different shapes.

    Let n_c be the number of regions of clue c, and x_cf "these have the small shape f of |f| cells". The sum over c of
    n_c (MAX_SMALL_CELLS + 1) - the sum over f of n_c (MAX_SMALL_CELLS + 1 - |f|) x_cf is at most the number of cells.
    For clues with one region, all x_cf of a shape are one literal, because only one of them is true.
    """
    terms: list[tuple[int, Lit]] = []
    single: dict[tuple[Offset, ...], list[Lit]] = {}
    for clue, forms in whole.items():
        for kind, x in forms.items():
            if often[clue] == 1:
                single.setdefault(kind, []).append(x)
            else:
                terms.append((often[clue] * (MAX_SMALL_CELLS + 1 - len(kind)), x))
    terms += [(MAX_SMALL_CELLS + 1 - len(kind), m.any_of(lits)) for kind, lits in single.items()]
    return Linear(terms, (MAX_SMALL_CELLS + 1) * sum(often.values()) - cells, None)
