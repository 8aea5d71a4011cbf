"""The way along a loop: every line knows its direction where that matters, and every node how many gates lie behind it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from pencilp.model.constraints import AllDifferent, any_of
from pencilp.model.course import Along, Nth, Once
from pencilp.model.loop import Loop, Passes, Single
from pencilp.model.model import Rule
from pencilp.model.plan import Form
from pencilp.model.structures import Clauses, Degrees
from pencilp.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilp.model.course import Course
    from pencilp.model.variables import Lit


def form(course: Course, rules: Sequence[Rule]) -> Form | None:
    """The form for ``rules``, if others make the lines one loop through the start, which passes every gate once."""
    numbers = [rule for rule in rules if isinstance(rule[0], Nth)]
    along = [rule for rule in rules if isinstance(rule[0], Along)]
    loop = _loop(course)
    if loop is None or not (numbers or along):
        return None
    if numbers and not any(isinstance(rule[0], Once) for rule in rules):
        return None
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
    open_edges = [e for e, pair in enumerate(course.ends) if barred.isdisjoint(pair)]
    turning = {course.start, *(range(course.count) if along else course.gate_of)}
    directed = [e for e in open_edges if not turning.isdisjoint(course.ends[e])]
    ways = dict(zip(directed, m.binaries("way", len(directed)), strict=True))
    # per arc whether the way, if the line is there, follows it and not the one back
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
    told: list[Rule] = []
    for rule in along:
        taken = [m.all_of((line[arc // 2], leads[arc])) for arc in rule[0].arcs if arc in leads]  # type: ignore[union-attr]
        told.append(rule._replace(constraint=any_of(taken)))
    if numbers:
        told += _numbered(course, numbers, open_edges, leads, never)
    return Form(rules, [*told, Rule(Clauses(never, [None] * len(never)), rules[0].words, None)])


def _loop(course: Course) -> Loop | None:
    """The loop of which the course is the way, if its lines are surely one that passes the start."""
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
"""Per number the literal, by its number, that so many gates, or more, have been passed, or True or False; and the opposites."""


def _numbered(
    course: Course, rules: Sequence[Rule], edges: Sequence[int], leads: dict[int, Lit], never: list[list[int]]
) -> list[Rule]:
    """The ``rules`` on the gates' numbers, as places of the gates in their order.

    ``never`` gets how many gates have been passed at each node, its own one among them: along a line that is the same, but
    for the gate to which it leads. Where it leads back to the start all have been passed.
    """
    m, line, every = course.m, course.line, len(course.gates)
    places = [m.integer("place", 1, every) for _ in course.gates]
    result = [Rule(AllDifferent(places), rules[0].words, None)]
    for rule in rules:
        nth: Nth = rule[0]  # type: ignore[assignment]
        found = [places[g] == nth.number for g in nth.gates if nth.possible]
        result.append(rule._replace(constraint=any_of(found)))
    nothing: list[int] = [False] * every
    everything: list[int] = [True] * every
    at_gates = [_both([True, *[(place >= k).n for k in range(2, every + 1)]]) for place in places]
    passed: dict[int, Passed] = {node: at_gates[g] for node, g in course.gate_of.items()}
    for node in sorted({node for e in edges for node in course.ends[e]} - {course.start, *passed}):
        here = [x.n for x in m.binaries("passed", every)]
        passed[node] = _both(here)
        never += [[more, -less] for less, more in pairwise(here)]
    for e in edges:
        if 2 * e not in leads:
            a, b = course.ends[e]
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


def _both(passed: Sequence[int]) -> Passed:
    return passed, [not x if isinstance(x, bool) else -x for x in passed]


def _equal(one: Passed, other: Passed, when: list[int], never: list[list[int]]) -> None:
    """As many have been passed at both, or not all of ``when`` are true."""
    for x, no_x, y, no_y in zip(*one, *other, strict=True):
        for so, not_so in ((x, no_y), (no_x, y)):
            # where one is surely false there is nothing to say
            if so is not False and not_so is not False:
                never.append([*when, *[z for z in (so, not_so) if z is not True]])
