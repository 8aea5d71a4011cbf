"""Islands that hold all cells with one label and no others: the label of an island in binary digits.

The digits are the same in all cells of an island, and every island is reached from the first cell with its label.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pencilp._util.cache import Cache
from pencilp.errors import counted
from pencilp.model.constraints import Clause, Constraint, Reached
from pencilp.model.model import Rule
from pencilp.model.structures import CachedRules
from pencilp.model.variables import Array, Lit
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.groups import EachHolds, GroupHolds

if TYPE_CHECKING:
    from pencilp.structures.islands import Islands


def rewrite(islands: Islands, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules``, if they label some cells by islands, and every island holds one of them.

    Let x_k(c) be the digits of the label of cell c. Then x_k(a) = x_k(b) for neighbours a and b that are no sea, and
    x_k(c) has the digits of a labelled cell c.
    """
    m, sea = islands.m, islands.sea
    holding = [
        rule
        for rule in rules
        if isinstance(c := rule[0], EachHolds)
        and len({*c.nodes}) == islands.count
        and c.low == 1 <= islands.count <= c.high
    ]
    labelled = holding[0][0].marked if len(holding) == 1 else frozenset()  # type: ignore[union-attr]
    together: dict[int, Rule] = {}
    excluding: dict[int, Rule] = {}
    for rule in rules:
        c = rule[0]
        if isinstance(c, GroupHolds) and c.node in labelled:
            if c.high == 0:
                excluding[c.node] = rule
            elif c.low == c.high == len(c.marked) and c.node in c.marked:
                together[c.node] = rule
    labels = [*dict.fromkeys(rule[0].marked for _, rule in sorted(together.items()))]  # type: ignore[union-attr]
    dry = {rule[0].n for rule in m.rules if isinstance(rule[0], Lit)}
    if (
        not labelled
        or not together.keys() == excluding.keys() == labelled
        or sum(map(len, labels)) != len(labelled)
        or any(excluding[c][0].marked != labelled - together[c][0].marked for c in labelled)  # type: ignore[union-attr]
        or any(-sea[c].n not in dry for c in labelled)
    ):
        return "the rules do not say of every island which labelled cells it holds"
    digits = (len(labels) - 1).bit_length()
    cache = Cache() if islands.cache is None else islands.cache
    bits, equal = m.cached(cache, ("labels", digits), sea, lambda: _labelled(islands, digits, cache))
    words = together[min(labelled)].words
    stated = [Rule(equal, words, None)]
    stated += [
        Rule(x[c] if k >> digit & 1 else ~x[c], words, c)
        for k, cells in enumerate(labels)
        for c in sorted(cells)
        for digit, x in enumerate(bits)
    ]
    arcs = [arc for a, b in islands.links for arc in ((a, b, None), (b, a, None))]
    stated.append(holding[0]._replace(constraint=Reached([~x for x in sea], arcs, [min(cells) for cells in labels])))
    return Rewrite(
        f"islands with {counted(len(labels), 'label')} in binary digits",
        [*holding, *together.values(), *excluding.values()],
        stated,
    )


def _labelled(islands: Islands, digits: int, cache: Cache) -> tuple[list[Array], CachedRules]:
    """Return for each digit a literal for each cell: equal in all cells of an island, and false in the sea."""
    sea = islands.sea
    bits = [islands.m.binaries(f"label_digit{digit}", islands.count) for digit in range(digits)]
    parts: list[Constraint] = []
    for own in bits:
        parts += [Clause((~x, ~bit)) for x, bit in zip(sea, own, strict=True)]
        for a, b in islands.links:
            parts += (Clause((sea[a], sea[b], ~own[a], own[b])), Clause((sea[a], sea[b], own[a], ~own[b])))
    at = [*range(islands.count), *(link for link in islands.links for _ in range(2))] * digits
    return bits, CachedRules(parts, at, cache)
