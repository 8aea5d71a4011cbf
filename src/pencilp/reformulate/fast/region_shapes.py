"""Regions of listed shapes as a choice among placements that satisfy all rules about single regions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from pencilp._util.cache import Cache
from pencilp.errors import counted
from pencilp.model.constraints import none_of
from pencilp.model.model import Rule
from pencilp.model.structures import CachedRules
from pencilp.reformulate.fast.placements import cover
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.groups import EachHolds, EachSize, GroupHolds, GroupSize, GroupSizeIsNot
from pencilp.structures.shapes import EachIs, EachKindsFit, KindsFit, RegionIs, Shapes, unfitting

if TYPE_CHECKING:
    from pencilp.model.constraints import Clause
    from pencilp.model.variables import Lit
    from pencilp.reformulate.fast.placements import Cover
    from pencilp.reformulate.fast.regions import RegionRules
    from pencilp.structures.regions import Regions
    from pencilp.structures.shapes import Region


def placed(about: RegionRules, rules: Sequence[Rule]) -> Rewrite:
    """Return the form of regions that each have a listed shape, separated by borders."""
    regions, m = about.regions, about.regions.m
    shapes: Shapes = about.each_is[0][0].shapes  # type: ignore[union-attr]
    places = [*shapes.kinds]
    used, pair_rules = [*about.parted], []
    never: set[int] = set()
    for rule in rules:
        constraint = rule[0]
        if isinstance(constraint, (EachKindsFit, KindsFit)):
            pair_rules.append(rule)
        elif isinstance(constraint, (EachIs, EachHolds, EachSize)):
            if not (isinstance(constraint, EachIs) and constraint.shapes is shapes):
                never |= {i for i, cells in enumerate(places) if not fits(constraint, cells)}
            used.append(rule)
        elif isinstance(constraint, (RegionIs, GroupHolds, GroupSize, GroupSizeIsNot)):
            at_node = shapes.over.get(constraint.node, ())
            if isinstance(constraint, RegionIs):
                never |= {*at_node}.difference(map(shapes.number.get, constraint.among))
            else:
                never.update([i for i in at_node if not _holds(constraint, places[i])])
            used.append(rule)
    # without a cache of the board's shape, the places cannot be identified
    cache = None if regions.cache is None else shapes.cache
    covering = cover(regions, places, cache)
    chosen = [*covering.chosen]
    stated = [*covering.rules, Rule(none_of([chosen[i] for i in sorted(never)]), "a region is as its clues say", None)]
    kinds = _Kinds(regions, covering)
    for rule in pair_rules:
        both: EachKindsFit | KindsFit = rule[0]  # type: ignore[assignment]
        if isinstance(both, KindsFit):
            stated += [Rule(clause, rule.words, regions.links[both.e]) for clause in kinds.unfitting(both)]
        elif cache is None:
            stated.append(Rule(kinds.all_unfitting(both, Cache()), rule.words, None))
        else:
            # literals made for single rules do not exist on other boards
            every = partial(_Kinds(regions, covering).all_unfitting, both, cache)
            key = "kinds fit", regions.cache, both.fit, None if both.shapes is shapes else both.shapes
            stated.append(Rule(m.cached(cache, key, covering.chosen[:1], every), rule.words, None))
    form = f"listed placements of {counted(len({*shapes.kinds.values()}), 'shape')}"
    return Rewrite(form, [*used, *pair_rules], stated, [covering.derived])


class _Kinds:
    """Literals for the possible kinds of the region of a cell, made on first use."""

    def __init__(self, regions: Regions, covering: Cover) -> None:
        self.regions, self.covering = regions, covering
        self._known: dict[tuple[int, int], dict[Any, Lit]] = {}
        self._joined: dict[int, Lit] = {}

    def at(self, shapes: Shapes, cell: int) -> dict[Any, Lit]:
        """Return for each possible kind of the region of a cell the literal that it has this kind."""
        result = self._known.get((id(shapes), cell))
        if result is None:
            lits: dict[Any, list[Lit]] = {}
            places, kinds = self.covering.places, shapes.kinds
            for lit in self.covering.over[cell]:
                if places[lit.n] in kinds:
                    lits.setdefault(kinds[places[lit.n]], []).append(lit)
            result = {kind: self.regions.m.any_of(alternatives) for kind, alternatives in lits.items()}
            self._known[id(shapes), cell] = result
        return result

    def unfitting(self, rule: KindsFit) -> list[Clause]:
        """Return the clauses that the regions of the two cells of a link fit together."""
        e = rule.e
        a, b = self.regions.links[e]
        if e not in self._joined:
            places = self.covering.places
            self._joined[e] = self.regions.m.any_of([lit for lit in self.covering.over[a] if b in places[lit.n]])
        return unfitting(self.at(rule.shapes, a), self.at(rule.shapes, b), self._joined[e], rule.fit)

    def all_unfitting(self, rule: EachKindsFit, cache: Cache) -> CachedRules:
        """Return the same clauses for all links, stored in ``cache`` with all places of the shapes."""
        clauses = [(clause, part.e) for part in rule.parts for clause in self.unfitting(part)]
        at = [self.regions.links[e] for _, e in clauses]
        return CachedRules([clause for clause, _ in clauses], at, cache)


def fits(constraint: EachIs | EachHolds | EachSize, cells: Region) -> bool:
    """Return whether a region of these cells satisfies a rule about all regions."""
    if isinstance(constraint, EachIs):
        return cells in constraint.shapes.kinds
    if isinstance(constraint, EachSize):
        return constraint.low <= len(cells) <= constraint.high
    held = sum(c in constraint.marked for c in cells)
    return constraint.low <= held <= constraint.high or not set(constraint.nodes).intersection(cells)


def _holds(constraint: GroupHolds | GroupSize | GroupSizeIsNot, cells: Region) -> bool:
    """Return whether these cells, as the region of a rule's node, satisfy the rule."""
    if isinstance(constraint, GroupSize):
        return constraint.low <= len(cells) <= constraint.high
    if isinstance(constraint, GroupSizeIsNot):
        return len(cells) != constraint.size
    return constraint.low <= sum(c in constraint.marked for c in cells) <= constraint.high
