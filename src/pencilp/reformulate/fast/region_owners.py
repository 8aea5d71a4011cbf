"""Regions as a choice of owners: every cell belongs to one of its possible clues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import Reached, Value, exactly
from pencilp.model.model import Definition, Rule
from pencilp.model.variables import Lit
from pencilp.reformulate.rewrite import Derived

if TYPE_CHECKING:
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
