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
from pencilp.structures.groups import EachHolds, EachSize, GroupHolds, GroupSize
from pencilp.structures.shapes import Beside, EachBeside, EachIs, RegionIs, Shapes, unfitting

if TYPE_CHECKING:
    from pencilp.model.constraints import Clause
    from pencilp.model.variables import Lit
    from pencilp.reformulate.fast.placements import Cover
    from pencilp.reformulate.fast.regions import Found
    from pencilp.structures.regions import Regions
    from pencilp.structures.shapes import Region


def placed(found: Found, rules: Sequence[Rule]) -> Rewrite:
    """Return the form of regions that each have a listed shape, separated by borders."""
    regions, m = found.regions, found.regions.m
    shapes: Shapes = found.each_is[0][0].shapes  # type: ignore[union-attr]
    places = [*shapes.kinds]
    used, beside = [*found.parted], []
    never: set[int] = set()
    for rule in rules:
        constraint = rule[0]
        if isinstance(constraint, (EachBeside, Beside)):
            beside.append(rule)
        elif isinstance(constraint, (EachIs, EachHolds, EachSize)):
            if not (isinstance(constraint, EachIs) and constraint.shapes is shapes):
                never |= {i for i, cells in enumerate(places) if not fits(constraint, cells)}
            used.append(rule)
        elif isinstance(constraint, (RegionIs, GroupHolds, GroupSize)):
            here = shapes.over.get(constraint.node, ())
            if isinstance(constraint, RegionIs):
                never |= {*here}.difference(map(shapes.number.get, constraint.among))
            else:
                never.update([i for i in here if not _holds(constraint, places[i])])
            used.append(rule)
    # without a cache of the board's shape, the places cannot be identified
    kept = None if regions.kept is None else shapes.kept
    covering = cover(regions, places, kept)
    chosen = [*covering.chosen]
    stated = [*covering.rules, Rule(none_of([chosen[i] for i in sorted(never)]), "a region is as its clues say", None)]
    kinds = _Kinds(regions, covering)
    for rule in beside:
        both: EachBeside | Beside = rule[0]  # type: ignore[assignment]
        if isinstance(both, Beside):
            stated += [Rule(clause, rule.words, regions.links[both.e]) for clause in kinds.unfitting(both)]
        elif kept is None:
            stated.append(Rule(kinds.all_unfitting(both, Cache()), rule.words, None))
        else:
            # literals made for single rules do not exist on other boards
            every = partial(_Kinds(regions, covering).all_unfitting, both, kept)
            key = "beside", regions.kept, both.fit, None if both.shapes is shapes else both.shapes
            stated.append(Rule(m.cached(kept, key, covering.chosen[:1], every), rule.words, None))
    form = f"listed placements of {counted(len({*shapes.kinds.values()}), 'shape')}"
    return Rewrite(form, [*used, *beside], stated, [covering.derived])


class _Kinds:
    """Literals for the possible kinds of the region of a cell, made on first use."""

    def __init__(self, regions: Regions, covering: Cover) -> None:
        self.regions, self.covering = regions, covering
        self._known: dict[tuple[int, int], dict[Any, Lit]] = {}
        self._joined: dict[int, Lit] = {}

    def at(self, shapes: Shapes, cell: int) -> dict[Any, Lit]:
        """Return for each possible kind of the region of a cell the literal that it has this kind."""
        known = self._known.get((id(shapes), cell))
        if known is None:
            lits: dict[Any, list[Lit]] = {}
            places, kinds = self.covering.places, shapes.kinds
            for lit in self.covering.over[cell]:
                if places[lit.n] in kinds:
                    lits.setdefault(kinds[places[lit.n]], []).append(lit)
            known = {kind: self.regions.m.any_of(some) for kind, some in lits.items()}
            self._known[id(shapes), cell] = known
        return known

    def unfitting(self, beside: Beside) -> list[Clause]:
        """Return the clauses that the regions of the two cells of a link fit together."""
        e = beside.e
        a, b = self.regions.links[e]
        if e not in self._joined:
            places = self.covering.places
            self._joined[e] = self.regions.m.any_of([lit for lit in self.covering.over[a] if b in places[lit.n]])
        return unfitting(self.at(beside.shapes, a), self.at(beside.shapes, b), self._joined[e], beside.fit)

    def all_unfitting(self, beside: EachBeside, kept: Cache) -> CachedRules:
        """Return the same clauses for all links, cached in ``kept`` with all places of the shapes."""
        found = [(clause, part.e) for part in beside.parts for clause in self.unfitting(part)]
        at = [self.regions.links[e] for _, e in found]
        return CachedRules([clause for clause, _ in found], at, kept)


def fits(constraint: EachIs | EachHolds | EachSize, cells: Region) -> bool:
    """Return whether a region of these cells satisfies a rule about all regions."""
    if isinstance(constraint, EachIs):
        return cells in constraint.shapes.kinds
    if isinstance(constraint, EachSize):
        return constraint.low <= len(cells) <= constraint.high
    held = sum(c in constraint.marked for c in cells)
    return constraint.low <= held <= constraint.high or not set(constraint.nodes).intersection(cells)


def _holds(constraint: GroupHolds | GroupSize, cells: Region) -> bool:
    """Return whether these cells, as the region of a rule's node, satisfy the rule."""
    if isinstance(constraint, GroupSize):
        return constraint.low <= len(cells) <= constraint.high
    return constraint.low <= sum(c in constraint.marked for c in cells) <= constraint.high
