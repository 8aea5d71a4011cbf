"""Bridges that go straight on from island to island: one number for all links between the same two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pencilp.errors import counted
from pencilp.genres.hashi.structure import AllJoined, AnyBridge, EndAt, GoStraightOn, Uncrossed
from pencilp.model.constraints import Clause, Connected, Linear, Value, at_most, exactly
from pencilp.model.model import Definition, Rule
from pencilp.model.variables import Lit
from pencilp.reformulate.rewrite import Derived, Rewrite

if TYPE_CHECKING:
    from pencilp.genres.hashi.structure import Bridges


def rewrite(bridges: Bridges, rules: Sequence[Rule]) -> Rewrite | str:
    """The form for ``rules``, if bridges go straight on, and do not cross where they must join all islands."""
    straight = [rule for rule in rules if isinstance(rule[0], GoStraightOn)]
    uncrossed = [rule for rule in rules if isinstance(rule[0], Uncrossed)]
    joined = [rule for rule in rules if isinstance(rule[0], AllJoined)]
    if not straight or (joined and not uncrossed) or any(x.high != 2 or len(x.values) != 3 for x in bridges.bridges):
        return "bridges may bend or cross, or more than two may be together"
    m, words = bridges.m, straight[0].words
    spans = bridges.spans()
    names = [" ".join(m.place(i) for i in span.ends) for span in spans]
    one = m.binaries("one_bridge", len(spans), lambda: names)
    two = m.binaries("two_bridges", len(spans), lambda: names)
    ends: dict[int, list[Lit]] = {c: [] for c in bridges.islands}
    over: dict[int, list[Lit]] = {}
    for span, x, y in zip(spans, one, two, strict=True):
        for i in span.ends:
            ends[i] += (x, y)
        for c in span.over:
            over.setdefault(c, []).append(x)
    stated = [Rule(Clause((~y, x)), words, span.ends) for span, x, y in zip(spans, one, two, strict=True)]
    for rule in rules:
        constraint = rule[0]
        if isinstance(constraint, EndAt):
            stated.append(rule._replace(constraint=exactly(constraint.count, ends[constraint.cell])))
        elif isinstance(constraint, AnyBridge):
            stated.append(rule._replace(constraint=Clause(one)))
    stated += [Rule(at_most(1, xs), uncrossed[0].words, c) for c, xs in over.items() if uncrossed and len(xs) > 1]
    if joined:
        node = {c: i for i, c in enumerate(bridges.islands)}
        edges = [(node[span.ends[0]], node[span.ends[1]], x) for span, x in zip(spans, one, strict=True)]
        stated.append(joined[0]._replace(constraint=Connected([m.true] * len(node), edges)))

    def read(value: Value) -> tuple[list[int], list[Lit]]:
        found = [0] * len(bridges.bridges)
        chosen: list[Lit] = []
        for span, x, y in zip(spans, one, two, strict=True):
            some, both = value(x), value(y)
            chosen += (x if some else ~x, y if both else ~y)
            for e in span.links:
                found[e] = int(some) + int(both)
        return found, chosen

    def define() -> tuple[list[Definition], list[Rule]]:
        on = {e: ((-1, x), (-1, y)) for span, x, y in zip(spans, one, two, strict=True) for e in span.links}
        return [], [
            Rule(Linear([(1, n), *on.get(e, ())], 0, 0), words, bridges.board.links[e])
            for e, n in enumerate(bridges.bridges)
        ]

    kinds = (GoStraightOn, Uncrossed, AllJoined, AnyBridge, EndAt)
    replaced = [rule for rule in rules if isinstance(rule[0], kinds)]
    return Rewrite(
        f"one or two bridges in {counted(len(spans), 'place')}",
        replaced,
        stated,
        [Derived(bridges.bridges, read, define, [*one, *two])],
    )
