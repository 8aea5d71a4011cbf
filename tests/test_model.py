"""Whoever adds a rule gets no wrong answer in silence: rules of one's own, variables of one name, operators that mean nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy
import pytest

import pencilp.model
from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import SolverError
from pencilp.formats.text import text as plain
from pencilp.model import (
    AllDifferent,
    Clause,
    Connected,
    Implies,
    Int,
    Lazy,
    Linear,
    Lit,
    Model,
    OneLoop,
    Sum,
    Table,
    all_hold,
    any_of,
    at_least,
    at_most,
    exactly,
    none_of,
    total,
)
from pencilp.model.fitting import Relation
from pencilp.program_files.write import to_lp
from pencilp.reformulate.linear.linearise import linearise

from . import brute_force

SOLVERS = ("clasp", "highs")
both = pytest.mark.parametrize("solver", SOLVERS)


# -- rules of one's own ------------------------------------------------------------------------------------------------


@both
def test_a_rule_on_borders_that_follow_from_rectangles(solver: str) -> None:
    puzzle = api.puzzle("shikaku", square(3, 4), numbers=[2, None, None, 2, None, None, None, None, 4, None, None, 4])
    every = api.solve(puzzle, solver, count=0).answers
    assert len(every) == 1
    assert (
        api.solve(puzzle, solver, rules=[lambda m, page: m.require("no border at all", none_of(page.borders))]).status
        == "none"
    )
    borders = [*every[0]["borders"]]
    one = borders.index(1)
    kept = api.solve(puzzle, solver, rules=[lambda m, page: m.require("a border here", page.borders[one])])
    assert kept.status == "unique"
    assert kept.answer == every[0]
    count = [lambda m, page: m.require("borders", exactly(sum(borders) + 1, page.borders))]
    assert api.solve(puzzle, solver, rules=count).status == "none"


@both
def test_a_rule_on_numbers_that_follow_from_regions(solver: str) -> None:
    puzzle = api.puzzle("fillomino", square(2, 3), given=[None, 2, None, None, None, None])
    every = api.solve(puzzle, solver, count=0).answers
    with_ones = [answer for answer in every if 1 in answer["number"]]
    assert 0 < len(with_ones) < len(every)

    def no_ones(m: Model, page: Any) -> None:
        for cell in page.board.cells:
            m.require("no cell is 1", page.number[cell] != 1, at=cell)

    left = api.solve(puzzle, solver, count=0, rules=[no_ones]).answers
    assert {(*a["number"],) for a in left} == {(*a["number"],) for a in every if a not in with_ones}
    assert api.check(puzzle, with_ones[0]) == []
    assert {fault.rule for fault in api.check(puzzle, with_ones[0], rules=[no_ones])} == {"no cell is 1"}
    single = api.puzzle("fillomino", square(1, 1))
    assert api.solve(single, solver).status == "unique"
    assert api.solve(single, solver, rules=[no_ones]).status == "none"


@both
@pytest.mark.parametrize("count", [2, 0])
def test_a_rule_that_wants_a_roundabout_way(solver: str, count: int) -> None:
    puzzle = api.puzzle("numberlink", square(2, 2), numbers=[1, 1, None, None])
    assert api.solve(puzzle, solver, count=count).status == "multiple"
    for links, status in ((1, "unique"), (2, "none"), (3, "unique"), (4, "none")):
        rule = [lambda m, page, links=links: m.require("the number of links is right", exactly(links, page.line))]
        outcome = api.solve(puzzle, solver, count=count, rules=rule)
        assert outcome.status == status, links
        assert all(sum(answer["line"]) == links for answer in outcome.answers)


@both
def test_a_definition_may_use_other_definitions(solver: str) -> None:
    puzzle = api.puzzle("shikaku", square(2, 2), numbers=["?", None, None, "?"])
    every = {(*a["borders"],) for a in api.solve(puzzle, solver, count=0).answers}
    assert len(every) == 2

    def through(m: Model, page: Any) -> None:
        m.require("both", m.all_of(page.borders[:2]))

    left = {(*a["borders"],) for a in api.solve(puzzle, solver, count=0, rules=[through]).answers}
    assert left == {b for b in every if b[0] and b[1]} != every


@both
def test_the_objective_may_use_definitions(solver: str) -> None:
    puzzle = api.puzzle("shikaku", square(2, 3), numbers=["?", None, None, None, None, "?"])
    every = api.solve(puzzle, solver, count=0).answers
    counts = [sum(a["borders"]) for a in every]
    assert len(set(counts)) > 1
    for sense, best in (("minimize", min(counts)), ("maximize", max(counts))):

        def wanted(m: Model, page: Any, sense: str = sense) -> None:
            getattr(m, sense)(total(page.borders))

        found = api.solve(puzzle, solver, count=0, rules=[wanted]).answers
        assert [sum(a["borders"]) for a in found] == [best] * counts.count(best)


@both
def test_counts_of_connected_cells(solver: str) -> None:
    """clasp's search for equivalent atoms (--eq) found a second answer of the one puzzle, and none of the other."""
    creek = plain.read(
        "creek\nboard:\n- - - -\n- # - -\n- - - -\nclues:\n0 ? 2 - -\n- 1 2 2 -\n0 0 - - 0\n0 0 - - -\n"
    )[0]

    def two(m: Model, page: Any) -> None:
        x = page.shaded
        m.require("two of these", m.count_of(2, [x[6], ~x[5], ~x[10]]))

    outcome = api.solve(creek, solver, rules=[two], count=0)
    assert [[*answer["shaded"]] for answer in outcome.answers] == [[0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]]
    content = "heyawake\nboard: hexagonal\nrooms:\n1 2 2 3 4\n5 5 2 3 3\nclues:\n1 1 - - 1\n- - - 0 -\n"
    heyawake = plain.read(content)[0]

    def weighed(m: Model, page: Any) -> None:
        x = page.shaded
        m.require("a sum", 3 * x[1] - x[7] + x[6] >= -1)

    right = [
        a
        for a in api.solve(heyawake, solver, count=0).answers
        if 3 * a["shaded"][1] - a["shaded"][7] + a["shaded"][6] >= -1
    ]
    assert len(right) == 1
    assert api.solve(heyawake, solver, rules=[weighed], count=0).answers == right


