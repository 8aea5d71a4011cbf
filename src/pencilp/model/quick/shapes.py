"""Regions of listed shapes as a choice among placements: those that fit all rules about single regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.groups import EachHolds, EachSize, GroupHolds, GroupSize
from pencilp.model.model import Rule
from pencilp.model.plan import Form
from pencilp.model.quick.placements import cover
from pencilp.model.shapes import Beside, EachBeside, EachIs, RegionIs, Shapes, unfitting
from pencilp.model.variables import Lit

if TYPE_CHECKING:
    from pencilp.model.quick.regions import Found
    from pencilp.model.shapes import Region


def placed(found: Found, rules: Sequence[Rule]) -> Form:
    """The form of regions that are each one of some shapes, and whose borders part them."""
    regions, m = found.regions, found.regions.m
    shapes: Shapes = found.each_is[0][0].shapes  # type: ignore[union-attr]
    used, beside = [*found.parted], []
    everywhere: list[EachIs | EachHolds | EachSize] = []
    single: dict[int, list[RegionIs | GroupHolds | GroupSize]] = {}
    for rule in rules:
        constraint = rule[0]
        if isinstance(constraint, (EachBeside, Beside)):
            beside.append(rule)
        elif isinstance(constraint, (EachIs, EachHolds, EachSize)):
            everywhere.append(constraint)
            used.append(rule)
        elif isinstance(constraint, (RegionIs, GroupHolds, GroupSize)):
            single.setdefault(constraint.node, []).append(constraint)
            used.append(rule)
    possible = [
        cells
        for cells in shapes.kinds
        if all(fits(c, cells) for c in everywhere)
        and all(_holds(c, cells) for node in cells for c in single.get(node, ()))
    ]
    covering = cover(regions, possible)
    place = {lit.n: cells for lit, cells in zip(covering.chosen, possible, strict=True)}
    stated = covering.rules
    by_kind: dict[tuple[int, int], dict[Any, Lit]] = {}
    joined: dict[int, Lit] = {}

    def kinds(shapes: Shapes, cell: int) -> dict[Any, Lit]:
        """Per kind that the region of a cell can have the literal that it has it."""
        known = by_kind.get((id(shapes), cell))
        if known is None:
            lits: dict[Any, list[Lit]] = {}
            for lit in covering.over[cell]:
                if place[lit.n] in shapes.kinds:
                    lits.setdefault(shapes.kinds[place[lit.n]], []).append(lit)
            known = by_kind[id(shapes), cell] = {kind: m.any_of(some) for kind, some in lits.items()}
        return known

    for rule in beside:
        for part in rule[0].parts if isinstance(rule[0], EachBeside) else (rule[0],):
            assert isinstance(part, Beside)
            a, b = regions.links[part.e]
            if part.e not in joined:
                joined[part.e] = m.any_of([lit for lit in covering.over[a] if b in place[lit.n]])
            clauses = unfitting(kinds(part.shapes, a), kinds(part.shapes, b), joined[part.e], part.fit)
            stated += [Rule(clause, rule.words, (a, b)) for clause in clauses]
    return Form([*used, *beside], stated, [covering.derived])


def fits(constraint: EachIs | EachHolds | EachSize, cells: Region) -> bool:
    """Whether a region of these cells keeps a rule about all regions."""
    if isinstance(constraint, EachIs):
        return cells in constraint.shapes.kinds
    if isinstance(constraint, EachSize):
        return constraint.low <= len(cells) <= constraint.high
    held = sum(c in constraint.marked for c in cells)
    return constraint.low <= held <= constraint.high or not set(constraint.nodes).intersection(cells)


def _holds(constraint: RegionIs | GroupHolds | GroupSize, cells: Region) -> bool:
    """Whether these cells, as the region of a rule's node, keep the rule."""
    if isinstance(constraint, RegionIs):
        return cells in constraint.among
    if isinstance(constraint, GroupSize):
        return constraint.low <= len(cells) <= constraint.high
    return constraint.low <= sum(c in constraint.marked for c in cells) <= constraint.high
