"""The way along a loop: every line knows its direction where that matters, and every node how many gates lie behind it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from pencilp.model.constraints import AllDifferent, Clause, any_of
from pencilp.model.course import Along, Nth, Once
from pencilp.model.loop import Loop, Passes, Single
from pencilp.model.model import Rule, stated
from pencilp.model.plan import Form
from pencilp.model.structures import Degrees
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
    clauses: list[Clause] = []
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
            both = (~line[one // 2], ~line[other // 2])
            if node == course.start:
                for x in (leads[one], ~leads[other]):
                    clauses += [Clause((*both, ~course.forward, x)), Clause((*both, course.forward, ~x))]
            else:
                clauses += [Clause((*both, leads[one], leads[other])), Clause((*both, ~leads[one], ~leads[other]))]
    told: list[Rule] = []
    for rule in along:
        taken = [m.all_of((line[arc // 2], leads[arc])) for arc in rule[0].arcs if arc in leads]  # type: ignore[union-attr]
        told.append(rule._replace(constraint=any_of(taken)))
    if numbers:
        told += _numbered(course, numbers, open_edges, leads, clauses)
    return Form(rules, [*told, *stated(rules[0].words, clauses)])


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


Passed = tuple[Sequence["Lit | bool"], Sequence["Lit | bool"]]
"""Per number whether so many gates, or more, have been passed; and the opposites."""


def _numbered(
    course: Course, rules: Sequence[Rule], edges: Sequence[int], leads: dict[int, Lit], clauses: list[Clause]
) -> list[Rule]:
    """The ``rules`` on the gates' numbers, as places of the gates in their order.

    ``clauses`` get how many gates have been passed at each node, its own one among them: along a line that is the same, but
    for the gate to which it leads. Where it leads back to the start all have been passed.
    """
    m, line, every = course.m, course.line, len(course.gates)
    places = [m.integer("place", 1, every) for _ in course.gates]
    result = [Rule(AllDifferent(places), rules[0].words, None)]
    for rule in rules:
        nth: Nth = rule[0]  # type: ignore[assignment]
        found = [places[g] == nth.number for g in nth.gates if nth.possible]
        result.append(rule._replace(constraint=any_of(found)))
    nothing: list[Lit | bool] = [False] * every
    everything: list[Lit | bool] = [True] * every
    at_gates = [_both([True, *(place >= k for k in range(2, every + 1))]) for place in places]
    passed: dict[int, Passed] = {node: at_gates[g] for node, g in course.gate_of.items()}
    for node in sorted({node for e in edges for node in course.ends[e]} - {course.start, *passed}):
        here = m.binaries("passed", every)
        passed[node] = _both(here)
        clauses += [Clause((~more, less)) for less, more in pairwise(here)]
    for e in edges:
        if 2 * e not in leads:
            a, b = course.ends[e]
            _equal(passed[a], passed[b], (~line[e],), clauses)
            continue
        for arc in (2 * e, 2 * e + 1):
            a, b = course.arcs[arc]
            before = (nothing, everything) if a == course.start else passed[a]
            if b in course.gate_of:
                before = [True, *before[0][:-1]], [False, *before[1][:-1]]
            after = (everything, nothing) if b == course.start else passed[b]
            _equal(before, after, (~line[e], ~leads[arc]), clauses)
    return result


def _both(lits: Sequence[Lit | bool]) -> Passed:
    return lits, [not x if isinstance(x, bool) else ~x for x in lits]


def _equal(one: Passed, other: Passed, when: tuple[Lit, ...], clauses: list[Clause]) -> None:
    """As many have been passed at both, or one of ``when`` is true."""
    for x, no_x, y, no_y in zip(*one, *other, strict=True):
        for pair in ((no_x, y), (x, no_y)):
            # where one is surely true there is nothing to say
            if pair[0] is not True and pair[1] is not True:
                clauses.append(Clause([*when, *[z for z in pair if not isinstance(z, bool)]]))
