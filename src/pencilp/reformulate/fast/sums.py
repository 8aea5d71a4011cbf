"""Sums of numbers that must differ: the common values of all combinations that make a sum."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from pencilp.errors import counted
from pencilp.model.constraints import AllDifferent, any_of, none_of
from pencilp.model.model import Rule
from pencilp.model.variables import total
from pencilp.reformulate.rewrite import Rewrite

if TYPE_CHECKING:
    from pencilp.structures.sums import SumIs, Sums


def rewrite(sums: Sums, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for the sums whose numbers are in one ``AllDifferent`` of the model."""
    groups: dict[int, set[int]] = {}
    for k, rule in enumerate(sums.m.rules):
        if rule[0].__class__ is AllDifferent:
            for x in rule[0].ints:
                groups.setdefault(x.index, set()).add(k)
    replaced, stated = [], []
    nowhere: set[int] = set()
    for rule in rules:
        constraint: SumIs = rule[0]  # type: ignore[assignment]
        ints, amount = constraint.ints, constraint.amount
        if not ints or not set.intersection(*[groups.get(x.index, nowhere) for x in ints]):
            continue
        replaced.append(rule)
        values = range(min(x.low for x in ints), max(x.high for x in ints) + 1)
        possible, certain, several = _combinations(values, len(ints), amount)
        # values in no combination are excluded, values in every one must occur
        impossible = [v for v in values if v not in possible]
        parts = [none_of([x == v for x in ints for v in impossible])] if impossible else []
        parts += [any_of([x == v for x in ints]) for v in certain]  # type: ignore[misc]
        if several:
            parts.append(total(ints) == amount)
        stated += [Rule(part, rule.words, rule.at) for part in parts]
    if not replaced:
        return "no sum is of numbers that are all different"
    return Rewrite(f"the combinations of different numbers that make {counted(len(replaced), 'sum')}", replaced, stated)


@lru_cache(maxsize=4096)
def _combinations(values: range, count: int, amount: int) -> tuple[frozenset[int], frozenset[int], bool]:
    """Return the union and intersection of all sets of ``values`` that make the sum, and whether there are several.

    A set has ``count`` values with the sum ``amount``.
    """
    sets = [frozenset(combo) for combo in combinations(values, count) if sum(combo) == amount]
    if not sets:
        return frozenset(), frozenset(), False
    return frozenset.union(*sets), frozenset.intersection(*sets), len(sets) > 1
