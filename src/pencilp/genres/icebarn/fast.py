"""Fast form of arrows: every line knows in which direction the way follows it."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.genres.icebarn.structure import Along
from pencilp.model.constraints import any_of
from pencilp.model.model import Rule
from pencilp.reformulate.fast.courses import Directions, loop_of
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.course import Course


def rewrite(course: Course, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules``, if other rules make the lines one loop through the start."""
    loop = loop_of(course)
    if loop is None:
        return "the rules do not make the lines one loop through the start"
    directions = Directions(course, loop, range(course.count))
    leads = directions.leads
    replaced, stated = [], []
    for rule in rules:
        if isinstance(along := rule[0], Along):
            replaced.append(rule)
            taken = [course.m.all_of((course.line[arc // 2], leads[arc])) for arc in along.arcs if arc in leads]
            stated.append(rule._replace(constraint=any_of(taken)))
    return Rewrite("directions of lines along a loop", replaced, [*stated, *directions.rules(replaced[0].words)])
