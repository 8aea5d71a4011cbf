"""Figures: connected lines from cell to cell, each drawn like a small drawing, but with lines of any lengths."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pencilp.model.bitset import shifted
from pencilp.model.constraints import Clause, Constraint, Value, at_most
from pencilp.model.structures import ClauseFamily
from pencilp.model.variables import Lit
from pencilp.reformulate.fast import has_fast_form
from pencilp.structures.groups import GroupRule, Groups

if TYPE_CHECKING:
    from pencilp.model.model import Model

Bends = Sequence[Mapping[int, int]]
"""A drawing. For each point at which lines end, turn or meet, it maps the direction of a line (0 up, clockwise) to
the next point."""
Role = tuple[int, int]
"""The role of a cell in a drawing: (point, -1), or on the line from a point in direction 1 or 2."""
OPPOSITE = 2


class Way(NamedTuple):
    """A direction in which a line leaves a cell with some role; the roles that the next cell there can have.

    ``sure``: there is a line. Otherwise there may be one.
    """

    direction: int
    there: Sequence[Role]
    sure: bool


@has_fast_form("pencilp.genres.curvedata.fast:rewrite")
class Figures(Groups):
    """The figures that lines draw: the cells of a square board, joined where ``line`` (a literal per link) runs.

    ``link_to`` and ``step`` have per cell and direction (0 up, clockwise) the link and the cell there, -1 for none; ``positions``
    are the rows and columns of the cells.
    """

    def __init__(
        self,
        m: Model,
        line: Sequence[Lit],
        links: Sequence[tuple[int, int]],
        link_to: Sequence[Sequence[int]],
        step: Sequence[Sequence[int]],
        positions: Sequence[tuple[int, int]],
    ) -> None:
        super().__init__(m, len(step), [(a, b, x) for (a, b), x in zip(links, line, strict=True)])
        self.line, self.link_to, self.step, self.positions = line, link_to, step, positions

    def drawn(self, cell: int, value: Value) -> tuple[list[dict[int, int]], list[int]]:
        """The figure of ``cell`` as ``bends``, and the cells of these."""
        group = self.group(cell, value)
        leads = {c: [d for d, e in enumerate(self.link_to[c]) if e >= 0 and value(self.line[e])] for c in group}
        points = [c for c in group if leads[c] not in ([0, 2], [1, 3])]
        number = {c: k for k, c in enumerate(points)}
        found = []
        for c in points:
            ends = {}
            for d in leads[c]:
                at = self.step[c][d]
                while at not in number:
                    at = self.step[at][d]
                ends[d] = number[at]
            found.append(ends)
        return found, points

    def possible(self, ways: Mapping[Role, Sequence[Way]], others: Collection[int] = ()) -> dict[Role, list[int]]:
        """Per role in a drawing the cells that may have it: lines lead on from each to the next role, past ``others``."""
        width = 2 + max([col for _, col in self.positions])
        back = (width, -1, -width, 1)
        bit = [1 << width * row + col for row, col in self.positions]
        sure = {role: [(back[d], there) for d, there, sure in beyond if sure] for role, beyond in ways.items()}
        before: dict[Role, dict[Role, None]] = {role: {} for role in ways}
        for role, beyond in sure.items():
            for _, there in beyond:
                for other in there:
                    before[other][role] = None
        can = dict.fromkeys(ways, sum(bit) & ~sum([bit[c] for c in {*others}]))
        waiting = dict.fromkeys(ways)
        while waiting:
            role = next(iter(waiting))
            del waiting[role]
            left = can[role]
            for step, there in sure[role]:
                some = can[there[0]]
                for other in there[1:]:
                    some |= can[other]
                left &= shifted(some, step)
            if left != can[role]:
                can[role] = left
                waiting.update(before[role])
        return {role: [c for c, x in enumerate(bit) if x & some] for role, some in can.items()}

    def roles(self, cells: Mapping[Role, Sequence[int]]) -> dict[Role, dict[int, Lit]]:
        """New literals for the roles of cells in a drawing: per role the cells, each with its literal. They are free."""
        lits = iter(self.m.binaries("role", sum(map(len, cells.values()))))
        return {role: dict(zip(some, lits, strict=False)) for role, some in cells.items()}

    def fitting(self, bends: Bends, roles: Mapping[Role, Mapping[int, Lit]]) -> list[Constraint]:
        """The roles of cells fit together: lines lead from each point to the next, and each point is there at most once."""
        never: list[list[int]] = []
        at: list[int] = []
        line = [x.n for x in self.line]
        for role, beyond in all_ways(bends).items():
            ways = {d: [roles[other] for other in there] for d, there, _ in beyond}
            for c, x in roles[role].items():
                for d, e in enumerate(self.link_to[c]):
                    if d in ways:
                        n = self.step[c][d]
                        never += [x.n, -line[e]], [x.n, *[-there[n].n for there in ways[d] if n in there]]
                    elif e >= 0:
                        never.append([x.n, line[e]])
                at += [c] * (len(never) - len(at))
        return [ClauseFamily(never, at), *[at_most(1, roles[v, -1].values()) for v in range(len(bends))]]


def all_ways(bends: Bends) -> dict[Role, list[Way]]:
    """Per role of a cell in a drawing where lines leave it: to a point, or further along a line."""
    result: dict[Role, list[Way]] = {}
    for v, leads in enumerate(bends):
        here = result[v, -1] = []
        for d, end in leads.items():
            along = (v, d) if d in (1, 2) else (end, d ^ OPPOSITE)
            here.append(Way(d, ((end, -1), along), True))
            if along[0] == v:
                result[along] = [Way(d, ((end, -1), along), True), Way(d ^ OPPOSITE, ((v, -1), along), True)]
    return result


def with_loose_ends(bends: Bends) -> dict[Role, list[Way]]:
    """The same where a point at which one line ends is no role of its own, but one more cell on that line.

    The line may then go on in any of its cells. If it comes from another point it ends once, as it begins once. If
    one line joins two points, one of them is such a loose end.
    """
    loose: set[Role] = set()
    for v, leads in enumerate(bends):
        if len(leads) == 1 and loose.isdisjoint([(end, -1) for end in leads.values()]):
            loose.add((v, -1))
    return {
        role: [
            Way(d, left := [other for other in there if other not in loose], role[1] < 0 or len(left) == len(there))
            for d, there, _ in ways
        ]
        for role, ways in all_ways(bends).items()
        if role not in loose
    }


def connected(bends: Bends) -> bool:
    """Return whether a drawing is connected."""
    seen, stack = {0}, [0]
    while stack:
        fresh = {w for w in bends[stack.pop()].values() if w not in seen}
        seen |= fresh
        stack += fresh
    return len(seen) == len(bends)


class DrawnLike(GroupRule):
    """The figure of ``node`` is drawn like ``bends``, each line as long as one likes.

    Decomposition: r_j, that cell j is of the figure; for each cell exactly one of its roles where r_j, and none elsewhere (a role
    is a point of the drawing, or a place on one of its lines); lines lead from each as in the drawing, to the next role; no
    point is there twice.
    """

    __slots__ = ("bends",)
    of: Figures

    def __init__(self, of: Figures, node: int, bends: Bends) -> None:
        super().__init__(of, node)
        self.bends = bends

    def holds(self, value: Value) -> bool:
        found, _ = self.of.drawn(self.node, value)
        if len(found) != len(self.bends):
            return False
        for start in range(len(found)):
            twin, stack = {0: start}, [0]
            while stack:
                v = stack.pop()
                leads, theirs = self.bends[v], found[twin[v]]
                if set(leads) != set(theirs) or any(twin.get(w, theirs[d]) != theirs[d] for d, w in leads.items()):
                    break
                stack += {w for w in leads.values() if w not in twin}
                twin |= {w: theirs[d] for d, w in leads.items()}
            else:
                if len(set(twin.values())) == len(found):
                    return True
        return False

    def decomposed(self) -> Sequence[Constraint]:
        if not connected(self.bends):
            return [Clause()]
        figures, bends = self.of, self.bends
        roles, reached = figures.roles(figures.possible(all_ways(bends))), figures.reached(self.node)
        parts = figures.fitting(bends, roles)
        for c in range(figures.count):
            lits = [here[c] for here in roles.values() if c in here]
            inside = reached.get(c, figures.m.false)
            parts += [Clause((~inside, *lits)), *[Clause((~x, inside)) for x in lits], at_most(1, lits)]
        return parts
