"""Each reformulation as rows, tried value by value: what the rows allow is what the constraint means, no more, no less.

No solver is needed to see what rows say about the 0/1 columns; whether auxiliary columns can be chosen is left to HiGHS.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from pencilp.model import (
    AllDifferent,
    And,
    Clause,
    Connected,
    Constraint,
    Count,
    Flood,
    Linear,
    Lit,
    Model,
    OneLoop,
    Reached,
    Runs,
    Table,
    implies,
)
from pencilp.model.fitting import Fitting, Relation, not_equal
from pencilp.model.visible_towers import Towers
from pencilp.reformulate.linear.linearise import linearise
from pencilp.reformulate.linear.program import Program
from pencilp.solvers import prepare

from . import brute_force


def grid(rows: int, cols: int) -> list[tuple[int, int]]:
    cells = range(rows * cols)
    return [(i, i + 1) for i in cells if i % cols < cols - 1] + [(i, i + cols) for i in cells if i + cols < rows * cols]


def constraint(kind: str, m: Model) -> Constraint:
    """One constraint of each kind over a few variables of ``m``."""
    if kind == "all_different":
        return AllDifferent([m.integer("a", 1, 2), m.integer("b", 2, 3), m.integer("c", 1, 3)])
    if kind == "too_few_values":
        return AllDifferent([m.integer(name, 1, 2) for name in "abc"])
    if kind == "table":
        a, x = m.integer("a", -1, 1), m.binary("x")
        return Table([a, ~x], [(-1, 0), (1, 1), (0, 1), (7, 1)])
    if kind == "no_table":
        return Table([m.binary("x")], [])
    if kind == "fitting":
        return Fitting(m.integer("a", 0, 2), m.integer("b", 1, 3), Relation([(0, 1), (0, 3), (2, 3), (7, 2)]))
    if kind == "unlike":
        return Fitting(m.integer("a", 0, 2), m.integer("b", 0, 3), not_equal(1))
    if kind == "towers":
        return Towers([m.integer("a", 0, 2), m.integer("b", 1, 3), m.integer("c", 0, 3)], 2)
    if kind == "many_towers":
        return Towers([m.integer("a", 2, 3), m.integer("b", 0, 4), m.integer("c", 3, 4)], 3)
    if kind == "no_towers":
        return Towers([m.integer("a", 0, 1), m.integer("b", 0, 2)], 0)
    x = m.binaries("x", 6)
    edges = grid(2, 3)
    if kind == "connected":
        return Connected(x, [(i, j, None) for i, j in edges])
    if kind == "connected_opposites":
        return Connected([~y for y in x], [(i, j, None) for i, j in edges])
    if kind == "connected_promise":
        m.require("promise", Clause((x[1], x[4])))
        return Connected(x, [(i, j, None) for i, j in edges])
    if kind == "connected_along":
        e = m.binaries("e", 3)
        return Connected(x[0:4], [(0, 1, e[0]), (1, 2, ~e[1]), (2, 3, e[2]), (0, 3, None)])
    if kind == "reached":
        return Reached(x, [(i, j, None) for i, j in edges], (0, 4))
    if kind == "reached_along":
        e = m.binaries("e", 3)
        return Reached(x[0:4], [(0, 1, e[0]), (1, 2, e[1]), (2, 1, None), (3, 2, ~e[2])], (0,))
    if kind == "reached_nowhere":
        return Reached(x, [(i, j, None) for i, j in edges], ())
    if kind == "flood":
        return Flood(
            m.binaries("f", 4),
            [x[0], ~x[1], x[2], x[3]],
            [(0, 1, None), (1, 2, None), (2, 3, None), (0, 3, None)],
            (0, 2),
        )
    if kind == "flood_along":
        e = m.binaries("e", 2)
        return Flood(m.binaries("f", 4), x[0:4], [(0, 1, e[0]), (1, 2, None), (2, 3, ~e[1]), (0, 3, e[1])], (1,))
    if kind == "one_loop":
        # of a triangle and a square with an edge in common
        e = m.binaries("e", 3)
        nodes = [x[0], x[0], ~x[1], x[2], m.true]
        return OneLoop(nodes, [(0, 1, x[3]), (1, 4, e[0]), (0, 4, e[1]), (1, 2, x[4]), (2, 3, x[5]), (3, 0, e[2])])
    if kind == "runs":
        return Runs([*x[0:5], ~x[5]], (1, 2))
    if kind == "runs_of_any_length":
        return Runs(x, (None, 1, None))
    if kind == "no_runs":
        return Runs(x[0:3], ())
    if kind == "runs_too_long":
        return Runs(x[0:4], (2, 2))
    assert kind == "and"
    return And([Clause((x[0], x[1])), ~x[2], Count(x, 2, 3)], [Count(x[0:2], 1, 2)])


KINDS = (
    "all_different", "too_few_values", "table", "no_table", "fitting", "unlike", "towers", "many_towers", "no_towers",
    "connected",
    "connected_opposites", "connected_promise", "connected_along", "reached", "reached_along", "reached_nowhere",
    "flood", "flood_along", "and", "one_loop", "runs", "runs_of_any_length", "no_runs", "runs_too_long",
)  # fmt: skip


def all_answers(m: Model) -> set[tuple[int, ...]]:
    result = prepare(m, "highs")(count=0)
    assert result.complete
    return brute_force.found(m, result)


@pytest.mark.parametrize("kind", KINDS)
def test_rows_allow_exactly_the_solutions_of_a_constraint(kind: str) -> None:
    m = Model()
    m.require("the rule", constraint(kind, m), at="here")
    expected = brute_force.answers(m)
    form = linearise(m)
    if len(expected) <= 40:
        assert all_answers(m) == expected
    # each answer is allowed, and each other assignment refused, with the auxiliary columns left to the solver
    for k, values in enumerate(product(*([(0, 1)] * min(m.size, 8)))):
        if k % max(1, 2 ** min(m.size, 8) // 24):
            continue
        again = Model()
        again.require("the rule", constraint(kind, again), at="here")
        for v, value in enumerate(values, 1):
            again.require("fixed", Lit(v if value else -v))
        expected_here = bool(next(brute_force.solutions(again), None))
        assert (prepare(again, "highs")(count=1).status == "unknown") == expected_here, values
    assert all(row.name.startswith(("the_rule_here", "promise", "stronger", "int_")) for row in form.program.rows)


@pytest.mark.parametrize("kind", KINDS)
def test_under_conditions_the_rows_hold_only_then(kind: str) -> None:
    m = Model()
    switch, other = m.binary("switch"), m.binary("other")
    inner = constraint(kind, m)
    m.require("the rule", implies((switch, ~other), inner))
    # everything is fixed to something that breaks the rule, if anything does
    free = [s for s in brute_force.solutions(_without(m, kind)) if not inner.holds(s)]
    if free:
        for x in m.answer_variables():
            if isinstance(x, Lit):
                if x.n not in (switch.n, other.n):
                    m.require("fixed", x if free[0](x) else ~x)
            else:
                m.require("fixed", Linear([(1, x)], free[0](x), free[0](x)))
        assert {a[:2] for a in all_answers(m)} == {(0, 0), (0, 1), (1, 1)}
    else:
        assert (1, 0) in {a[:2] for a in all_answers(m)}


def _without(m: Model, kind: str) -> Model:
    """The variables of ``m``, without the rule in question (the other rules stay)."""
    result = Model()
    result.binary("switch"), result.binary("other")
    constraint(kind, result)
    return result


def test_one_loop_needs_an_edge_and_one_group() -> None:
    # two triangles: one or the other, not both, not none
    m = Model()
    line = m.binaries("line", 6)
    ends = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]
    nodes = [m.any_of([line[e] for e, pair in enumerate(ends) if i in pair]) for i in range(6)]
    for i, on in enumerate(nodes):
        m.require("degree", on >> Count([line[e] for e, pair in enumerate(ends) if i in pair], 2, 2))
    m.require("one loop", OneLoop(nodes, [(p, q, line[e]) for e, (p, q) in enumerate(ends)]))
    m.answer["line"] = list(line)
    assert all_answers(m) == {(1, 1, 1, 0, 0, 0), (0, 0, 0, 1, 1, 1)}


@pytest.mark.parametrize(("least", "size"), [(1, 3), (2, 3), (3, 3), (2, 4), (0, 2), (3, 2)])
def test_definitions_are_equivalences(least: int, size: int) -> None:
    m = Model()
    x = m.binaries("x", size)
    y = m.count_of(least, [~x[0], *x[1:]])
    m.answer["all"] = [*x, y]
    rows = linearise(m).program
    for bits in product((0, 1), repeat=size):
        truth = (1 - bits[0]) + sum(bits[1:]) >= least
        for value in (0, 1):
            values = {**dict(enumerate(bits)), abs(y.n) - 1: value if y.n > 0 else 1 - value}
            assert _allowed(rows, values) == (value == truth), (bits, value)


def test_one_of_two_but_not_both() -> None:
    m = Model()
    x = m.binaries("x", 2)
    y = m.differ(x[0], ~x[1])
    m.answer["all"] = [*x, y]
    rows = linearise(m).program
    for a, b, value in product((0, 1), repeat=3):
        assert _allowed(rows, {0: a, 1: b, 2: value}) == (value == (a == b))


def _allowed(program: Program, values: dict[int, int]) -> bool:
    """Whether 0/1 values of all columns keep all rows and bounds."""
    bounds: Any = [(column.low, column.high) for column in program.columns]
    inside = all(bounds[c][0] <= v <= bounds[c][1] for c, v in values.items())
    sums: Any = [(sum(a * values[c] for a, c in row.terms), row.low, row.high) for row in program.rows]
    return inside and all((low is None or low <= s) and (high is None or s <= high) for s, low, high in sums)


@pytest.mark.parametrize("literals", ["", "eq", "ge", "eq ge"])
def test_literals_of_whole_numbers_follow_its_value(literals: str) -> None:
    m = Model()
    n = m.integer("n", -1, 2)
    for name in literals.split():
        getattr(n, name)
    k = m.integer("k", -2, 4)
    m.require("tie", n + n + 0 == k)
    expected = brute_force.answers(m)
    assert len(expected) == 4
    assert all_answers(m) == expected


def test_big_m_is_as_small_as_the_bounds_allow() -> None:
    m = Model()
    x, y, c = m.binary("x"), m.binary("y"), m.binary("c")
    n = m.integer("n", 2, 9)
    m.require("rule", c >> Linear([(3, x), (-2, y), (1, n)], 7, None))
    (row,) = (row for row in linearise(m).program.rows if row.name == "rule")
    # 3x - 2y + n is at least 0 anyway: 3x - 2y + n - 7c >= 0
    assert {c: a for a, c in row.terms} == {0: 3, 1: -2, 2: -7, 3: 1}
    assert (row.low, row.high) == (0, None)


def test_norinori_states_the_pair_rule_of_its_document() -> None:
    m = Model()
    b = m.binaries("b", 5)
    m.require("pairs", b[0] >> Count(b[1:], 1, 1), at="r1c1")
    rows = linearise(m).program.rows
    assert [(row.name, sorted(row.terms, key=lambda t: t[1]), row.low, row.high) for row in rows] == [
        ("pairs_r1c1_least", [(-1, 0), (1, 1), (1, 2), (1, 3), (1, 4)], 0, None),
        ("pairs_r1c1_most", [(3, 0), (1, 1), (1, 2), (1, 3), (1, 4)], None, 4),
    ]
