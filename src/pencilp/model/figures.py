"""Figures: lines from cell to cell that hang together, each drawn like a small drawing whose lines may be of other lengths."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pencilp.model.bits import shifted
from pencilp.model.constraints import Clause, Constraint, Value, at_most
from pencilp.model.groups import GroupRule, Groups
from pencilp.model.structures import Clauses
from pencilp.model.variables import Lit
from pencilp.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilp.model.model import Model, Rule
    from pencilp.model.plan import Form

Bends = Sequence[Mapping[int, int]]
"""A drawing: per point where lines end, turn or meet, and direction of a line (0 up, clockwise), the point that it leads to."""
Role = tuple[int, int]
"""What a cell is in a drawing: (point, -1), or on the line from a point in direction 1 or 2."""
OPPOSITE = 2


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

    def quick(self, rules: Sequence[Rule]) -> Form | None:
        from pencilp.model.quick.figures import form

        return form(self, rules)

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

    def possible(self, bends: Bends, node: int | None = None, others: Collection[int] = ()) -> dict[Role, list[int]]:
        """Per role in a drawing the cells that may have it.

        From each of them lines lead on to the next role, on the board and past ``others``. With a ``node``, which is a cell of
        the figure, they lead from that to each of the cells.
        """
        width = 2 + max([col for _, col in self.positions])
        steps = (-width, 1, width, -1)
        bit = [1 << width * row + col for row, col in self.positions]
        free = sum(bit) & ~sum([bit[c] for c in {*others}])
        beyond = {
            role: [(steps[d], there) for d, there in beyond_role(bends, role)]
            for role in [*[(v, -1) for v in range(len(bends))], *_between(bends)]
        }
        before: dict[Role, set[Role]] = {role: set() for role in beyond}
        for role, ways in beyond.items():
            for _, there in ways:
                for other in there:
                    before[other].add(role)
        can = dict.fromkeys(beyond, free)
        waiting = dict.fromkeys(beyond)
        while waiting:
            role, _ = waiting.popitem()
            left = can[role]
            for step, (one, other) in beyond[role]:
                left &= shifted(can[one] | can[other], -step)
            if left != can[role]:
                can[role] = left
                waiting.update(dict.fromkeys(before[role]))
        if node is not None:
            can = _led_to(can, beyond, bit[node])
        return {role: [c for c, x in enumerate(bit) if x & some] for role, some in can.items()}

    def roles(self, cells: Mapping[Role, Sequence[int]]) -> dict[Role, dict[int, Lit]]:
        """New literals for the roles of cells in a drawing: per role the cells, each with its literal. They are free."""
        lits = iter(self.m.binaries("role", sum(map(len, cells.values()))))
        return {role: dict(zip(some, lits, strict=False)) for role, some in cells.items()}

    def fitting(
        self, bends: Bends, roles: Mapping[Role, Mapping[int, Lit]], covered: Collection[int] = ()
    ) -> list[Constraint]:
        """The roles of cells fit together: lines lead from each point to the next, and each point is there at most once.

        Of cells that are ``covered`` it is left out that no other lines leave them: it is told of all their roles together.
        """
        never: list[list[int]] = []
        at: list[int] = []
        line = [x.n for x in self.line]
        for role, here in roles.items():
            ways = {d: [roles[other] for other in there] for d, there in beyond_role(bends, role)}
            for c, x in here.items():
                for d, e in enumerate(self.link_to[c]):
                    if d in ways:
                        n = self.step[c][d]
                        never += [x.n, -line[e]], [x.n, *[-there[n].n for there in ways[d] if n in there]]
                    elif e >= 0 and c not in covered:
                        never.append([x.n, line[e]])
                at += [c] * (len(never) - len(at))
        return [Clauses(never, at), *[at_most(1, roles[v, -1].values()) for v in range(len(bends))]]


def _between(bends: Bends) -> list[Role]:
    """The roles of the cells on lines, between two points."""
    return [(v, d) for v, leads in enumerate(bends) for d in (1, 2) if d in leads]


def _led_to(
    can: Mapping[Role, int], beyond: Mapping[Role, Sequence[tuple[int, tuple[Role, Role]]]], start: int
) -> dict[Role, int]:
    """Of the cells that roles ``can`` be at, as bits, those to which lines lead from the cell ``start``."""
    found = {role: some & start for role, some in can.items()}
    waiting = {role: some for role, some in found.items() if some}
    while waiting:
        role, fresh = waiting.popitem()
        for step, there in beyond[role]:
            moved = shifted(fresh, step)
            for other in there:
                if more := moved & can[other] & ~found[other]:
                    found[other] |= more
                    waiting[other] = waiting.get(other, 0) | more
    return found


def beyond_role(bends: Bends, role: Role) -> list[tuple[int, tuple[Role, Role]]]:
    """Per direction of the lines that leave a cell with this role what the next cell there can be: a point, or on the line."""
    v, along = role
    if along >= 0:
        return [(along, ((bends[v][along], -1), role)), (along ^ OPPOSITE, ((v, -1), role))]
    return [(d, ((end, -1), (v, d) if d in (1, 2) else (end, d ^ OPPOSITE))) for d, end in bends[v].items()]


def connected(bends: Bends) -> bool:
    """Whether all of a drawing hangs together."""
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
        roles, reached = figures.roles(figures.possible(bends)), figures.reached(self.node)
        parts = figures.fitting(bends, roles)
        for c in range(figures.count):
            lits = [here[c] for here in roles.values() if c in here]
            inside = reached.get(c, figures.m.false)
            parts += [Clause((~inside, *lits)), *[Clause((~x, inside)) for x in lits], at_most(1, lits)]
        return parts
