"""Walks whose numbers are partly given: where the others can be."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pencilp.model.constraints import Clause, Takers
from pencilp.model.model import Rule
from pencilp.model.plan import Form
from pencilp.model.structures import Many
from pencilp.model.variables import Lit

if TYPE_CHECKING:
    from pencilp.model.walk import Walk


def form(walk: Walk, rules: Sequence[Rule]) -> Form:
    """The form of a walk, with the nodes that each number can be at; nothing is said of other nodes."""
    numbers, around = walk.numbers, walk.around
    starts = sorted((x.block.start, node) for node, x in enumerate(numbers))
    place = {}
    for rule in walk.m.rules:
        if rule[0].__class__ is Lit and rule[0].n >= starts[0][0]:
            start, node = starts[bisect(starts, (rule[0].n, len(numbers))) - 1]
            if rule[0].n < start + len(numbers):
                place[rule[0].n - start + 1] = node
    takers = _places(around, place)
    first = [x.block.start - 1 for x in numbers]
    near = [sum(1 << k for k in nodes) for nodes in around]
    parts: list[Clause] = []
    at: list[int] = []
    for n, here in enumerate(takers, 1):
        rest = here
        while rest:
            node = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            for other in (n - 1, n + 1):
                if 1 <= other <= len(numbers):
                    able = takers[other - 1]
                    if able & near[node]:
                        there = [Lit(first[k] + other) for k in around[node] if able >> k & 1]
                    else:
                        there = []
                    parts.append(Clause((Lit(-first[node] - n), *there)))
                    at.append(node)
    words = rules[0].words
    return Form(rules, [Rule(Takers(numbers, takers), words, None), Rule(Many(parts, at), words, None)])


def _places(around: Sequence[Sequence[int]], place: Mapping[int, int]) -> list[int]:
    """Per number, from 1 on, the nodes that it can be at, as bits, given the ``place`` of some numbers.

    A number can only be where a walk from the number given before it, and one back from the number given after it, can
    arrive in so many steps over nodes without a given number.
    """
    last = len(around)
    steps = [sum(1 << n for n in near) for near in around]
    given = {n: 1 << node for n, node in place.items()}
    free = (1 << last) - 1 & ~sum({node: 1 << node for node in place.values()}.values())

    def reached(order: Sequence[int]) -> Iterator[int]:
        """Per number in ``order`` the set of nodes."""
        at = free
        for n in order:
            following = free if at == free else 0
            rest = 0 if at == free else at
            while rest:
                following |= steps[(rest & -rest).bit_length() - 1]
                rest &= rest - 1
            at = given.get(n, following & free)
            yield at

    onward, back = [*reached(range(1, last + 1))], [*reached(range(last, 0, -1))][::-1]
    return [a & b for a, b in zip(onward, back, strict=True)]
