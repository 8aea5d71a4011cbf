"""Figures around one clue each: every cell is something in the drawing of one of the clues."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.model.constraints import Clause, Constraint, Reached, all_hold, at_most, exactly
from pencilp.model.figures import DrawnLike, beyond_role, connected
from pencilp.model.groups import EachHolds
from pencilp.model.model import Rule
from pencilp.model.plan import Form
from pencilp.model.structures import Clauses
from pencilp.model.variables import Lit
from pencilp.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilp.model.figures import Figures


def form(figures: Figures, rules: Sequence[Rule]) -> Form | None:
    """The form for ``rules``, if every figure goes through one clue at least, and at most.

    Where a clue's drawing is told, a cell is of its figure if it has a role in it; the figures of the others have a literal for
    each cell, and are reached from their clues.
    """
    several = [rule for rule in rules if isinstance(rule[0], EachHolds)]
    drawn = {rule[0].node: rule for rule in rules if isinstance(rule[0], DrawnLike)}
    marked = {rule[0].marked for rule in several}  # type: ignore[union-attr]
    if len(marked) != 1 or len(several) + len(drawn) != len(rules) or not set(drawn) <= (clues := next(iter(marked))):
        return None
    least = [rule[0] for rule in several if rule[0].low == 1]  # type: ignore[union-attr]
    most = [rule[0] for rule in several if rule[0].high == 1 and set(rule[0].nodes) >= clues]  # type: ignore[union-attr]
    if not least or not most or len(least) + len(most) != len(several):
        return None
    m, one = figures.m, several[0].words
    everywhere = range(figures.count)
    needed = {c for rule in least for c in rule.nodes}  # type: ignore[union-attr]
    owners: list[list[Lit]] = [[] for _ in everywhere]
    # per cell and direction the literals by which a line leaves it there, or may do so
    leaving: list[list[list[Lit]]] = [[[], [], [], []] for _ in everywhere]
    stated: list[Rule] = []
    never: list[list[int]] = []
    at: list[int] = []
    for clue in sorted(clues):
        if clue in drawn:
            like: DrawnLike = drawn[clue][0]  # type: ignore[assignment]
            if not connected(like.bends):
                return None
            roles = figures.roles(figures.possible(like.bends, clue, clues - {clue}))
            parts = figures.fitting(like.bends, roles, needed)
            parts.append(Clause([here[clue] for here in roles.values() if clue in here]))
            stated += [drawn[clue]._replace(constraint=part) for part in parts]
            for role, here in roles.items():
                ways = [d for d, _ in beyond_role(like.bends, role)]
                for c, lit in here.items():
                    owners[c].append(lit)
                    for d in ways:
                        leaving[c][d].append(lit)
            continue
        own = m.binaries("own", figures.count)
        parts = [Clause((own[clue],))]
        for a, b, x in figures.edges:
            assert x is not None
            parts += [Clause((~x, ~own[a], own[b])), Clause((~x, own[a], ~own[b]))]
        arcs = [(i, j, x) for a, b, x in figures.edges for i, j in ((a, b), (b, a))]
        stated.append(Rule(all_hold([*parts, Reached(own, arcs, [clue])]), one, clue))
        for c in everywhere:
            owners[c].append(own[c])
            for lits in leaving[c]:
                lits.append(own[c])
    for c in everywhere:
        count: Constraint | Lit = exactly(1, owners[c]) if c in needed else at_most(1, owners[c])
        stated.append(Rule(count, one, c))
        if c in needed:
            for e, lits in zip(figures.link_to[c], leaving[c], strict=True):
                if e >= 0:
                    never.append([figures.line[e].n, *[-x.n for x in lits]])
                    at.append(c)
    stated.append(Rule(Clauses(never, at), one, None))
    return Form(rules, stated)
