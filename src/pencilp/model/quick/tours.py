"""A path through all nodes in its direction: every node but the goal is left once, and tells how often it has entered a room."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from pencilp.model.constraints import Clause, Reached, exactly
from pencilp.model.model import Rule
from pencilp.model.plan import Form
from pencilp.model.tour import Lines, Visited, Whole

if TYPE_CHECKING:
    from pencilp.model.tour import Room, Tour


def form(tour: Tour, rules: Sequence[Rule]) -> Form | None:
    """The form for ``rules``, if they are all that make the lines one path from the start to the goal."""
    whole = [rule for rule in rules if rule[0].__class__ is Whole]
    lines = [rule for rule in rules if rule[0].__class__ is Lines]
    told = {(node, rule[0].number) for rule in lines for node in rule[0].at}  # type: ignore[union-attr]
    ends = {tour.start, tour.goal}
    if not whole or told != {(node, 1 if node in ends else 2) for node in range(tour.count)}:
        return None
    m = tour.m
    arcs = dict(zip(tour.over, m.binaries("way", len(tour.over)), strict=True))
    stated = [*lines]

    def state(*parts: Clause) -> None:
        stated.extend([Rule(part, whole[0].words, None) for part in parts])

    for a, b, x in tour.edges:
        one, other = arcs[a, b], arcs[b, a]
        state(Clause((~one, ~other)), Clause((~x, one, other)), Clause((~one, x)), Clause((~other, x)))
    for node, near in enumerate(tour.near):
        for end, ways in ((tour.goal, [arcs[node, n] for n in near]), (tour.start, [arcs[n, node] for n in near])):
            stated.append(Rule(exactly(int(node != end), ways), whole[0].words, None))
    directed = [(a, b, x) for (a, b), x in arcs.items()]
    stated.append(whole[0]._replace(constraint=Reached(tour.nodes, directed, [tour.start])))
    visits: dict[Room, list[Rule]] = {}
    for rule in rules:
        if isinstance(rule[0], Visited):
            visits.setdefault(rule[0].room, []).append(rule)
    for room, spoken in visits.items():
        most = max([rule[0].number for rule in spoken]) + 1  # type: ignore[union-attr]
        # per node and number: so many visits, or more, have begun when the path is there
        begun = [[m.true, *m.binaries("visits", most)] for _ in range(tour.count)]
        for here in begun:
            state(*[Clause((~more, less)) for less, more in pairwise(here)])
        first = int(tour.start in room)
        state(*[Clause((x if k <= first else ~x,)) for k, x in enumerate(begun[tour.start])])
        for (a, b), x in arcs.items():
            more = tour.enters(room, a, b)
            for k in range(1, most + 1):
                before, after = begun[a][k - more], begun[b][k]
                state(Clause((~x, ~after, before)), Clause((~x, after, ~before)))
        for rule in spoken:
            node, number = rule[0].node, rule[0].number  # type: ignore[union-attr]
            stated += [rule._replace(constraint=part) for part in (begun[node][number], ~begun[node][number + 1])]
    return Form(list(rules), stated)
