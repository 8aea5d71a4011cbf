"""The directions of the lines of a loop: a part of the fast forms for rules about the way along a loop."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

from pencilp.model.fixed_literals import fixed_true
from pencilp.model.model import Rule
from pencilp.model.structures import ClauseFamily, Degrees
from pencilp.structures.course import Course
from pencilp.structures.loop import Loop, Passes, Single


class Directions:
    """The direction of each line that matters.

    ``edges`` are those that the loop may take. ``leads`` has a literal per arc: if the way takes the line, it follows
    this arc. ``never`` has lists of numbers of literals that are not all true.
    """

    def __init__(self, course: Course, loop: Loop, turning: Collection[int]) -> None:
        m, line = course.m, course.line
        barred = {
            node
            for rule in m.rules
            if isinstance(rule[0], Passes) and rule[0].of is loop
            for node in rule[0].nodes
            if loop.known[node] is False
        }
        sure = fixed_true(m)
        self.edges = [e for e, pair in enumerate(course.ends) if barred.isdisjoint(pair) and -line[e].n not in sure]
        turning = {course.start, *turning}
        directed = [e for e in self.edges if not turning.isdisjoint(course.ends[e])]
        ways = dict(zip(directed, m.binaries("way", len(directed)), strict=True))
        self.leads = {2 * e + back: ~x if back else x for e, x in ways.items() for back in (0, 1)}
        self.never: list[list[int]] = []
        for node in sorted(turning):
            out = [arc for arc in course.out[node] if arc in self.leads]
            for one, other in combinations(out, 2):
                both = line[one // 2].n, line[other // 2].n
                x, y = self.leads[one].n, self.leads[other].n
                if node == course.start:
                    forward = course.forward.n
                    self.never += [
                        [*both, forward, -x],
                        [*both, -forward, x],
                        [*both, forward, y],
                        [*both, -forward, -y],
                    ]
                else:
                    self.never += [[*both, -x, -y], [*both, x, y]]

    def rules(self, text: str) -> list[Rule]:
        """Return the rules of the directions. Ask for them when ``never`` is complete."""
        return [Rule(ClauseFamily(self.never, [None] * len(self.never)), text, None)]


def loop_of(course: Course) -> Loop | None:
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
