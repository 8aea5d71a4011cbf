"""One loop as a single constraint, and the points inside a loop as one family of rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilp.model.constraints import And, Clause, Constraint, Count, OneLoop
from pencilp.model.model import Rule
from pencilp.model.structures import BoardFamily, Degrees
from pencilp.model.variables import Lit
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.loop import Inside, Loop, Passes, Single


def rewrite(loop: Loop, rules: Sequence[Rule]) -> Rewrite | str:
    """Return all rules of a loop as the constraint ``OneLoop``, which decides the nodes that are passed."""
    degrees = [rule for rule in rules if rule[0].__class__ is Degrees]
    single = [rule for rule in rules if rule[0].__class__ is Single]
    passing = [rule for rule in rules if rule[0].__class__ is Passes]
    given = {i for rule in passing for i in rule[0].nodes}  # type: ignore[union-attr]
    if not degrees or not single or len(given) + len(loop.defined) < len(loop.passed):
        return "the rules are not all that make the edges one loop"
    whole = OneLoop(loop.passed, loop.edges, loop.places, loop.cache)
    claimed = frozenset([x.n for x in loop.defined.values()])
    stated = [single[0]._replace(constraint=whole)]
    return Rewrite(
        "one loop as a single constraint",
        [*degrees, *single, *passing],
        stated,
        claimed=claimed,
        look_ahead=_counted_around(loop),
    )


def _counted_around(loop: Loop) -> bool:
    """Return whether a rule counts the edges around a cell. Then a value that a solver tries decides much."""
    ends = {e.n: pair for e, pair in zip(loop.line, loop.ends, strict=True)}
    for rule in loop.m.rules:
        if rule[0].__class__ is Count:
            counted = [ends.get(x.n, ()) for x in rule[0].lits]  # type: ignore[union-attr]
            nodes = [i for pair in counted for i in pair]
            if nodes and all(counted) and all(nodes.count(i) == 2 for i in nodes):
                return True
    return False


def rewrite_inside(inside: Inside, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for all pairs of points, if other rules make the degree of every node even."""
    lines = {abs(x.n) for x in inside.lines}
    about = [rule[0].of for rule in inside.m.rules if isinstance(rule[0], Degrees)]
    if not any(isinstance(of, Loop) and lines <= {x.n for x in of.line} for of in about):
        return "the rules do not say that lines neither branch nor end"
    return Rewrite(
        "both sides of every edge of the loop",
        [],
        [Rule(SidesOfEdges(inside), "", None)],
        claimed=frozenset(inside.free),
    )


class SidesOfEdges(BoardFamily):
    """An even number is true among: the line of an edge, and inside_p and inside_q of the points on its two sides."""

    __slots__ = ()
    of: Inside

    def __init__(self, of: Inside) -> None:
        # pairs of points are no places for people
        super().__init__(of.board, [*of.lines, *of.inside], [None] * len(of.pairs), of)

    def made(self, at: Sequence[Any], lits: Sequence[Lit]) -> list[Constraint]:
        lines = len(self.of.lines)
        parts: list[Constraint] = []
        for p, q, k in self.of.pairs[: len(at)]:
            x, a, b = lits[k], lits[lines + p], lits[lines + q]
            if p == 0 or q == 0:
                within = b if p == 0 else a
                clauses = [Clause((~within, x)), Clause((within, ~x))]
            else:
                clauses = [Clause((~a, b, x)), Clause((a, ~b, x)), Clause((a, b, ~x)), Clause((~a, ~b, ~x))]
            parts.append(And(clauses))
        return parts