# -- names -------------------------------------------------------------------------------------------------------------


def two_of_one_name() -> tuple[Model, Int, Int]:
    m = Model()
    x, y = m.integer("n", 0, 3), m.integer("n", 0, 3)
    m.require("different", x + 1 <= y)
    m.require("far apart", y - x >= 3)
    m.require("same names again", exactly(1, m.binaries("n", 2)))
    return m, x, y


@both
def test_two_whole_numbers_of_one_name_are_two(solver: str) -> None:
    m, x, y = two_of_one_name()
    m.answer["numbers"] = [x, y]
    result = m.solve(solver, count=0)
    assert [(s(x), s(y)) for s in result.solutions] == [(0, 3)]
    m, x, y = two_of_one_name()
    m.rules.clear()
    m.answer["numbers"] = [x, y]
    assert len(m.solve(solver, count=0).solutions) == 16
    _ = x.eq, y.ge
    assert len(m.solve(solver, count=0).solutions) == 16


def test_columns_of_the_same_name_get_numbers_in_files() -> None:
    m, _, _ = two_of_one_name()
    program = linearise(m).program
    names = [column.name for column in program.columns]
    assert len(set(names)) == len(names)
    text = to_lp(program)
    assert len(re.findall(r"^ 0 <= n(?:_\d+)? <= 3$", text, re.M)) == 2


# -- operators ---------------------------------------------------------------------------------------------------------

