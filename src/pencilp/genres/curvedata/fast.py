"""Figures around one clue each: every cell is something in the drawing of one of the clues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pencilp.errors import counted
from pencilp.genres.curvedata.structure import OPPOSITE, DrawnLike, connected, with_loose_ends
from pencilp.model.constraints import Clause, Reached, all_hold, at_most, exactly
from pencilp.model.model import Rule
from pencilp.model.structures import ClauseFamily
from pencilp.model.variables import Lit
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.groups import EachHolds

if TYPE_CHECKING:
    from pencilp.genres.curvedata.structure import Figures


def rewrite(figures: Figures, rules: Sequence[Rule]) -> Rewrite | str:
    """The form for ``rules``, if every figure goes through one clue at least, and at most.

    If a clue's drawing is known, a cell belongs to its figure if it has a role in it (``with_loose_ends``); the
    figures of the others have a literal for each cell, and are reached from their clues. With x a link, and L those
    roles in which a line surely leaves one of its cells over it: at most one of ~x and L; x is true only with one of
    L, or of the roles in which lines surely lead back from the other cell. A role in which a line leaves a cell needs
    one in the next cell to which it leads.
    """
    several = [rule for rule in rules if isinstance(rule[0], EachHolds)]
    drawn = {rule[0].node: rule for rule in rules if isinstance(rule[0], DrawnLike)}
    marked = {rule[0].marked for rule in several}  # type: ignore[union-attr]
    if len(marked) != 1 or len(several) + len(drawn) != len(rules) or not set(drawn) <= (clues := next(iter(marked))):
        return "the rules are not all about figures with one clue each"
    least = [rule[0] for rule in several if rule[0].low == 1]  # type: ignore[union-attr]
    most = [rule[0] for rule in several if rule[0].high == 1 and set(rule[0].nodes) >= clues]  # type: ignore[union-attr]
    if not least or not most or len(least) + len(most) != len(several):
        return "a figure may hold no clue, or several"
    m, one = figures.m, several[0].words
    everywhere = range(figures.count)
    needed = {c for rule in least for c in rule.nodes}  # type: ignore[union-attr]
    step = [*zip(*figures.step, strict=True)]
    owners: list[list[Lit]] = [[] for _ in everywhere]
    # per direction and cell the literals by which a line surely leaves it there
    leaving: list[list[list[Lit]]] = [[[] for _ in everywhere] for _ in step]
    owns: list[Sequence[Lit]] = []
    stated: list[Rule] = []
    never: list[list[int]] = []
    at: list[int] = []
    for clue in sorted(clues):
        if clue in drawn:
            like: DrawnLike = drawn[clue][0]  # type: ignore[assignment]
            if not connected(like.bends):
                return "a drawing has several parts"
            ways = with_loose_ends(like.bends)
            roles = figures.roles(figures.possible(ways, clues - {clue}))
            # per role and cell the number of the literal, 0 for none; the last cell stands for all beyond the rim
            number = {role: [0] * (figures.count + 1) for role in roles}
            for role, here in roles.items():
                of_cell = number[role]
                for c, lit in here.items():
                    of_cell[c] = lit.n
                    owners[c].append(lit)
            for role, here in roles.items():
                for d, there, sure in ways[role]:
                    if not sure:
                        continue
                    lines = leaving[d]
                    for c, lit in here.items():
                        lines[c].append(lit)
                    beyond = [step[d][c] for c in here]
                    nexts = [map(number[other].__getitem__, beyond) for other in there]
                    never += [
                        [lit.n, *[-n for n in some if n]] for lit, *some in zip(here.values(), *nexts, strict=True)
                    ]
                    at += here
            points = [at_most(1, here.values()) for (_, along), here in roles.items() if along < 0]
            somewhere = Clause([here[clue] for here in roles.values() if clue in here])
            stated += [drawn[clue]._replace(constraint=part) for part in (*points, somewhere)]
            continue
        own = m.binaries("own", figures.count)
        owns.append(own)
        parts = [Clause((own[clue],))]
        for a, b, x in figures.edges:
            assert x is not None
            parts += [Clause((~x, ~own[a], own[b])), Clause((~x, own[a], ~own[b]))]
        arcs = [(i, j, x) for a, b, x in figures.edges for i, j in ((a, b), (b, a))]
        stated.append(Rule(all_hold([*parts, Reached(own, arcs, [clue])]), one, clue))
        for c in everywhere:
            owners[c].append(own[c])
    for c in everywhere:
        stated.append(Rule(exactly(1, owners[c]) if c in needed else at_most(1, owners[c]), one, c))
        for d, e in enumerate(figures.link_to[c]):
            if e >= 0:
                # of the literals of a cell one is true at most: so where one of these is there is a line
                stated.append(Rule(at_most(1, [~figures.line[e], *leaving[d][c]]), one, c))
    for d in (1, 2):
        for c, n in enumerate(step[d]):
            if n >= 0:
                # a line between two cells is one that surely leaves one of them: the other may be one where lines may go on
                lits = [*leaving[d][c], *leaving[d ^ OPPOSITE][n], *[own[c] for own in owns]]
                body = [figures.line[figures.link_to[c][d]].n, *[-lit.n for lit in lits]]
                if c in needed or n in needed:
                    never.append(body)
                else:
                    never += [[*body, lit.n] for lit in (*owners[c], *owners[n])]
                at += [c] * (len(never) - len(at))
    stated.append(Rule(ClauseFamily(never, at), one, None))
    return Rewrite(f"roles of cells in {counted(len(drawn), 'drawing')}", rules, stated)
