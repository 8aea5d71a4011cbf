"""The plain program: names, verification, exclusion; and print(model)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilp.model import (
    Connected,
    Lazy,
    Linear,
    Model,
    OneLoop,
    Reached,
    Solution,
    Table,
    at_most,
    exactly,
    implies,
    total,
)
from pencilp.reformulate.linear.linearise import linearise
from pencilp.reformulate.linear.names import MAX_NAME_LENGTH, legal_name
from pencilp.reformulate.linear.program import INTEGER, Column, Program, exclusion

from . import brute_force
from .random_models import models


@pytest.mark.parametrize(("name", "legal"), [
    ("b(1,2)", "b(1,2)"),
    ("b[1,2]", "b(1,2)"),
    ("x", "x"),
    ("e1", "_e1"),
    ("E", "_E"),
    ("edge(1,2)", "edge(1,2)"),
    ("2x", "_2x"),
    (".5", "_.5"),
    ("(1,2)", "_(1,2)"),
    ("free", "_free"),
    ("End", "_End"),
    ("a room holds two", "a_room_holds_two"),
    ("黒マス", "_"),
    ("a <= b + c", "a_b_c"),
    ("", "_"),
])  # fmt: skip
def test_names_become_legal(name: str, legal: str) -> None:
    assert legal_name(name) == legal


def test_long_names_are_cut() -> None:
    assert len(legal_name("very " * 100)) <= MAX_NAME_LENGTH + 1


def test_rows_are_named_after_rule_and_place_and_each_once() -> None:
    m = Model(lambda c: f"r1c{c + 1}")
    x = m.binaries("x", 6)
    m.require("two of a room", exactly(2, x), at=range(6))
    m.require("no neighbours", at_most(1, x[(0, 1)]), at=(0, 1))
    m.require("no neighbours", at_most(1, x[(1, 2)]), at=(1, 2))
    m.require("no neighbours", at_most(1, x[(1, 2)]), at=(1, 2))
    m.require("Around", x[0] + x[1] <= 1, at="(1,2)")
    m.require("anything", x[0] | x[1], at=3, name="CELL(1,2)_3")
    m.require("", x[0] | x[2])
    assert [row.name for row in linearise(m).program.rows] == [
        "two_of_a_room_r1c1",
        "no_neighbours_r1c1_r1c2",
        "no_neighbours_r1c2_r1c3",
        "no_neighbours_r1c2_r1c3_2",
        "Around(1,2)",
        "CELL(1,2)_3",
        "structure",
    ]


def test_columns_have_different_names_whatever_the_model_calls_them() -> None:
    m = Model()
    for _ in range(3):
        m.binary("a b")
    m.binary("a_b_2")
    m.integer("a_b", 0, 5)
    names = [column.name for column in linearise(m).program.columns]
    assert len(set(names)) == len(names) == 5


def test_fractions_become_whole_rows() -> None:
    m = Model()
    x, y = m.binary("x"), m.binary("y")
    m.require("tenths", Linear([(0.1, x), (0.25, y)], None, 0.3))
    (row,) = linearise(m).program.rows
    assert (row.terms, row.high) == ([(2, 0), (5, 1)], 6)


def test_rows_that_say_nothing_are_left_out_and_contradictions_stay() -> None:
    m = Model()
    x = m.binaries("x", 2)
    m.require("nothing", Linear([(0, x[0])], None, 3))
    m.require("nothing", Linear([(1, x[0]), (-1, x[0])], 0, 0))
    m.require("contradiction", Linear([(1, x[0]), (-1, x[0])], 1, None))
    rows = linearise(m).program.rows
    assert [(row.name, row.terms, row.low) for row in rows] == [("contradiction", [], 1)]


@settings(max_examples=150, deadline=None)
@given(models(lazy=True))
def test_every_solution_by_brute_force_is_recognised_as_one(m: Model) -> None:
    form = linearise(m)
    for s in brute_force.solutions(m):
        assert form.broken(s) == ""
        assert form.violated(s) == []


@settings(max_examples=150, deadline=None)
@given(models(lazy=True), st.data())
def test_a_solution_with_one_bit_changed_is_recognised_as_wrong(m: Model, data: st.DataObject) -> None:
    form = linearise(m)
    good = {
        tuple(s.bits[v] for v in range(1, m.size + 1)) + tuple(s.ints.values()): s for s in brute_force.solutions(m)
    }
    if not good:
        return
    s = data.draw(st.sampled_from(list(good.values())))
    v = data.draw(st.integers(1, m.size))
    changed = Solution({**s.bits, v: 1 - s.bits[v]}, s.ints)
    key = tuple(changed.bits[v] for v in range(1, m.size + 1)) + tuple(changed.ints.values())
    assert (form.broken(changed) == "" and not form.violated(changed)) == (key in good)


def test_a_broken_rule_is_named_with_its_place() -> None:
    m = Model()
    x = m.binaries("x", 2)
    n = m.integer("n", 0, 3)
    _ = n.eq
    m.require("one is on", x[0] | x[1], at="r1c1")
    form = linearise(m)
    good = {3: 1, 4: 0, 5: 0, 6: 0}
    assert form.broken(Solution({1: 1, 2: 0, **good}, {0: 0})) == ""
    assert form.broken(Solution({1: 0, 2: 0, **good}, {0: 0})) == "one is on r1c1"
    assert "at odds" in form.broken(Solution({1: 1, 2: 0, **good}, {0: 1}))
    assert "not from 0 to 3" in form.broken(Solution({1: 1, 2: 0, **good}, {0: 4}))


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 4)), min_size=1, max_size=3), st.data())
def test_exclusion_excludes_one_solution_and_no_other(bounds: list[tuple[int, int]], data: st.DataObject) -> None:
    program = Program()
    program.columns = [Column(f"n{k}", low, low + span, INTEGER) for k, (low, span) in enumerate(bounds)]
    found = [data.draw(st.integers(low, low + span)) for low, span in bounds]
    exclusion(program, list(range(len(bounds))), found)
    other = [data.draw(st.integers(low, low + span)) for low, span in bounds]
    # the new columns say less and greater: the best choice for them is the truth
    values: list[float] = [float(v) for v in other]
    for column in program.columns[len(bounds) :]:
        k = next(k for k in range(len(bounds)) if column.name.endswith(f"n{k}"))
        values.append(float(other[k] < found[k] if column.name.startswith("less") else other[k] > found[k]))
    holds = all(
        (row.low is None or sum(a * values[c] for a, c in row.terms) >= row.low)
        and (row.high is None or sum(a * values[c] for a, c in row.terms) <= row.high)
        for row in program.rows
    )
    assert holds == (other != found)


def test_the_model_does_not_change_when_it_is_linearised() -> None:
    m = Model()
    x = m.binaries("x", 4)
    m.require("connected", Connected(x, [(0, 1, None), (1, 2, None), (2, 3, None)]))
    before = m.size, len(m.rules), len(m.ints)
    linearise(m)
    assert (m.size, len(m.rules), len(m.ints)) == before


def test_a_model_prints_in_words() -> None:
    m = Model(lambda c: f"r1c{c + 1}")
    x = m.binaries("x", 4, lambda: [f"1,{c}" for c in range(1, 5)])
    n = m.integer("n", 0, 3)
    on = m.any_of(x[(0, 1)], "on")
    two = m.count_of(2, x, "two")
    m.require("a cell touches exactly one other", x[0] >> exactly(1, x[(1, 2)]), at=0)
    m.require("never all", at_most(3, x), at=(0, 1))
    m.require("sum", 2 * n - x[0] <= 3)
    m.require("either", ~x[0] | on)
    m.require("range", Linear([(1, n), (2, ~x[1])], 1, 2))
    m.require("pair", Table([x[0], x[1]], [(0, 1), (1, 0)]))
    m.require("group", Connected(x, [(0, 1, None)]))
    m.require("way", Reached(x, [(0, 1, None)], [0]))
    m.require("loop", OneLoop(x, [(0, 1, x[2]), (1, 2, x[3])]))
    m.require("later", Lazy(x, lambda value: []))
    m.require("", implies((x[0], ~x[1]), two))
    m.maximize(total(x) + 3)
    assert str(m).splitlines() == [
        "6 0/1 variables, 1 whole number, 11 rules",
        "Variables",
        "  x(1,1) to x(1,4): 4 of 0 or 1",
        "  on",
        "  two",
        "  n: 0 to 3",
        "Definitions",
        "  on = x(1,1) or x(1,2)",
        "  two = at least 2 of x(1,1), x(1,2), x(1,3), x(1,4)",
        "Rules",
        "  a cell touches exactly one other [r1c1]: x(1,1) -> exactly 1 of x(1,2), x(1,3)",
        "  never all [r1c1 r1c2]: at most 3 of x(1,1), x(1,2), x(1,3), x(1,4)",
        "  sum: 2 n - x(1,1) <= 3",
        "  either: not x(1,1) or on",
        "  range: 1 <= n + 2 (not x(1,2)) <= 2",
        "  pair: (x(1,1), x(1,2)) is one of (0, 1), (1, 0)",
        "  group: one connected group among x(1,1), x(1,2), x(1,3), x(1,4)",
        "  way: reached from x(1,1): x(1,1), x(1,2), x(1,3), x(1,4)",
        "  loop: one single loop of x(1,3), x(1,4)",
        "  later: stated only where broken, over x(1,1), x(1,2), x(1,3), x(1,4)",
        "  structure: not x(1,1) or x(1,2) or two",
        "Maximize",
        "  x(1,1) + x(1,2) + x(1,3) + x(1,4) + 3",
    ]
