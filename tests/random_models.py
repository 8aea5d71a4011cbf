"""Hypothesis strategies: small random models with each kind of constraint."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any
from unittest import mock

from hypothesis import strategies as st

from pencilp.model import (
    AllDifferent,
    Clause,
    Connected,
    Count,
    Implies,
    Lazy,
    Linear,
    Lit,
    Model,
    OneLoop,
    Reached,
    Table,
    not_all,
)
from pencilp.model.fitting import Fitting, Relation, not_equal
from pencilp.model.visible_towers import Towers

KINDS = (
    "clause", "count", "linear", "implies", "definition", "all_different", "table", "fitting", "towers", "connected", "reached",
    "flood",
    "ints",
)  # fmt: skip


@st.composite
def models(draw: Any, kinds: tuple[str, ...] = KINDS, lazy: bool = False) -> Model:
    """A model of at most six free 0/1 variables and two small whole numbers."""
    m = Model()
    xs = list(m.binaries("x", draw(st.integers(2, 6))))
    ns = []
    if any(k in kinds for k in ("ints", "all_different", "table", "fitting", "towers")):
        for i in range(draw(st.integers(0, 2))):
            low = draw(st.integers(-2, 2))
            ns.append(m.integer(f"n({i})", low, low + draw(st.integers(0, 3))))
    lit = st.sampled_from(xs).flatmap(lambda x: st.sampled_from([x, ~x]))
    lits = st.lists(lit, min_size=1, max_size=6)
    pool = list(xs)
    for _ in range(draw(st.integers(1, 4))):
        m.require("random", draw(_constraint(m, draw(st.sampled_from(kinds)), pool, ns, lit, lits)))
    if lazy:
        watched = draw(st.lists(st.sampled_from(xs), min_size=1, max_size=4, unique=True))
        m.require("", Lazy(watched, lambda value: [not_all(watched)] if all(map(value, watched)) else []))
    if draw(st.booleans()):
        m.answer["some"] = draw(st.lists(st.sampled_from(xs), min_size=1, unique=True))
    else:
        m.answer["all"] = [*xs, *ns]
    return m


@st.composite
def _constraint(draw: Any, m: Model, kind: str, pool: list[Lit], ns: list[Any], lit: Any, lits: Any) -> Any:
    if kind == "clause":
        return Clause(draw(lits))
    if kind == "count":
        some = draw(lits)
        low = draw(st.integers(-1, len(some) + 1))
        return Count(some, low, draw(st.integers(low - 1, len(some) + 1)))
    if kind == "linear":
        terms = draw(st.lists(st.tuples(st.integers(-3, 3), st.sampled_from([*pool, *ns])), min_size=1, max_size=5))
        low = draw(st.one_of(st.none(), st.integers(-5, 5)))
        high = draw(st.one_of(st.none(), st.integers(-5, 5)))
        if draw(st.booleans()):
            terms = [(a / 10, x) for a, x in terms]
        return Linear(terms, low, high)
    if kind == "implies":
        inner = draw(
            _constraint(m, draw(st.sampled_from(("clause", "count", "linear", "connected"))), pool, ns, lit, lits)
        )
        return Implies(tuple(draw(st.lists(lit, min_size=1, max_size=2))), inner)
    if kind == "definition":
        some = draw(lits)
        if draw(st.integers(0, 4)) == 0:
            defined = m.differ(draw(lit), draw(lit))
        else:
            defined = m.count_of(draw(st.integers(0, len(some) + 1)), some)
        return Clause([draw(st.sampled_from([defined, ~defined])), draw(lit)])
    if kind in ("all_different", "ints"):
        if not ns:
            return Clause(draw(lits))
        if kind == "all_different":
            return AllDifferent(ns)
        x = draw(st.sampled_from(ns))
        value = draw(st.integers(x.low - 1, x.high + 1))
        return Clause([draw(lit), draw(st.sampled_from([x == value, x >= value, x <= value, x != value]))])
    if kind == "table":
        xs = [draw(lit), *ns]
        rows = st.tuples(st.integers(0, 1), *(st.integers(n.low, n.high) for n in ns))
        return Table(xs, draw(st.lists(rows, min_size=0, max_size=4)))
    if kind == "fitting":
        if not ns:
            return Clause(draw(lits))
        x, y = draw(st.sampled_from(ns)), draw(st.sampled_from(ns))
        if x is y:
            y = m.integer("other", x.low, x.high + 1)
            ns.append(y)
        pairs = st.tuples(st.integers(x.low - 1, x.high), st.integers(y.low, y.high + 1))
        return Fitting(x, y, draw(st.one_of(st.just(not_equal(0)), st.lists(pairs, max_size=9).map(Relation))))
    if kind == "towers":
        return Towers(draw(st.permutations(ns)), draw(st.integers(0, 3)))
    if kind == "flood":
        wet = draw(st.lists(lit, min_size=1, max_size=4))
        place = st.integers(0, len(wet) - 1)
        ways = st.tuples(place, place, st.one_of(st.none(), lit))
        flooded = m.flood(wet, draw(st.lists(ways, max_size=5)), draw(st.lists(place, max_size=2)))
        return Clause([draw(st.sampled_from([x for f in flooded for x in (f, ~f)])), draw(lit)])
    nodes = draw(st.lists(lit, min_size=1, max_size=5))
    ends = st.tuples(st.integers(0, len(nodes) - 1), st.integers(0, len(nodes) - 1), st.one_of(st.none(), lit))
    if draw(st.booleans()):
        ends = st.tuples(st.integers(0, len(nodes) - 1), st.integers(0, len(nodes) - 1), st.none())
    edges = draw(st.lists(ends.filter(lambda e: e[0] != e[1]), max_size=7))
    if kind == "connected":
        return Connected(nodes, edges)
    return Reached(nodes, edges, draw(st.lists(st.integers(0, len(nodes) - 1), max_size=2, unique=True)))


def small_graphs(way: str) -> AbstractContextManager[object]:
    """Let connected sets in small graphs be stated by "clauses", as they are, or as in large graphs ("rules")."""
    from pencilp.solvers.clasp import connections

    return mock.patch.object(connections, "MAX_NODES", {"clauses": connections.MAX_NODES, "rules": 0}[way])


ways_for_small_graphs = st.sampled_from(["clauses", "rules"])


def loop_model(rows: int, cols: int) -> Model:
    """All single closed loops on a grid of rows x cols nodes, with the degree rows that OneLoop expects."""
    m = Model()
    ends = [(r * cols + c, r * cols + c + 1) for r in range(rows) for c in range(cols - 1)]
    ends += [(r * cols + c, (r + 1) * cols + c) for r in range(rows - 1) for c in range(cols)]
    line = m.binaries("line", len(ends))
    nodes = []
    for i in range(rows * cols):
        here = [line[e] for e, pair in enumerate(ends) if i in pair]
        on = m.any_of(here)
        m.require("two or none", on >> Count(here, 2, 2))
        nodes.append(on)
    m.require("one loop", OneLoop(nodes, [(p, q, line[e]) for e, (p, q) in enumerate(ends)]))
    m.answer["line"] = list(line)
    return m


def describe(m: Model) -> str:
    """The model as text, for the message of a failing test."""
    rules = [
        f"{type(c).__name__} " + repr({k: getattr(c, k) for k in getattr(c, "__slots__", ())}) for c, *_ in m.rules
    ]
    return "\n".join([f"size {m.size}", f"ints {m.ints}", f"definitions {m.definitions}", f"answer {m.answer}", *rules])
