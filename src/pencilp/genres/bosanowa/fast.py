"""Numbers that are the sum of their differences to their neighbours. No neighbour is larger than twice such a number,
so a given number bounds all numbers connected to it. Equations modulo 2 often decide which numbers are even. Many
remaining values are no sum of possible differences, or fit no such sum of a neighbour. The search is over the other
values: each number is a short chain of thresholds, one for each value. The difference of two numbers adds up the
steps that only one of them has taken.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING

from pencilp.model.bitset import members, shifted
from pencilp.model.constraints import Clause, Linear, Value
from pencilp.model.model import Rule
from pencilp.model.variables import Lit
from pencilp.reformulate.rewrite import Derived, Narrowing, Rewrite

if TYPE_CHECKING:
    from pencilp.genres.bosanowa.structure import Differences

MAX_THRESHOLDS = 100_000
"""With more thresholds than this there is no fast form."""
SMALL_NUMBERS = 12
"""In groups without a given number, answers with numbers up to this are looked for first."""
MAX_EQUATIONS = 1000
"""Maximum number of equations modulo 2 that decide which numbers are even."""
MAX_PAIRS = 300_000
"""Maximum number of pairs of differences that are compared to see which values fit."""


def rewrite(of: Differences, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules`` and for the rules of the model that give a number, or the reason why there is none.

    With v_0 < v_1 ... the values that a number x can have: x = v_0 + the sum of (v_k - v_(k-1)) [x >= v_k]. With w_0 < w_1 ...
    those that x or its neighbour y can have: |x - y| = the sum of (w_k - w_(k-1)) ([x >= w_k] xor [y >= w_k]). So the rule
    that x is the sum of all |x - y| is one row over thresholds and their differences.
    """
    if not rules:
        return "no rule is about it"
    m, numbers, near = of.m, of.numbers, of.near
    low, high = [x.low for x in numbers], [x.high for x in numbers]
    blocks = sorted((x.block.start, i) for i, x in enumerate(numbers) if x.value_literals)
    giving = []
    for rule in m.rules if blocks else ():
        if rule[0].__class__ is Lit:
            _, i = blocks[bisect_left(blocks, (rule[0].n + 1,)) - 1]  # type: ignore[union-attr]
            if rule[0].n in numbers[i].block:  # type: ignore[union-attr]
                v = numbers[i].values[rule[0].n - numbers[i].block.start]  # type: ignore[union-attr]
                low[i], high[i] = max(low[i], v), min(high[i], v)
                giving.append(rule)
    summing = [rule[0].i for rule in rules]  # type: ignore[union-attr]
    _bound(summing, near, low, high)
    values = _fitting(summing, near, low, high)
    if not all(values):
        return Rewrite("a contradiction: some number has no value", (), [Rule(Clause(()), rules[0].words, None)])
    if sum(map(len, values)) > MAX_THRESHOLDS:
        return "the rules bound the numbers too little"
    chains = [m.binaries("at least", len(some) - 1) for some in values]

    def reaches(i: int, v: int) -> Lit | bool:
        """Return the literal that number ``i`` is at least ``v``."""
        k = bisect_left(values[i], v)
        return k == 0 or (k < len(values[i]) and chains[i][k - 1])

    stated = [Rule(Clause((~more, less)), "", None) for chain in chains for less, more in pairwise(chain)]
    apart: dict[tuple[int, int], tuple[int, list[tuple[int, Lit]]]] = {}
    for rule in rules:
        i = rule[0].i  # type: ignore[union-attr]
        constant, terms = values[i][0], _steps(values[i], chains[i])
        for j in near[i]:
            pair = min(i, j), max(i, j)
            if pair not in apart:
                certain, lits = 0, []
                for less, more in pairwise(sorted({*values[i], *values[j]})):
                    x, y = reaches(i, more), reaches(j, more)
                    if isinstance(x, Lit) and isinstance(y, Lit):
                        lits.append((more - less, m.differ(x, y)))
                    elif isinstance(x, Lit) or isinstance(y, Lit):
                        lit, other = (x, y) if isinstance(x, Lit) else (y, x)
                        lits.append((more - less, ~lit if other else lit))  # type: ignore[operator, arg-type]
                    elif x != y:
                        certain += more - less
                apart[pair] = certain, lits
            constant -= apart[pair][0]
            terms += [(-step, x) for step, x in apart[pair][1]]
        stated.append(rule._replace(constraint=Linear(terms, -constant, -constant)))
    # nothing bounds a group without a given number, and all multiples of its answers are answers, too
    large = [reaches(i, SMALL_NUMBERS + 1) for i, x in enumerate(numbers) if (low[i], high[i]) == (x.low, x.high)]
    small = [~x for x in large if isinstance(x, Lit)]
    narrowing = Narrowing(small, (), lambda value: None, m.all_of(small)) if small else None
    together = [lit for chain in chains for lit in chain]

    def read(value: Value) -> tuple[list[int], list[Lit]]:
        reached = [sum(map(value, chain)) for chain in chains]
        deciding = [lit for k, chain in zip(reached, chains, strict=True) for lit in chain[k - 1 : k] if k]
        deciding += [~lit for k, chain in zip(reached, chains, strict=True) for lit in chain[k : k + 1]]
        return [some[k] for some, k in zip(values, reached, strict=True)], deciding

    def define() -> tuple[list[object], list[Rule]]:
        equal = [
            Linear([(1, x), *((-step, lit) for step, lit in _steps(some, chain))], some[0], some[0])
            for x, some, chain in zip(numbers, values, chains, strict=True)
        ]
        return [], [Rule(part, "", None) for part in equal]

    derived = Derived(numbers, read, define, [*together, *(~lit for lit in together)])  # type: ignore[arg-type]
    return Rewrite(
        "bounded numbers as thresholds and their differences", [*rules, *giving], stated, [derived], narrowing
    )


