"""Pencils: a pencil and its line are two arms of the same length, and every cell knows how much of its arm is to come.

A step away from the tip, along the line or down the pencil, leaves one cell less. So a tip and both its arms need no
other literals for their lengths, a line that runs in a circle has none, and arms need no numbers of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from pencilp.genres.pencils.structure import (
    AllUsed,
    AsLong,
    FromTips,
    LengthIs,
    LineAtTips,
    NoLineInPencils,
    Unbranched,
    UpToTips,
)
from pencilp.model.constraints import Clause, Constraint, at_most, exactly
from pencilp.model.model import Rule
from pencilp.model.structures import CachedRules
from pencilp.model.variables import Lit
from pencilp.reformulate.rewrite import Rewrite

if TYPE_CHECKING:
    from pencilp.genres.pencils.structure import PencilsAndLines

NEEDED = {AllUsed, AsLong, FromTips, LineAtTips, NoLineInPencils, Unbranched, UpToTips}


def rewrite(pencils: PencilsAndLines, rules: Sequence[Rule]) -> Rewrite | str:
    """The form for ``rules``, if they are all that make pencils and lines."""
    if not {rule[0].__class__ for rule in rules} >= NEEDED or not pencils.longest:
        return "the rules are not all that make pencils and lines"
    m, tips, bodies = pencils.m, pencils.tips, pencils.bodies
    lits = [*(x for lits in (*tips, *bodies) for x in lits), *pencils.line]
    left, drawn = m.cached(pencils.board.cache, ("pencils",), lits, lambda: _drawn(pencils))
    stated = [Rule(drawn, next(rule.words for rule in rules if isinstance(rule[0], AsLong)), None)]
    for rule in rules:
        part = rule[0]
        if isinstance(part, LengthIs):
            k = part.length
            ways = [(c, way) for c, way in part.tips() if k <= pencils.longest]
            its = [m.all_of((tips[c][way], left[c][k - 1], *[~x for x in left[c][k : k + 1]])) for c, way in ways]
            stated.append(rule._replace(constraint=Clause(its)))
    return Rewrite("lengths that are left along pencils and lines", rules, stated)


def _drawn(pencils: PencilsAndLines) -> tuple[list[Sequence[Lit]], CachedRules]:
    """Per cell the literals that 1, 2 ... cells of its arm, or more, are still to come; and what is said of pencils and lines.

    With left_k(c) these literals, and a_cd, that an arm goes on from c to d: left_1(c) <=> some a_cd;
    a_cd => (left_{k+1}(c) <=> left_k(d)); every cell is a tip or some arm goes on to it, not both and only one; an arm that is
    no pencil goes on from every tip, from none of a pencil's other cells, and from no cell twice. A pencil has no more to come
    than there are cells behind, which follows.
    """
    m, board, tips, bodies = pencils.m, pencils.board, pencils.tips, pencils.bodies
    left: list[Sequence[Lit]] = [m.binaries("left", pencils.longest) for _ in board.cells]
    parts: list[Constraint] = [Clause((~more, less)) for some in left for less, more in pairwise(some)]
    begin: list[list[Lit]] = [[] for _ in board.cells]
    enter: list[list[Lit]] = [[] for _ in board.cells]
    on: list[list[Lit]] = [[] for _ in board.cells]
    for x, (a, b) in zip(pencils.line, board.links, strict=True):
        ways = m.binaries("way", 2)
        parts.append(exactly(1, [~x, *ways]))
        for c, d, way in ((a, b, ways[0]), (b, a, ways[1])):
            begin[c].append(way)
            enter[d].append(way)
            arm = m.any_of((way, bodies[d][board.step[d].index(c)]))
            on[c].append(arm)
            parts.append(Clause((~arm, left[c][0])))
            parts.append(Clause((~arm, ~left[d][-1])))
            for more, less in zip(left[c][1:], left[d], strict=False):
                parts += (Clause((~arm, ~more, less)), Clause((~arm, more, ~less)))
    for c in board.cells:
        parts.append(exactly(1, [*tips[c], *bodies[c], *enter[c]]))
        parts.append(at_most(1, [*bodies[c], *begin[c]]))
        parts.append(Clause((~left[c][0], *on[c])))
        for way in board.directions:
            parts.append(Clause((~tips[c][way], *begin[c])))
            room = pencils.behind(c, way)
            behind = room[:1]
            parts += [Clause((~x[way], ~more)) for x in (tips[c], bodies[c]) for more in left[c][len(room) :][:1]]
            parts.append(Clause((~tips[c][way], *[bodies[d][way] for d in behind])))
            parts.append(Clause((~bodies[c][way], ~left[c][0], *[bodies[d][way] for d in behind])))
            ahead = board.rays[c][way][:1]
            parts.append(Clause((~bodies[c][way], *[x for d in ahead for x in (tips[d][way], bodies[d][way])])))
    return left, CachedRules(parts, [None] * len(parts), board.cache)
