"""Fast form of numbered gates: every gate has a place in the order, and every node knows how many gates lie behind it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from pencilp.genres.slalom.structure import Nth, Once
from pencilp.model.constraints import AllDifferent, any_of
from pencilp.model.model import Rule
from pencilp.reformulate.fast.courses import Directions, loop_of
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.course import Course


def rewrite(course: Course, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules``, if others make the lines one loop through the start that passes every gate once."""
    loop = loop_of(course)
    if loop is None:
        return "the rules do not make the lines one loop through the start"
    if not any(isinstance(rule[0], Once) for rule in rules):
        return "a gate may be passed several times"
    numbers = [rule for rule in rules if isinstance(rule[0], Nth)]
    directions = Directions(course, loop, course.gate_of)
    stated = _numbered(course, numbers, directions)
    text = "directions of lines and numbers of gates along a loop"
    return Rewrite(text, numbers, [*stated, *directions.rules(numbers[0].words)])


Passed = tuple[Sequence[int], Sequence[int]]
"""Literals "k or more gates have been passed" for k = 1, 2, ..., as numbers or True or False, and their opposites."""


def _numbered(course: Course, rules: Sequence[Rule], directions: Directions) -> list[Rule]:
    """Return the ``rules`` about numbers of gates, stated by the positions of the gates in their order.

    Contradictions about the numbers of gates passed are added to ``never``. The number at a node includes its own gate.
    It is the same at both ends of a line, unless the line leads to a gate. All gates have been passed when a line leads
    back to the start.
    """
    m, line, every = course.m, course.line, len(course.gates)
    edges, leads, never = directions.edges, directions.leads, directions.never
    places = [m.integer("place", 1, every) for _ in course.gates]
    result = [Rule(AllDifferent(places), rules[0].words, None)]
    for rule in rules:
        nth: Nth = rule[0]  # type: ignore[assignment]
        numbered = [places[g] == nth.number for g in nth.gates if nth.possible]
        result.append(rule._replace(constraint=any_of(numbered)))
    nothing: list[int] = [False] * every
    everything: list[int] = [True] * every
    at_gates = [_both([True, *[(place >= k).n for k in range(2, every + 1)]]) for place in places]
    passed: dict[int, Passed] = {node: at_gates[g] for node, g in course.gate_of.items()}
    for node, same in _same(course, edges, {course.start, *passed}).items():
        if same in passed:
            passed[node] = passed[same]
            continue
        own = [x.n for x in m.binaries("passed", every)]
        passed[node] = passed[same] = _both(own)
        never += [[more, -less] for less, more in pairwise(own)]
    for e in edges:
        if 2 * e not in leads:
            a, b = course.ends[e]
            if passed[a] is not passed[b]:
                _equal(passed[a], passed[b], [line[e].n], never)
            continue
        for arc in (2 * e, 2 * e + 1):
            a, b = course.arcs[arc]
            before = (nothing, everything) if a == course.start else passed[a]
            if b in course.gate_of:
                before = [True, *before[0][:-1]], [False, *before[1][:-1]]
            after = (everything, nothing) if b == course.start else passed[b]
            _equal(before, after, [line[e].n, leads[arc].n], never)
    return result


def _same(course: Course, edges: Sequence[int], others: Collection[int]) -> dict[int, int]:
    """Return for each node at ``edges``, except ``others``, a representative with equally many gates passed.

    If a node has only two edges, a loop through the node takes both, so it passes the neighbours, too.
    """
    behind: dict[int, list[int]] = {}
    for e in edges:
        a, b = course.ends[e]
        behind.setdefault(a, []).append(b)
        behind.setdefault(b, []).append(a)
    same = {node: node for node in sorted(behind.keys() - set(others))}

    def first(node: int) -> int:
        while same[node] != node:
            node = same[node]
        return node

    for node in same:
        near = [n for n in behind[node] if n in same]
        if len(behind[node]) <= 2 and near:
            same[first(node)] = first(near[0])
    return {node: first(node) for node in same}


def _both(passed: Sequence[int]) -> Passed:
    return passed, [not x if isinstance(x, bool) else -x for x in passed]


def _equal(one: Passed, other: Passed, when: list[int], never: list[list[int]]) -> None:
    """Add to ``never`` that the numbers of gates passed are equal if all of ``when`` are true."""
    for x, no_x, y, no_y in zip(*one, *other, strict=True):
        for so, not_so in ((x, no_y), (no_x, y)):
            # a contradiction with a false literal excludes nothing
            if so is not False and not_so is not False:
                never.append([*when, *[z for z in (so, not_so) if z is not True]])