def _steps(values: Sequence[int], chain: Sequence[Lit]) -> list[tuple[int, Lit]]:
    """Per literal of the chain of a number how much more it is where that is true."""
    return [(more - less, lit) for (less, more), lit in zip(pairwise(values), chain, strict=True)]


def _bound(summing: Sequence[int], near: Sequence[Sequence[int]], low: Sequence[int], high: list[int]) -> None:
    """Lower the greatest values: if x is the sum of its differences to y, z ..., each of these is at most 2 x. If x
    has d neighbours, it is not greater than all of them, or it is their sum divided by d - 1.
    """
    changed = True
    while changed:
        changed = False
        for i in summing:
            adjacent = [high[j] for j in near[i]]
            most = high[i]
            if len(adjacent) == 1:
                most = adjacent[0] // 2
            elif adjacent:
                most = max(*adjacent, sum(adjacent) // (len(adjacent) - 1))
            for k, bound in ((i, most), *((j, 2 * high[i]) for j in near[i])):
                if low[k] <= high[k] and bound < high[k]:
                    high[k], changed = bound, True


def _parities(
    summing: Sequence[int], near: Sequence[Sequence[int]], low: Sequence[int], high: Sequence[int]
) -> list[int | None] | None:
    """Return for each number 0 if it must be even, 1 if it must be odd, None if it may be both. Return None if there
    is no answer.

    A difference is odd where one of the two numbers is. So numbers x next to y, z ... are solutions of linear
    equations modulo 2: x (1 + the number of neighbours) + y + z + ... = 0. If these equations alone say that all
    numbers of a group are even, there is no answer: dividing all by 2 would give another answer, and so on for ever.
    """
    count = len(near)
    beyond = 1 << count
    """The bit of the right-hand side of an equation."""
    solved: dict[int, int] = {}
    """Equations by the number that no other of them has."""

    def add(equation: int) -> bool:
        for i, other in solved.items():
            if equation >> i & 1:
                equation ^= other
        if equation in (0, beyond):
            return not equation
        pivot = (equation & -equation).bit_length() - 1
        for i, other in solved.items():
            if other >> pivot & 1:
                solved[i] = other ^ equation
        solved[pivot] = equation
        return True

    for i in summing:
        add(sum([1 << j for j in near[i]]) + (~len(near[i]) & 1) * (1 << i))
    even = {i for i, equation in solved.items() if equation == 1 << i}
    left = set(range(count))
    while left:
        group = [left.pop()]
        for i in group:
            onward = left.intersection(near[i])
            left -= onward
            group += onward
        if even.issuperset(group):
            return None
    for i, (a, b) in enumerate(zip(low, high, strict=True)):
        if a == b and not add(1 << i | (a & 1) * beyond):
            return None
    result: list[int | None] = [None] * count
    for i, equation in solved.items():
        if equation & ~beyond == 1 << i:
            result[i] = equation >> count & 1
    return result


# A set of numbers is a whole number in which bit v is set where v is in it.


def _fitting(
    summing: Sequence[int], near: Sequence[Sequence[int]], low: Sequence[int], high: Sequence[int]
) -> list[list[int]]:
    """Return for each number the values from ``low`` to ``high`` that fit values of its neighbours, and these those
    of others. A value fits if it is a sum of possible differences, for each number by itself. Numbers with few values
    come first; those with many may stay as they are.
    """
    parities = _parities(summing, near, low, high) if len(near) <= MAX_EQUATIONS else [None] * len(near)
    if parities is None:
        return [[]]
    odd = sum([2 << v for v in range(0, max(high, default=0) + 1, 2)])
    masks = {None: -1, 0: odd >> 1, 1: odd}
    found = [
        ((2 << b) - (1 << a)) & masks[known] if a <= b else 0 for a, b, known in zip(low, high, parities, strict=True)
    ]
    adjacent: list[list[int]] = [[] for _ in near]
    for i in summing:
        for j in (i, *near[i]):
            adjacent[j].append(i)
    size = [x.bit_count() for x in found]
    waiting, first = set(summing), [(_work(size, i, near[i]), i) for i in summing]
    heapify(first)
    left = MAX_PAIRS
    while waiting and all(found):
        work, i = heappop(first)
        if i not in waiting:
            continue  # it was looked at already, with less work
        left -= work
        if left < 0:
            break
        waiting.discard(i)
        for j, fit in _fit(found, i, near[i]):
            if found[j] & ~fit:
                found[j] &= fit
                size[j] = found[j].bit_count()
                waiting.update(adjacent[j])
                for k in adjacent[j]:
                    heappush(first, (_work(size, k, near[k]), k))
    return [members(x) for x in found]


def _work(size: Sequence[int], i: int, near: Sequence[int]) -> int:
    """Return about how many pairs of differences ``_fit`` looks at. The other work for a value counts as some pairs."""
    return size[i] * (8 + (len(near) > 2) * sum([size[j] for j in near]))


def _fit(found: Sequence[int], i: int, near: Sequence[int]) -> list[tuple[int, int]]:
    """Return the values of number ``i``, and of its neighbours with several values, with which it can be the sum of
    its differences."""
    known = [found[j].bit_length() - 1 for j in near if found[j].bit_count() == 1]
    several = [j for j in near if found[j].bit_count() != 1]
    sets = [found[j] for j in several]
    keep, fit = 0, [0] * len(sets)
    most = max([some.bit_length() for some in sets], default=1) - 1
    opposite = [_reversed(some, most) for some in sets] if len(sets) > 1 else []
    for v in members(found[i]):
        # the sums of differences to the numbers with several values
        rest = v - sum([abs(v - y) for y in known])
        if rest < 0:
            continue
        if len(sets) < 2:
            fitting = (1 << v + rest | 1 << v - rest) & sets[0] if sets else not rest
            if fitting:
                keep |= 1 << v
                fit = [fit[0] | fitting] if sets else fit
            continue
        up_to = (2 << rest) - 1
        apart = [(some >> v | shifted(back, v - most)) & up_to for some, back in zip(sets, opposite, strict=True)]
        """The possible differences to each of them."""
        if len(sets) == 2:
            beyond, before = [
                (shifted(some, rest - v) | shifted(back, rest + v - most)) & up_to
                for some, back in zip(sets, opposite, strict=True)
            ]
            # a difference to one of them, and the rest for the other
            one, other = apart[0] & before, apart[1] & beyond
            if one:
                keep |= 1 << v
                fit[0] |= one << v | other << v - rest
                fit[1] |= other << v | one << v - rest
            continue
        sums = [1]
        for some in apart[:-1]:
            sums.append(_sums(sums[-1], some, rest))
        if sums[-1] & _reversed(apart[-1], rest):
            keep |= 1 << v
            after = 1
            for k in reversed(range(len(sets))):
                # those differences for which the others can add up to the rest
                right = apart[k] & _reversed(_sums(sums[k], after, rest), rest)
                fit[k] |= right << v | _reversed(right, v)
                after = _sums(after, apart[k], rest) if k else after
    return [(i, keep), *zip(several, fit, strict=True)]


def _sums(one: int, other: int, most: int) -> int:
    """The sums, ``most`` or less, of a number in the one set and one in the other."""
    if one.bit_count() > other.bit_count():
        one, other = other, one
    found = 0
    for v in members(one):
        found |= other << v
    return found & (2 << most) - 1


def _reversed(some: int, most: int) -> int:
    """The set of ``most`` - v for all v in a set of numbers up to ``most``."""
    return int(f"{some:b}".zfill(most + 1)[::-1], 2)
