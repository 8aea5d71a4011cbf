"""Numbers that are the sum of their differences to others: no neighbour is larger than twice such a number.

So a given number bounds all that hang together with it. Each number is then a short chain of thresholds, and the difference of
two the number of thresholds that one of them reaches and the other does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from pencilp.model.constraints import Clause, Linear, Value
from pencilp.model.model import Rule
from pencilp.model.plan import Derived, Form
from pencilp.model.variables import Lit

if TYPE_CHECKING:
    from pencilp.model.differences import Differences

MOST = 100_000
"""With more thresholds than this there is no quick form."""


def bounded(of: Differences, rules: Sequence[Rule]) -> Form | None:
    """The form for ``rules`` and for those of the model that give one of the numbers; None where too little bounds them."""
    if not rules:
        return None
    m, numbers, near = of.m, of.numbers, of.near
    low, high = [x.low for x in numbers], [x.high for x in numbers]
    value_of = {
        n: (i, v) for i, x in enumerate(numbers) if x.value_literals for v, n in zip(x.values, x.block, strict=True)
    }
    giving = [rule for rule in m.rules if rule[0].__class__ is Lit and rule[0].n in value_of]
    for rule in giving:
        i, v = value_of[rule[0].n]  # type: ignore[union-attr]
        low[i], high[i] = max(low[i], v), min(high[i], v)
    summing = [rule[0].i for rule in rules]  # type: ignore[union-attr]
    _bound(summing, near, low, high)
    if any(a > b for a, b in zip(low, high, strict=True)):
        return Form((), [Rule(Clause(()), rules[0].words, None)])
    if sum(high) - sum(low) > MOST:
        return None
    chains = [m.binaries("at least", b - a) for a, b in zip(low, high, strict=True)]

    def reaches(i: int, v: int) -> Lit | bool:
        """Whether number ``i`` is ``v`` or more."""
        return v <= low[i] or (v <= high[i] and chains[i][v - low[i] - 1])

    stated = [Rule(Clause((~more, less)), "", None) for chain in chains for less, more in pairwise(chain)]
    apart: dict[tuple[int, int], tuple[int, list[Lit]]] = {}
    for rule in rules:
        i = rule[0].i  # type: ignore[union-attr]
        constant, terms = low[i], [(1, x) for x in chains[i]]
        for j in near[i]:
            pair = min(i, j), max(i, j)
            if pair not in apart:
                apart[pair] = 0, []
                certain, lits = 0, apart[pair][1]
                for v in range(min(low[i], low[j]) + 1, max(high[i], high[j]) + 1):
                    x, y = reaches(i, v), reaches(j, v)
                    if isinstance(x, Lit) and isinstance(y, Lit):
                        lits.append(m.differ(x, y))
                    elif isinstance(x, Lit) or isinstance(y, Lit):
                        lit, other = (x, y) if isinstance(x, Lit) else (y, x)
                        lits.append(~lit if other else lit)  # type: ignore[operator, arg-type]
                    else:
                        certain += x != y
                apart[pair] = certain, lits
            constant -= apart[pair][0]
            terms += [(-1, x) for x in apart[pair][1]]
        stated.append(rule._replace(constraint=Linear(terms, -constant, -constant)))
    together = [lit for chain in chains for lit in chain]

    def read(value: Value) -> tuple[list[int], list[Lit]]:
        found = [a + sum(map(value, chain)) for a, chain in zip(low, chains, strict=True)]
        deciding = []
        for i, v in enumerate(found):
            for told, lit in ((True, reaches(i, v)), (False, reaches(i, v + 1))):
                if isinstance(lit, Lit):
                    deciding.append(lit if told else ~lit)
        return found, deciding

    def define() -> tuple[list[object], list[Rule]]:
        equal = [
            Linear([(1, x), *((-1, lit) for lit in chain)], a, a)
            for x, a, chain in zip(numbers, low, chains, strict=True)
        ]
        return [], [Rule(part, "", None) for part in equal]

    derived = Derived(numbers, read, define, [*together, *(~lit for lit in together)])  # type: ignore[arg-type]
    return Form([*rules, *giving], stated, [derived])


def _bound(summing: Sequence[int], near: Sequence[Sequence[int]], low: Sequence[int], high: list[int]) -> None:
    """Lower the greatest values: for a sum x of its differences to y, z ... every one of these is 2 x at most.

    Of d neighbours, x is not greater than all of them, or it is their sum divided by d - 1.
    """
    changed = True
    while changed:
        changed = False
        for i in summing:
            beside = [high[j] for j in near[i]]
            most = high[i]
            if len(beside) == 1:
                most = beside[0] // 2
            elif beside:
                most = max(*beside, sum(beside) // (len(beside) - 1))
            for k, bound in ((i, most), *((j, 2 * high[i]) for j in near[i])):
                if low[k] <= high[k] and bound < high[k]:
                    high[k], changed = bound, True
