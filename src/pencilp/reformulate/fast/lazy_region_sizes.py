"""Regions of the same size, stated only when an answer breaks the rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pencilp.model.constraints import Constraint, Lazy, Value, any_of
from pencilp.model.model import Rule
from pencilp.reformulate.rewrite import Rewrite

if TYPE_CHECKING:
    from pencilp.reformulate.fast.regions import RegionRules


def lazily(about: RegionRules) -> Rewrite:
    """Return the form of regions with from ``low`` to ``high`` cells each, separated by borders."""
    regions, (rule, *_) = about.regions, about.each_size
    low, high = rule[0].low, rule[0].high  # type: ignore[union-attr]
    links, borders, around = regions.links, regions.borders, regions.around
    opposite = [~x for x in borders]

    def open_tree(start: int, drawn: list[int], enough: Callable[[list[int]], bool]) -> list[int]:
        """Return links without a border that connect ``start`` to more cells, breadth first, until these are enough."""
        cells, tree = [start], []
        for c in cells:
            for n, e in around[c]:
                if not drawn[e] and n not in cells:
                    cells.append(n)
                    tree.append(e)
                    if enough(cells):
                        return tree
        return tree

    def violated(value: Value) -> list[Constraint]:
        drawn = list(map(value, borders))
        groups = regions.split(drawn, [False] * regions.count)
        region = {c: k for k, cells in enumerate(groups) for c in cells}
        result: list[Constraint] = []
        for number, cells in enumerate(groups):
            if len(cells) < low:
                beyond = [e for c in cells for n, e in around[c] if region[n] != number]
                result.append(any_of([opposite[e] for e in beyond]))
            elif len(cells) > high:
                for start in (cells[0], cells[-1]):
                    tree = open_tree(start, drawn, lambda tree_cells: len(tree_cells) > high)
                    result.append(any_of([borders[e] for e in tree]))
        for e, (a, b) in enumerate([] if result else links):
            if drawn[e] and region[a] == region[b]:
                way = open_tree(a, drawn, lambda cells, b=b: b in cells)  # type: ignore[misc]
                result.append(any_of([opposite[e], *(borders[x] for x in way)]))
        return result

    # a border does not end at a corner
    rules = [
        Rule(any_of([opposite[e], *(borders[x] for x in around_corner if x != e)]), about.parted[0].words, links[e])
        for around_corner in regions.rounds
        for e in around_corner
    ]
    form = "borders, with wrong sizes excluded when an answer has them"
    return Rewrite(form, [*about.parted, rule], [*rules, Rule(Lazy(borders, violated), rule.words, None)])
