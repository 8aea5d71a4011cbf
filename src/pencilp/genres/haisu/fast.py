"""A path through all nodes in its direction: it enters and leaves every node once, and every node knows how often the
path has entered a room.

Per edge and direction a literal says that the path goes that way. For each room with a rule, node and number k, a
literal says that at least k visits have begun when the path is there. Both ends of a line have begun as many, but
where the path enters the room. A literal for each way into the room and each k says that the k-th visit begins there:
of these exactly one is true. So is one of those that say where it ends. The last two rules follow from the others,
but without them clasp sees only at the end of the path that a visit is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pencilp.genres.haisu.structure import Meeting, Visited, Whole
from pencilp.model.constraints import Clause, Constraint, Reached, all_hold, at_most, exactly
from pencilp.model.model import Rule, stated
from pencilp.model.structures import BoardFamily
from pencilp.model.variables import Lit
from pencilp.reformulate.rewrite import Rewrite

if TYPE_CHECKING:
    from pencilp.genres.haisu.structure import Room, Tour


def rewrite(tour: Tour, rules: Sequence[Rule]) -> Rewrite | str:
    """The form for ``rules``, if they are all that make the lines one path from the start to the goal."""
    whole = [rule for rule in rules if rule[0].__class__ is Whole]
    lines = [rule for rule in rules if rule[0].__class__ is Meeting]
    degrees = {(node, rule[0].number) for rule in lines for node in rule[0].at}  # type: ignore[union-attr]
    ends = {tour.start, tour.goal}
    if not whole or degrees != {(node, 1 if node in ends else 2) for node in range(tour.count)}:
        return "the rules are not all that make the lines one path from the start to the goal"
    m = tour.m
    ways = m.binaries("way", len(tour.over))
    outer = [m.true if node == end else m.false for end in (tour.start, tour.goal) for node in range(tour.count)]
    once: list[Constraint] = [
        _Once(tour, [*tour.line, *ways, *outer]),
        Reached(tour.nodes, [(*arc, x) for arc, x in tour.over.items()], [tour.start]),
    ]
    result = [*stated(whole[0].words, once)]
    visits: dict[Room, list[Rule]] = {}
    for rule in rules:
        if isinstance(rule[0], Visited):
            visits.setdefault(rule[0].room, []).append(rule)
    arcs = dict(zip(tour.over, ways, strict=True))
    for room, spoken in visits.items():
        result += _counted(tour, room, spoken, arcs)
    return Rewrite("a path with directions and counted visits of rooms", list(rules), result)


def _counted(tour: Tour, room: Room, rules: Sequence[Rule], arcs: dict[tuple[int, int], Lit]) -> list[Rule]:
    """The ``rules`` about the visits to a room."""
    m, count = tour.m, tour.count
    last = max([rule[0].number for rule in rules])  # type: ignore[union-attr]
    first = int(tour.start in room)
    # per number and node whether at least this number of visits has begun when the path is there
    begun = [tour.nodes, *(m.binaries("visits", count) for _ in range(last + 1))]
    border = [arc for arc in arcs if tour.enters(room, *arc) or tour.enters(room, *arc[::-1])]
    crossed = set(border)
    inner = [m.false if (a, b) in crossed else x for a, b, x in tour.edges]
    parts: list[Constraint | Lit] = [_AsMany(tour, [m.true, *inner, *more, *less]) for less, more in pairwise(begun)]
    parts += [here[tour.start] if k <= first else ~here[tour.start] for k, here in enumerate(begun)]
    begins: list[list[Lit]] = [[] for _ in range(last + 2)]
    ends: list[list[Lit]] = [[] for _ in range(last + 2)]
    for a, b in border:
        more = int(tour.enters(room, a, b))
        # the visit to the room that begins here, or the one that ends
        here = m.binaries("visit", last)
        one, other = ([levels[node] for levels in begun] for node in (a, b))
        parts.append(_Crossed(tour, arcs[a, b], more, one, other, here, (a, b)))
        for k, x in enumerate(here, 1):
            if more:
                begins[k].append(x)
            if a in room:
                ends[k - more].append(x)
    for k in range(1, last + 1):
        parts.append(exactly(int(k > first), begins[k]))
        # the last one that is spoken of may end at the goal
        parts.append(exactly(1, ends[k]) if k < last else at_most(1, ends[k]))
    result = [*stated(rules[0].words, parts)]
    for rule in rules:
        visited: Visited = rule[0]  # type: ignore[assignment]
        k, node = visited.number, visited.node
        result += [rule._replace(constraint=part) for part in (begun[k][node], ~begun[k + 1][node])]
    return result


class _Everywhere(BoardFamily):
    """Something said of each edge, then of each node, of a tour, its ``board``."""

    __slots__ = ()
    board: Tour

    def __init__(self, of: Tour, lits: Sequence[Lit]) -> None:
        super().__init__(of, lits, [*of.over][::2] + [*range(of.count)])


class _Once(_Everywhere):
    """Every line is followed one way, and every node is come to once and left once.

    ``lits`` are the lines, the ways (for each edge both), and per node whether it is come to from nowhere, and whether it is
    left for nowhere.
    """

    __slots__ = ()

    def made(self, at: Sequence[Any], lits: Sequence[Lit]) -> list[Constraint | Lit]:
        tour, count, size = self.board, self.board.count, len(self.board.edges)
        ways, begins, ends = lits[size : 3 * size], lits[3 * size : -count], lits[-count:]
        into: list[list[Lit]] = [[x] for x in begins]
        out: list[list[Lit]] = [[x] for x in ends]
        lines: list[list[Lit]] = [[] for _ in into]
        result: list[Constraint | Lit] = []
        for (a, b, _), x, one, other in zip(tour.edges, lits, ways[::2], ways[1::2], strict=False):
            for node, way, back in ((a, one, other), (b, other, one)):
                out[node].append(way)
                into[node].append(back)
                lines[node].append(x)
            result.append(
                all_hold([Clause((~one, ~other)), Clause((~x, one, other)), Clause((~one, x)), Clause((~other, x))])
            )
        for here, to, on, begin, end in zip(lines, into, out, begins, ends, strict=True):
            # one line is not enough where the path goes on
            goes_on = [Clause((*here[:i], *here[i + 1 :], begin, end)) for i in range(len(here))]
            result.append(all_hold([exactly(1, to), exactly(1, on), at_most(2, here), *goes_on]))
        return result


class _AsMany(_Everywhere):
    """At both ends of a line k visits or more have begun, or at neither; and where they have, as many as one less.

    Behind a literal that is always true, ``lits`` are the lines, and per node the literals of k and of one less.
    """

    __slots__ = ()

    def made(self, at: Sequence[Any], lits: Sequence[Lit]) -> list[Constraint | Lit]:
        tour, count = self.board, self.board.count
        more, less = lits[-2 * count : -count], lits[-count:]
        same: list[Constraint | Lit] = [
            all_hold([Clause((~x, ~more[a], more[b])), Clause((~x, more[a], ~more[b]))])
            for (a, b, _), x in zip(tour.edges, lits[1:], strict=False)
        ]
        return [*same, *[Clause((~x, y)) for x, y in zip(more, less, strict=True)]]


class _Crossed(BoardFamily):
    """State that ``more`` visits, 1 or 0, begin if the path goes some ``way``. ``before`` and ``behind`` say for each
    number n of visits from 0 whether at least n have begun. ``exact`` says for each number from 1, except the
    greatest, that the path goes that way and exactly n have begun behind it.
    """

    __slots__ = ("more",)

    def __init__(
        self, of: Tour, way: Lit, more: int, before: Sequence[Lit], behind: Sequence[Lit], exact: Sequence[Lit], at: Any
    ) -> None:
        self.more = more
        # the first literal is the key in the cache, and the same for all
        super().__init__(of, [of.m.true, way, *before, *behind, *exact], [at])

    @property
    def key(self) -> tuple[Any, ...]:
        """See ``BoardFamily``."""
        return (type(self), self.more, len(self.lits))

    def made(self, at: Sequence[Any], lits: Sequence[Lit]) -> list[Constraint | Lit]:
        count = len(lits) // 3
        way, before, behind, exact = (
            lits[1],
            lits[2 : count + 2],
            lits[count + 2 : 2 * count + 2],
            lits[2 * count + 2 :],
        )
        parts = []
        for k in range(1, count):
            one, other = before[k - self.more], behind[k]
            parts += [Clause((~way, ~other, one)), Clause((~way, other, ~one))]
        for k, x in enumerate(exact, 1):
            parts += [Clause((~x, way)), Clause((~x, behind[k])), Clause((~x, ~behind[k + 1]))]
            parts.append(Clause((x, ~way, ~behind[k], behind[k + 1])))
        return [all_hold(parts)]