MEANS_NOTHING: list[tuple[str, str]] = [
    ("a & b", "m.all_of((a, b))"),
    ("a and b", "m.all_of((a, b))"),
    ("a or b", "a | b"),
    ("not a", "~a"),
    ("bool(a)", "before it is solved"),
    ("all([a, b])", "m.all_of"),
    ("a ^ b", "m.differ(a, b)"),
    ("a < b", "a <= b"),
    ("a > b", "a <= b"),
    ("a < 1", "~a"),
    ("max(a, b)", "a <= b"),
    ("0 <= n <= 2", "m.all_of"),
    ("a * b", "numbers only"),
    ("a * n", "numbers only"),
    ("n * n", "numbers only"),
    ("(a + b) * n", "numbers only"),
    ("numpy.bool_(True) * a", "numbers only"),
    ("numpy.array([1, 2]) * a", "numbers only"),
    ("a / 2", "0.5 * x"),
    ("n / 2", "0.5 * x"),
    ("(a + b) / 2", "0.5 * x"),
    ("c | (a & b)", "m.all_of((a, b))"),
    ("c | (a == b)", "m.all_of"),
    ("c | (a + b <= 1)", "m.count_of"),
    ("(a + b <= 1) | c", "m.count_of"),
    ("c | n", "m.all_of"),
    ("n | c", "x == 3"),
    ("n & c", "x == 3"),
    ("~n", "x == 3"),
    ("n >> c", "x == 3"),
    ("c >> n", "is not a constraint"),
    ("c >> True", "is not a constraint"),
    ("(a | b) >> c", "m.any_of((a, b)) >> c"),
    ("(a | b) & c", "all_hold"),
    ("c & (a | b)", "m.all_of"),
    ("(a | b) and c", "require it"),
    ("not (a | b)", "require it"),
    ("~(a | b)", "only literals"),
    ("~(a + b)", "m.count_of"),
    ("(a + b) | c", "m.count_of"),
    ("2 * (a | b)", "m.any_of"),
    ("(a | b) * 2", "m.any_of"),
    ("(a | b) + 1", "m.any_of"),
    ("1 + (a | b)", "unsupported"),
    ("(a | b) + (b | c)", "m.any_of"),
    ("(a + b <= 1) + c", "m.any_of"),
    ("a + (b | c)", "m.any_of"),
    ("a + b < 1", "x <= y - 1"),
    ("a + b > 1", "x <= y - 1"),
    ("a + b != c", "m.count_of"),
    ("a + b <= c <= 1", "require it"),
    ("n < 0.5 * a", "<= or >="),
    ("n > 0.5 * a + 1", "<= or >="),
    ("n != a", "whole numbers"),
    ("n == (a == b)", "cannot stand in a linear expression"),
    ("n == (1 == 2)", "another comparison"),
    ("total([1 == 2, c])", "False cannot stand in a linear expression"),
    ("a + (b == c)", "cannot stand in a linear expression"),
    ("m.require('w', a == a)", "require impossible"),
    ("a + 'x'", "'x'"),
    ("sum([a, b]) and c", "before it is solved"),
    ("m.equal(a, b)", "m.differ"),
    ("m.greater(a, n)", "m.all_of"),
    ("a in [b, c]", "neither true nor false"),
    ("[b, a].index(a)", "neither true nor false"),
    ("a if a == b else c", "neither true nor false"),
    ("a != b", "m.differ(a, b)"),
    ("a == (b,)", "cannot stand in a linear expression"),
    ("a == 'w'", "self.NAME.is_('w')"),
    ("n == 'w'", "'w'"),
    ("m.require('w', True)", "require impossible"),
    ("m.require('w', n)", "is not a constraint"),
    ("m.require('w', a + b)", "is not a constraint"),
    ("m.require('w', [a, b])", "is not a constraint"),
    ("exactly(2.0, [a, b])", "how many literals are true is a whole number, not 2.0"),
    ("m.count_of(2.0, [a, b])", "how many literals are true is a whole number, not 2.0"),
    ("m.all_of(a | b)", "a clause is one constraint, not a list of literals: write (a, b)"),
    ("m.count_of(2, a | b)", "a clause is one constraint"),
    ("exactly(1, a | b)", "a clause is one constraint"),
    ("at_most(1, a | b)", "a clause is one constraint"),
    ("at_least(1, a | b)", "a clause is one constraint"),
    ("not_all(a | b)", "a clause is one constraint"),
    ("total(a | b)", "a clause is one constraint"),
    ("at_most(float('nan'), [a, b])", "how many literals are true is a whole number, not nan"),
    ("m.all_different('w', [a, b])", "only whole numbers (m.integer) can be all different, not Lit(1)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), MEANS_NOTHING, ids=[text for text, _ in MEANS_NOTHING])
def test_an_unsupported_operator_names_the_alternative(text: str, said: str) -> None:
    m = Model()
    a, b, c = m.binaries("x", 3)
    n = m.integer("n", 0, 3)
    with pytest.raises(TypeError, match=re.escape(said)):
        eval(text, {**vars(pencilp.model), "a": a, "b": b, "c": c, "n": n, "m": m, "numpy": numpy})


NO_NUMBERS: list[tuple[str, str]] = [
    ("m.require('the rule', a <= float('inf'))", "finite numbers, not of inf"),
    ("m.require('the rule', float('nan') * a <= 1)", "finite numbers, not of nan"),
    ("m.require('the rule', a + b + numpy.float64('inf') >= 1)", "finite numbers, not of inf"),
    ("m.require('the rule', Linear([(1, a)], None, float('nan')))", "the rule: a rule speaks of finite numbers, not of nan"),
    ("m.require('the rule', Linear([(float('inf'), n)], 1, None))", "the rule: a rule speaks of finite numbers, not of inf"),
    ("m.minimize(float('inf') * a)", "finite numbers, not of inf"),
    ("Runs([a, b], [0])", "from 1 on, or None for any, not 0"),
    ("Runs([a, b], [-1])", "from 1 on, or None for any, not -1"),
    ("Runs([a, b], [2.0])", "from 1 on, or None for any, not 2.0"),
    ("Runs([a, b], ['?'])", "from 1 on, or None for any, not '?'"),
    ("Connected([a, b, c], [(0, 1, None), (1, -1, None)])", "no node -1: they are numbered from 0 to 2 (-1, where a step"),
    ("Connected([a, b, c], [(0, 3, None)])", "no node 3: they are numbered from 0 to 2"),
    ("Connected([a, b, c], [(0, 1)])", "an edge is (node, node, literal or None), as in (0, 1)"),
    ("Reached([a, b, c], [(0, 1, None)], [-1])", "no node -1"),
    ("Reached([a, b, c], [(0, 1, None)], [7])", "no node 7"),
    ("Reached([a, b, c], [(-1, 1, None)], [0])", "no node -1"),
    ("OneLoop([a, b, c], [(0, 1, a), (1, 2, b), (2, -3, c)])", "no node -3"),
    ("m.flood([a, b, c], [(0, 1, None)], [-1])", "no node -1"),
    ("m.flood([a, b, c], [(0, 3, None)], [0])", "no node 3"),
    ("m.flood([], [], [0])", "no node 0: there are none"),
]  # fmt: skip


@both
@pytest.mark.parametrize(("text", "said"), NO_NUMBERS, ids=[text for text, _ in NO_NUMBERS])
def test_a_number_that_means_nothing_is_refused(text: str, said: str, solver: str) -> None:
    m = Model()
    a, b, c = m.binaries("x", 3)
    n = m.integer("n", 0, 3)

    def state_and_solve() -> None:
        eval(text, {**vars(pencilp.model), "a": a, "b": b, "c": c, "n": n, "m": m, "numpy": numpy})
        m.solve(solver)

    with pytest.raises(ValueError, match=re.escape(said)):
        state_and_solve()


def test_a_missing_neighbour_is_no_place_of_a_layer() -> None:
    puzzle = api.puzzle("norinori", square(2, 2), rooms=[0, 0, 0, 0])
    said = "there is no place -1"
    for rule in (
        lambda m, page: m.require("next to", at_least(1, page.shaded[page.board.step[0]])),
        lambda m, page: m.require("next to", page.shaded[page.board.step[0][0]]),
        lambda m, page: m.require("next to", at_least(1, page.shaded[{-1, 0}])),
    ):
        with pytest.raises(IndexError, match=said):
            api.solve(puzzle, rules=[rule])
    assert api.solve(puzzle, rules=[lambda m, page: m.require("two", exactly(2, page.shaded[:]))], count=0).answers
    x = Model().binaries("x", 3)
    assert x[-1] is x[2]
    with pytest.raises(IndexError, match=said):
        x[[0, -1]]


@both
def test_tables_take_whole_numbers_of_any_kind(solver: str) -> None:
    m = Model()
    a = m.binary("a")
    n = m.integer("n", 0, 3)
    m.answer["all"] = [n, a]
    m.require("one of these", Table([n, a], [(1.0, 1), (numpy.int64(2), True), (2.5, 0), (3, 0)]))
    assert brute_force.found(m, m.solve(solver, count=0)) == {(1, 1), (2, 1), (3, 0)} == brute_force.answers(m)


@both
def test_factors_that_a_solver_cannot_calculate_with_are_refused_in_one_line(solver: str) -> None:
    m = Model()
    a, b = m.binaries("x", 2)
    m.require("a large one", 1e20 * a + b >= 1)
    with pytest.raises(SolverError, match=r"^(highs|clasp): a large one ?: the numbers are too large"):
        m.solve(solver)


NO_LITERALS: list[tuple[Callable[..., Any], str]] = [
    (lambda m, a, b, c, n: exactly(1, [a == b, c]), "a constraint stands where a literal is needed"),
    (lambda m, a, b, c, n: any_of([a == a, c]), "the rule: True is not a variable"),
    (lambda m, a, b, c, n: at_least(1, [c, 1 != 2]), "the rule: True is not a variable"),
    (lambda m, a, b, c, n: c >> exactly(1, [1 == 2, b]), "the rule: False is not a variable"),
    (lambda m, a, b, c, n: all_hold([exactly(1, [a, 1 == 2]), a]), "the rule: False is not a variable"),
    (lambda m, a, b, c, n: all_hold([a, True]), "the rule: True is not a constraint"),
    (lambda m, a, b, c, n: m.all_of([1 == 2, c], "both") | a, "the definition of both: False is not a variable"),
    (lambda m, a, b, c, n: exactly(1, [a | b, c]), "a constraint stands where a literal is needed"),
    (lambda m, a, b, c, n: any_of([a + b <= 1, c]), "a constraint stands where a literal is needed"),
    (lambda m, a, b, c, n: exactly(1, [n, c]), "the whole number n stands where a literal is needed"),
    (lambda m, a, b, c, n: exactly(1, [a + b, c]), "an expression stands where a literal is needed"),
    (lambda m, a, b, c, n: at_most(1, [2 * a, c]), r"an expression stands .* write total\(\[2 \* x, y\]\) <= 3"),
    (lambda m, a, b, c, n: m.count_of(2, [2 * a, c, b]), "an expression stands where a literal is needed"),
]


@both
@pytest.mark.parametrize("number", range(len(NO_LITERALS)))
def test_a_value_that_is_no_literal_is_named(number: int, solver: str) -> None:
    make, said = NO_LITERALS[number]
    m = Model()
    a, b, c = m.binaries("x", 3)
    n = m.integer("n", 0, 3)
    m.require("the rule", make(m, a, b, c, n))
    with pytest.raises(TypeError, match=said):
        m.solve(solver)


def test_a_user_rule_is_checked_when_it_is_stated() -> None:
    puzzle = api.puzzle("shikaku", square(2, 2), numbers=["?", None, None, "?"])
    wrong = [lambda m, page: m.require("mine", exactly(1, [1 == 2, page.borders[1]]))]
    for call in (lambda: api.formulate(puzzle, rules=wrong), lambda: api.solve(puzzle, rules=wrong)):
        with pytest.raises(TypeError, match="mine: False is not a variable"):
            call()


def test_of_a_model_in_which_all_is_right_no_names_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are made all at once: of each of many definitions that would take a large model minutes."""
    m = Model()
    a, b = m.binaries("x", 2)
    m.require("the rule", any_of([m.all_of([a, b], "both"), ~a]))
    monkeypatch.setattr(Model, "names", lambda _: pytest.fail("names are made"))
    m.only_variables()


TOTALS: list[tuple[Callable[..., Any], Callable[..., bool]]] = [
    (lambda a, b, n: total(2 * x for x in (a, b, n)) <= 6, lambda a, b, n: 2 * (a + b + n) <= 6),
    (lambda a, b, n: total([a, 3 * b - 1, n, 2]) == 4, lambda a, b, n: a + 3 * b + n == 3),
    (lambda a, b, n: total([a + b, total([n, n]), -1]) >= 3, lambda a, b, n: a + b + 2 * n >= 4),
    (lambda a, b, n: total([0.5 * n, a, numpy.int64(1)]) <= 2, lambda a, b, n: 0.5 * n + a <= 1),
    (lambda a, b, n: 2 * total([n, ~a]) - b == 3, lambda a, b, n: 2 * (n + 1 - a) - b == 3),
    (lambda a, b, n: total([]) + total([1.5]) <= n, lambda a, b, n: n >= 1.5),
]


@both
@pytest.mark.parametrize("number", range(len(TOTALS)))
def test_a_total_takes_expressions_and_numbers(number: int, solver: str) -> None:
    make, meant = TOTALS[number]
    m = Model()
    a, b = m.binaries("x", 2)
    n = m.integer("n", 0, 3)
    m.answer["all"] = [a, b, n]
    m.require("the sum", make(a, b, n))
    expected = {v for v in product(range(2), range(2), range(4)) if meant(*v)}
    assert brute_force.found(m, m.solve(solver, count=0)) == expected


def test_total_refuses_terms_without_a_value() -> None:
    m = Model()
    a, b = m.binaries("x", 2)
    with pytest.raises(TypeError, match="a clause is one constraint, not a list"):
        total(a | b)
    for part in (a | b, a + b <= 1, "a", None):
        with pytest.raises(TypeError, match="cannot stand in a linear expression: define a literal"):
            total([a, part])


def test_all_different_names_the_alternative_for_expressions() -> None:
    m = Model()
    x, y = m.integer("x", 0, 3), m.integer("y", 0, 3)
    with pytest.raises(TypeError, match=r"make a whole number n, and require n == 2 \* x \+ y"):
        AllDifferent([x + y, x])


SUMS: list[tuple[str, Callable[..., bool]]] = [
    ("b + 0.5 * a <= 1", lambda a, b, n: b + 0.5 * a <= 1),
    ("b + a * 0.5 >= 1", lambda a, b, n: b + a * 0.5 >= 1),
    ("b + numpy.int64(2) * a <= 2", lambda a, b, n: b + 2 * a <= 2),
    ("a * numpy.float64(0.5) + b <= 1", lambda a, b, n: 0.5 * a + b <= 1),
    ("numpy.int8(1) - a <= b", lambda a, b, n: 1 - a <= b),
    ("numpy.int64(1) <= a + b", lambda a, b, n: a + b >= 1),
    ("n == numpy.int64(2)", lambda a, b, n: n == 2),
    ("numpy.int64(2) <= n", lambda a, b, n: n >= 2),
    ("n > numpy.int64(2)", lambda a, b, n: n > 2),
    ("numpy.int64(2) * n <= 3 + a", lambda a, b, n: 2 * n <= 3 + a),
    ("n < a + b", lambda a, b, n: n < a + b),
    ("n > a", lambda a, b, n: n > a),
    ("n == 2.0", lambda a, b, n: n == 2),
    ("n == 2.5", lambda a, b, n: False),
    ("a == b", lambda a, b, n: a == b),
    ("~a == b", lambda a, b, n: a != b),
    ("a == n", lambda a, b, n: a == n),
    ("a == 1", lambda a, b, n: a == 1),
    ("a == numpy.int64(0)", lambda a, b, n: a == 0),
    ("a == 2", lambda a, b, n: False),
    ("a == 1.0", lambda a, b, n: a == 1),
    ("n.equals(2)", lambda a, b, n: n == 2),
    ("a.equals(b + n)", lambda a, b, n: a == b + n),
    ("m.differ(a, b)", lambda a, b, n: a != b),
    ("~a >> b", lambda a, b, n: a or b),
    ("a <= b", lambda a, b, n: a <= b),
    ("-a >= b - 1", lambda a, b, n: -a >= b - 1),
    ("sum([a, b]) - n == 0", lambda a, b, n: a + b == n),
    ("(a + b - n) * -1 == 0", lambda a, b, n: a + b == n),
    ("0.1 * a + 0.2 * b >= 0.3", lambda a, b, n: a + b == 2),
    ("0.1 * a + 0.2 <= 0.3", lambda a, b, n: True),
    ("-1 + 0.1 * a <= -0.9", lambda a, b, n: True),
    ("3 * (0.1 * a) <= 0.3", lambda a, b, n: True),
    ("0.1 * a + 0.1 * b + 0.1 * n == 0.3", lambda a, b, n: a + b + n == 3),
    ("0.1 * (a + b) + 0.2 == 0.3 * n - 0.1", lambda a, b, n: a + b + 3 == 3 * n),
    ("a - (0.3 - 0.1 * n) >= 0", lambda a, b, n: 10 * a >= 3 - n),
    ("numpy.float64(0.1) * n + 0.2 <= 0.3", lambda a, b, n: n <= 1),
    ("Fraction(1, 3) * n + 0.5 * a <= Fraction(1, 3)", lambda a, b, n: 2 * n + 3 * a <= 2),
    ("Implies((a,), b)", lambda a, b, n: not a or b),
]


@both
@pytest.mark.parametrize("number", range(len(SUMS)), ids=[text for text, _ in SUMS])
def test_expressions_keep_all_terms(number: int, solver: str) -> None:
    text, meaning = SUMS[number]
    m = Model()
    a, b = m.binaries("x", 2)
    n = m.integer("n", 0, 3)
    names = {"Fraction": Fraction, "Implies": Implies, "a": a, "b": b, "n": n, "m": m, "numpy": numpy}
    m.require("it", eval(text, names))
    m.answer["all"] = [a, b, n]
    right = {(x, y, z) for x in (0, 1) for y in (0, 1) for z in range(4) if meaning(x, y, z)}
    assert brute_force.answers(m) == right
    assert brute_force.found(m, m.solve(solver, count=0)) == right


def test_literals_in_sets() -> None:
    m = Model()
    a, b = m.binaries("x", 2)
    assert bool(a == Lit(a.n))
    assert len({a, Lit(a.n), ~a, ~~a, b}) == 3
    assert {a: 1}[Lit(a.n)] == 1
    assert isinstance(sum([a, b]), Sum)


@both
def test_repeated_rules_are_kept_once(solver: str) -> None:
    """A generator has its literals only once; a list may be used again for the next rule."""
    m = Model()
    xs = m.binaries("x", 4)
    line: list[Lit] = []
    line += xs[:2]
    m.require("none of the first two", none_of(line))
    line.clear()
    m.require("one of the others", exactly(1, (x for x in xs[2:])))
    m.require("not the last", at_most(0, map(xs.__getitem__, [3])))
    m.require("in one group", Connected((x for x in xs), ((i, i + 1, None) for i in range(3))))
    m.only_variables()
    for _ in range(2):
        assert brute_force.found(m, m.solve(solver, count=0)) == {(0, 0, 1, 0)}


def test_a_place_for_each_constraint() -> None:
    m = Model()
    with pytest.raises(ValueError, match="mine: 2 constraints for 1 places"):
        m.require_all("mine", m.binaries("x", 2), [0])


def test_variables_of_another_model_are_refused() -> None:
    puzzle = api.puzzle("norinori", square(1, 3), rooms=[0, 0, 0])
    other = Model()
    n, xs = other.integer("n", 0, 3), other.binaries("x", 100)
    for constraint in (n + 0 >= 3, xs[80], exactly(1, [xs[80], xs[81]])):
        with pytest.raises(ValueError, match=r"mine: .* is a variable of another model"):
            api.formulate(puzzle, rules=[lambda m, page, c=constraint: m.require("mine", c)])  # type: ignore[misc]
    with pytest.raises(ValueError, match=r"the objective: .* is a variable of another model"):
        api.formulate(puzzle, rules=[lambda m, page: m.minimize(n + 0)])


@pytest.mark.parametrize(
    "constraint",
    [
        lambda m, x, n, y, k: Clause([x, y]),
        lambda m, x, n, y, k: y,
        lambda m, x, n, y, k: exactly(1, [x, y]),
        lambda m, x, n, y, k: Linear([(1, x), (2, y)], 1, None),
        lambda m, x, n, y, k: n + k == 3,
        lambda m, x, n, y, k: n != k,
        lambda m, x, n, y, k: AllDifferent([n, k]),
        lambda m, x, n, y, k: Table([n, k], [(0, 1)]),
        lambda m, x, n, y, k: Connected([x, y], [(0, 1, None)]),
        lambda m, x, n, y, k: Implies((y,), Clause([x])),
        lambda m, x, n, y, k: m.any_of([x, y]),
        lambda m, x, n, y, k: m.answer.update(a=[y]) or x,
        lambda m, x, n, y, k: m.answer.update(a=[k]) or x,
    ],
)
def test_a_model_refuses_variables_of_another(constraint: Any) -> None:
    m, other = Model(), Model()
    x, n, y, k = m.binary("x"), m.integer("n", 0, 4), other.binaries("y", 20)[15], other.integer("k", 0, 5)
    m.require("mine", constraint(m, x, n, y, k))
    with pytest.raises(ValueError, match=r"is a variable of another model$"):
        m.solve()


@pytest.mark.parametrize("part", [True, None])
def test_a_part_that_is_no_constraint_is_named(part: Any) -> None:
    puzzle = api.puzzle("norinori", square(1, 3), rooms=[0, 0, 0])
    for rule in (
        lambda m, page: m.require("mine", all_hold([part, page.shaded[0]])),
        lambda m, page: m.require_all("mine", [part]),
    ):
        with pytest.raises(TypeError, match=f"mine: {part} is not a constraint"):
            api.formulate(puzzle, rules=[rule])


@both
def test_an_objective_that_is_always_the_same_leaves_all_answers(solver: str) -> None:
    for always in (lambda m, x: 5, lambda m, x: m.integer("n", 3, 3) + 0, lambda m, x: 0 * x):
        m = Model()
        x = m.binary("x")
        m.minimize(always(m, x))
        m.answer["x"] = [x]
        assert m.solve(solver).status == "multiple"


def test_an_objective_with_numbers_too_large_for_a_solver_is_refused_in_one_line() -> None:
    m = Model()
    m.minimize(sum(0.1 * i * x for i, x in enumerate(m.binaries("x", 4))))  # 0.1 * 3 is 0.30000000000000004
    with pytest.raises(SolverError, match="the objective: the numbers are too large"):
        m.solve("clasp")
    assert m.solve("highs", count=0).objective == 0


@both
def test_a_loop_with_more_nodes_than_the_board_has_cells(solver: str) -> None:
    puzzle = api.puzzle("norinori", square(1, 2), rooms=[0, 0])

    def square_of_four(m: Model, page: Any) -> None:
        a, b = page.shaded
        nodes = [m.any_of((a, b)) for _ in range(4)]
        m.require("a loop", OneLoop(nodes, [(0, 1, a), (1, 2, b), (2, 3, a), (3, 0, b)]))

    assert api.solve(puzzle, solver, rules=[square_of_four]).status == "unique"


@both
def test_only_right_answers_are_optimized(solver: str) -> None:
    """A wrong answer that is better than all right ones, and is found wrong only when it is looked at, tells nothing."""
    m = Model()
    xs = m.binaries("x", 3)
    m.require("", Lazy(xs, lambda value: [] if any(map(value, xs)) else [any_of(xs)]))
    m.minimize(total(xs))
    assert brute_force.found(m, m.solve(solver, count=0)) == {(0, 0, 1), (0, 1, 0), (1, 0, 0)}
    puzzle = api.puzzle("fillomino", square(2, 3), given=[None, None, None, None, None, 2])
    every = [answer["number"] for answer in api.solve(puzzle, solver, count=0).answers]
    largest = max(map(sum, every))
    best = api.solve(puzzle, solver, rules=[lambda m, page: m.maximize(total(page.number))], count=0).answers
    assert sorted(answer["number"] for answer in best) == sorted(n for n in every if sum(n) == largest)


def test_a_definition_over_connected_cells_adds_no_answers() -> None:
    """clasp's preprocessing once took groups that support themselves for connected."""
    rooms = [[1, 1, None, 2, 2, 2], [1, 1, 3, 3, 4, 2]]
    board = square(2, 6, [(0, 2)])
    clues = [None] * 8 + [1, 1, None]
    puzzle = api.puzzle("heyawake", board, rooms=rooms, clues=clues)

    def mine(m: Model, page: Any) -> None:
        x = page.shaded
        some = m.any_of([~x[9], x[2], x[6]])
        every = m.all_of([m.all_of([~x[5], x[3]]), some, m.differ(~x[8], x[6]), x[7]])
        m.require("mine", m.differ(every, m.differ(m.differ(~x[5], ~x[10]), x[9])))

    assert api.solve(puzzle).status == "none"
    assert api.solve(puzzle, rules=[mine]).status == "none"


def test_linear_programs_with_groups_of_impossible_cells() -> None:
    puzzle = api.puzzle("kurotto", square(1, 3, [(0, 1)]), clues=[1, None])
    for solver in SOLVERS:
        assert api.solve(puzzle, solver).status == "none"


@pytest.mark.parametrize("seed", range(40))
def test_values_that_do_not_fit_are_never_together(seed: int) -> None:
    rng = random.Random(seed)
    one, other = range(1, rng.randint(2, 7)), range(rng.randint(2, 6))
    often = rng.choice([0.3, 0.7, 0.9])
    relation = Relation([(v, w) for v in one for w in other if rng.random() < often])
    few = relation.at_most_ones(one, other)
    for i, v in enumerate(one, 1):
        for k, w in enumerate(other, len(one) + 1):
            true = {i, k, *[-x for x in range(1, len(one) + len(other) + 1) if x not in (i, k)]}
            assert relation.fit(v, w) != any(true.issuperset(body) for body in relation.contradictions(one, other))
            assert few is None or relation.fit(v, w) == all(len(true.intersection(body)) <= 1 for body in few)
    assert few is not None or any(len(body) != 2 or min(body) < 0 for body in relation.contradictions(one, other))
