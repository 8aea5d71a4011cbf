"""Figures: lines from cell to cell that hang together, each drawn like a small drawing whose lines may be of other lengths."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pencilp.model.constraints import Clause, Constraint, Value, at_most
from pencilp.model.groups import GroupRule, Groups
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

    def possible(self, bends: Bends) -> list[list[Role]]:
        """Per cell what it may be in a drawing, as far as there is room for the rest on the board."""
        rows, cols = (1 + max(place[axis] for place in self.positions) for axis in (0, 1))
        above, left = room(bends, 2), room(bends, 1)
        below, right = room(bends, 0), room(bends, 3)
        keys: list[list[Role]] = [[] for _ in self.positions]
        for c, (row, col) in enumerate(self.positions):
            for v, leads in enumerate(bends):
                high, wide = above[v] <= row < rows - below[v], left[v] <= col < cols - right[v]
                if high and wide:
                    keys[c].append((v, -1))
                if high and 1 in leads and left[v] < col < cols - right[leads[1]] - 1:
                    keys[c].append((v, 1))
                if wide and 2 in leads and above[v] < row < rows - below[leads[2]] - 1:
                    keys[c].append((v, 2))
        return keys

    def possible_from(self, node: int, bends: Bends, others: Collection[int]) -> list[list[Role]]:
        """The same where the drawing is that of the figure of ``node``, and no cell of ``others`` is of it.

        From each role lines lead on to one that is possible there, and from ``node`` they lead to each.
        """
        open_to = [frozenset(roles) for roles in self.possible(bends)]
        beyond = {role: beyond_role(bends, role) for role in {role for roles in open_to for role in roles}}
        start = [(node, role) for role in open_to[node]]
        onward: dict[tuple[int, Role], list[list[tuple[int, Role]]]] = {}
        back: dict[tuple[int, Role], list[tuple[int, Role]]] = {}
        stack = start[:]
        while stack:
            place = stack.pop()
            if place in onward:
                continue
            c, role = place
            ways = onward[place] = []
            for d, roles in beyond[role]:
                n = self.step[c][d]
                some = [] if n < 0 or n in others else [(n, x) for x in roles if x in open_to[n]]
                ways.append(some)
                for following in some:
                    back.setdefault(following, []).append(place)
                    stack.append(following)
        gone = {place for place, ways in onward.items() if not all(ways)}
        stack = [*gone]
        while stack:
            for place in back.get(stack.pop(), ()):
                if place not in gone and not all(any(x not in gone for x in some) for some in onward[place]):
                    gone.add(place)
                    stack.append(place)
        found: list[list[Role]] = [[] for _ in self.positions]
        seen = gone
        stack = start
        while stack:
            place = stack.pop()
            if place not in seen:
                seen.add(place)
                found[place[0]].append(place[1])
                stack += [x for some in onward[place] for x in some]
        return found

    def roles(self, keys: Sequence[Sequence[Role]]) -> list[dict[Role, Lit]]:
        """New literals for what each cell may be in a drawing. They are free."""
        lits = iter(self.m.binaries("role", sum(map(len, keys))))
        return [dict(zip(here, lits, strict=False)) for here in keys]

    def fitting(
        self, bends: Bends, roles: Sequence[Mapping[Role, Lit]], covered: Collection[int] = ()
    ) -> list[Constraint]:
        """The roles of cells fit together: lines lead from each point to the next, and each point is there at most once.

        Of cells that are ``covered`` it is left out that no other lines leave them: it is told of all their roles together.
        """
        fits: list[Constraint] = []
        beyond = {role: dict(beyond_role(bends, role)) for role in {role for here in roles for role in here}}
        for c, here in enumerate(roles):
            for key, x in here.items():
                ways = beyond[key]
                for d, e in enumerate(self.link_to[c]):
                    if e < 0:
                        if d in ways:
                            fits.append(Clause((~x,)))
                    elif d in ways:
                        there = roles[self.step[c][d]]
                        fits.append(Clause((~x, self.line[e])))
                        fits.append(Clause((~x, *[there[role] for role in ways[d] if role in there])))
                    elif c not in covered:
                        fits.append(Clause((~x, ~self.line[e])))
        for v in range(len(bends)):
            fits.append(at_most(1, [here[v, -1] for here in roles if (v, -1) in here]))
        return fits


def beyond_role(bends: Bends, role: Role) -> list[tuple[int, tuple[Role, Role]]]:
    """Per direction of the lines that leave a cell with this role what the next cell there can be: a point, or on the line."""
    v, along = role
    if along >= 0:
        return [(along, ((bends[v][along], -1), role)), (along ^ OPPOSITE, ((v, -1), role))]
    return [(d, ((end, -1), (v, d) if d in (1, 2) else (end, d ^ OPPOSITE))) for d, end in bends[v].items()]


def room(bends: Bends, way: int) -> list[int]:
    """Per point how many rows or columns at least lie behind it, looking in direction ``way`` (0 up, clockwise)."""
    back = way ^ OPPOSITE
    found = [0] * len(bends)
    changed = True
    while changed:
        changed = False
        for v, leads in enumerate(bends):
            for d, w in leads.items():
                # as far as what lies at its side, and further than what lies behind
                least = found[w] + 1 if d == back else found[w] if d != way else 0
                if least > found[v]:
                    found[v], changed = least, True
    return found


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
        for c, here in enumerate(roles):
            lits = [*here.values()]
            inside = reached.get(c, figures.m.false)
            parts += [Clause((~inside, *lits)), *[Clause((~x, inside)) for x in lits], at_most(1, lits)]
        return parts
