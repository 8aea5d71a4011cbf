"""Walks with some given numbers: the possible places of the others."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pencilp.model.bitset import members
from pencilp.model.constraints import MayTake
from pencilp.model.model import Rule
from pencilp.model.structures import ClauseFamily
from pencilp.model.variables import Lit
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.walk import EachFollowed

if TYPE_CHECKING:
    from pencilp.structures.walk import Walk


def rewrite(walk: Walk, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form of walks: rules about the nodes that each number can be at, and no others."""
    followed = {
        node
        for rule in rules
        for node in (rule[0].at if isinstance(rule[0], EachFollowed) else (rule[0].node,))  # type: ignore[union-attr]
    }
    if len(followed) != len(walk.numbers):
        return "some numbers may be followed by one that is not at a neighbour"
    numbers = walk.numbers
    starts = sorted((x.block.start, node) for node, x in enumerate(numbers))
    given = {}
    for rule in walk.m.rules:
        if rule[0].__class__ is Lit and rule[0].n >= starts[0][0]:
            start, node = starts[bisect(starts, (rule[0].n, len(numbers))) - 1]
            if rule[0].n in numbers[node].block:
                given[node] = rule[0].n - start + 1
    words = rules[0].words
    result = []
    never: list[list[int]] = []
    at: list[int] = []
    for nodes in walk.groups:
        number = {node: i for i, node in enumerate(nodes)}
        around = [[number[k] for k in walk.around[node]] for node in nodes]
        takers = _places(around, {given[node]: i for node, i in number.items() if node in given})
        result.append(Rule(MayTake([numbers[node] for node in nodes], takers), words, None))
        first = [numbers[node].block.start for node in nodes]
        near = [sum([1 << k for k in neighbours]) for neighbours in around]
        not_first = [[-first[k] for k in neighbours] for neighbours in around]
        for n, nodes_of_n in enumerate(takers):
            for other in (n - 1, n + 1):
                if 0 <= other < len(nodes):
                    able = takers[other]
                    for i in members(nodes_of_n):
                        # node i has the number n, and no node around it has the other number
                        if able & near[i] == near[i]:
                            excluded = [x - other for x in not_first[i]]
                        else:
                            excluded = [
                                x - other for k, x in zip(around[i], not_first[i], strict=True) if able >> k & 1
                            ]
                        never.append([first[i] + n, *excluded])
                        at.append(nodes[i])
    return Rewrite(
        "a walk whose numbers have few places each", rules, [*result, Rule(ClauseFamily(never, at), words, None)]
    )


def _places(around: Sequence[Sequence[int]], place: Mapping[int, int]) -> list[int]:
    """Return for each number, from 1 on, the nodes that it can be at, as bits, given the ``place`` of some numbers.

    A walk from the given number before it, and one back from the given number after it, must reach the node in the
    right number of steps over nodes without a given number.
    """
    last = len(around)
    if not place:
        return _alternating(around)
    steps = [sum(1 << n for n in near) for near in around]
    given = {n: 1 << node for n, node in place.items()}
    free = (1 << last) - 1 & ~sum({node: 1 << node for node in place.values()}.values())

    def reached(order: Sequence[int]) -> Iterator[int]:
        """Yield the set of nodes of each number in ``order``."""
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


def _alternating(around: Sequence[Sequence[int]]) -> list[int]:
    """Return the same if no place is known: a walk alternates between the two colours of a chessboard.

    If one colour has one node more, the walk starts and ends on it.
    """
    last = len(around)
    colours, seen, ring = [1, 0], 1, [0]
    while ring:
        fresh = {k for node in ring for k in around[node] if not seen >> k & 1}
        colours = [sum(1 << k for k in fresh) | colours[1], colours[0]]
        seen |= colours[0]
        ring = [*fresh]
    two_coloured = all(
        not (colour >> k & 1) for colour in colours for i in range(last) if colour >> i & 1 for k in around[i]
    )
    more, fewer = sorted(colours, key=int.bit_count, reverse=True)
    if not two_coloured or more.bit_count() != fewer.bit_count() + 1:
        return [(1 << last) - 1] * last
    return [fewer if n % 2 else more for n in range(last)]
