"""The way along a loop: directions of lines if rules need them, and the number of gates passed at each node."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from pencilp.model.constraints import AllDifferent, any_of
from pencilp.model.fixed_literals import fixed_true
from pencilp.model.model import Rule
from pencilp.model.structures import ClauseFamily, Degrees
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.course import Along, Nth, Once
from pencilp.structures.loop import Loop, Passes, Single

if TYPE_CHECKING:
    from pencilp.model.variables import Lit
    from pencilp.structures.course import Course


def rewrite(course: Course, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules``, if other rules make the lines one loop from the start through every gate once."""
    numbers = [rule for rule in rules if isinstance(rule[0], Nth)]
    along = [rule for rule in rules if isinstance(rule[0], Along)]
    loop = _loop(course)
    if loop is None:
        return "the rules do not make the lines one loop through the start"
    if not (numbers or along):
        return "no rule is about the direction of the loop or the order of gates"
    if numbers and not any(isinstance(rule[0], Once) for rule in rules):
        return "a gate may be passed several times"
    m, line = course.m, course.line
    rules = [*numbers, *along]
    never: list[list[int]] = []
    """Numbers of literals that are not all true."""
    barred = {
        node
        for rule in m.rules
        if isinstance(rule[0], Passes) and rule[0].of is loop
        for node in rule[0].nodes
        if loop.known[node] is False
    }
    sure = fixed_true(m)
    open_edges = [e for e, pair in enumerate(course.ends) if barred.isdisjoint(pair) and -line[e].n not in sure]
    turning = {course.start, *(range(course.count) if along else course.gate_of)}
    directed = [e for e in open_edges if not turning.isdisjoint(course.ends[e])]
    ways = dict(zip(directed, m.binaries("way", len(directed)), strict=True))
    # for each arc whether the way along its line, if there is one, has this direction
    leads = {2 * e + back: ~x if back else x for e, x in ways.items() for back in (0, 1)}
    for node in sorted(turning):
        out = [arc for arc in course.out[node] if arc in leads]
        for one, other in combinations(out, 2):
            both = line[one // 2].n, line[other // 2].n
            x, y = leads[one].n, leads[other].n
            if node == course.start:
                forward = course.forward.n
                never += [[*both, forward, -x], [*both, -forward, x], [*both, forward, y], [*both, -forward, -y]]
            else:
                never += [[*both, -x, -y], [*both, x, y]]
    stated: list[Rule] = []
    for rule in along:
        taken = [m.all_of((line[arc // 2], leads[arc])) for arc in rule[0].arcs if arc in leads]  # type: ignore[union-attr]
        stated.append(rule._replace(constraint=any_of(taken)))
    if numbers:
        stated += _numbered(course, numbers, open_edges, leads, never)
    return Rewrite(
        "directions of lines and numbers of gates along a loop",
        rules,
        [*stated, Rule(ClauseFamily(never, [None] * len(never)), rules[0].words, None)],
    )


def _loop(course: Course) -> Loop | None:
    """Return the loop of the course, if other rules make its lines one loop that passes the start."""
    for loop in course.m.structures:
        if isinstance(loop, Loop) and loop.line is course.line and loop.ends == course.ends:
            about = [rule[0] for rule in course.m.rules if getattr(rule[0], "of", None) is loop]
            through = {node for r in about if isinstance(r, Passes) for node in r.nodes if loop.known[node] is True}
            never = course.m.false_if_made
            surely = never is not None and any(line.n == -never.n for line in loop.edges_at[course.start])
            if {Degrees, Single} <= {r.__class__ for r in about} and (surely or course.start in through):
                return loop
    return None


Passed = tuple[Sequence[int], Sequence[int]]
"""Literals "k or more gates have been passed" for k = 1, 2, ..., as numbers or True or False, and their opposites."""


def _numbered(
    course: Course, rules: Sequence[Rule], edges: Sequence[int], leads: dict[int, Lit], never: list[list[int]]
) -> list[Rule]:
    """Return the ``rules`` about numbers of gates, stated by the positions of the gates in their order.

    Contradictions about the numbers of gates passed are added to ``never``. The number at a node includes its own gate.
    It is the same at both ends of a line, unless the line leads to a gate. All gates have been passed when a line leads
    back to the start.
    """
    m, line, every = course.m, course.line, len(course.gates)
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
