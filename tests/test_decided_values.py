"""Values that single rules decide are not stated; what is left has the same answers."""

from __future__ import annotations

import random
from itertools import product

import pytest

from pencilp.model import MayTake, Model, at_most, between, none_of, total
from pencilp.solvers.clasp.domains import FALSE, TRUE, Domains
from pencilp.solvers.clasp.search import Clasp
from pencilp.solvers.milp import highs


def test_a_fixed_number_excludes_its_value_from_the_others() -> None:
    m = Model()
    x, y, z = (m.integer(name, 1, 3) for name in "xyz")
    m.all_different("different", [x, y, z])
    m.require("given", x == 2)
    m.require("not one", ~(y == 1))
    domains = Domains(m.ints, [rule.constraint for rule in m.rules], m.size)
    assert {m.ints[k].name: [v for v, _ in left] for k, left in domains.literals.items()} == {
        "x": [2],
        "y": [3],
        "z": [1],
    }
    known = domains.known
    assert [known[lit.n] for lit in (z == 1, ~(z == 1), z == 2, ~(z == 2))] == [TRUE, FALSE, FALSE, TRUE]
    assert [known[lit.n] for n in (x, y, z) for lit in n.eq].count(FALSE) == 6
    assert domains.needless == {id(rule.constraint) for rule in m.rules}


def test_contradictions_are_left_to_the_solver() -> None:
    m = Model()
    x, y = m.integer("x", 1, 2), m.integer("y", 1, 2)
    m.all_different("different", [x, y])
    m.require("given", x == 1)
    m.require("given", y == 1)
    assert Clasp(m).search(0).solutions == []
    m = Model()
    x = m.integer("x", 1, 2)
    m.require("none", none_of([x == 1, x == 2]))
    assert Clasp(m).search(0).solutions == []
    m = Model()
    x, y = m.integer("x", 5, 5), m.integer("y", 2, 5)
    m.require("its only value", ~(x == 5))
    m.require("one of several", ~(y == 2))
    assert Clasp(m).search(0).solutions == []


def test_random_units_and_groups_against_brute_force() -> None:
    chance = random.Random(5)
    for _ in range(300):
        m = Model()
        # ranges, and values with gaps
        domains = [sorted(chance.sample(range(1, 6), chance.randint(1, 4))) for _ in range(4)]
        xs = [m.integer(f"x{i}", d[0], d[-1], d if chance.random() < 0.5 else None) for i, d in enumerate(domains)]
        m.answer = {"x": list(xs)}
        groups = [chance.sample(range(4), chance.randint(2, 4)) for _ in range(chance.randint(0, 2))]
        for group in groups:
            m.all_different("different", [xs[i] for i in group])
        units = []
        for _ in range(chance.randint(0, 3)):
            i = chance.randrange(4)
            v, positive = chance.choice(list(xs[i].values)), chance.random() < 0.4
            units.append((i, v, positive))
            m.require("unit", (xs[i] == v) if positive else none_of([xs[i] == v]))
        counts = []
        for _ in range(chance.randint(0, 3)):
            listed = [
                (i, v) for i in chance.sample(range(4), chance.randint(2, 4)) for v in [chance.choice(domains[i])]
            ]
            low = chance.choice((0, 0, 1))
            counts.append((low, listed))
            m.require("count", between(low, 1, [xs[i] == v for i, v in listed]))
        right = {
            p
            for p in product(*(x.values for x in xs))
            if all((p[i] == v) == positive for i, v, positive in units)
            and all(len({p[i] for i in group}) == len(group) for group in groups)
            and all(low <= sum(p[i] == v for i, v in listed) <= 1 for low, listed in counts)
        }
        found = {tuple(solution(x) for x in xs) for solution in Clasp(m).search(0).solutions}
        assert found == right


def test_a_number_is_not_different_from_itself() -> None:
    m = Model()
    x, y = m.integer("x", 1, 2), m.integer("y", 1, 2)
    m.all_different("different", [x, y, x])
    m.require("given", x == 1)
    assert Clasp(m).search(0).solutions == []


def test_counts_of_which_one_literal_may_be_true() -> None:
    """What a given number excludes by them is found, and they need not be stated; other literals in them are kept."""
    m = Model()
    xs = [m.integer(name, 1, 3) for name in "xyz"]
    x, y, z = xs
    b = m.binary("b")
    m.answer = {"x": [*xs, b]}
    m.require("given", x == 1)
    m.require("apart", at_most(1, [x == 1, y == 1]))
    m.require("apart", at_most(1, [y == 2, z == 3, x == 1]))
    m.require("mixed", at_most(1, [x == 1, b]))
    domains = Domains(m.ints, [rule.constraint for rule in m.rules], m.size)
    assert {m.ints[k].name: [v for v, _ in left] for k, left in domains.literals.items()} == {
        "x": [1],
        "y": [3],
        "z": [1, 2],
    }
    assert domains.needless == {id(rule.constraint) for rule in m.rules[:3]}
    found = {tuple(solution(v) for v in m.answer["x"]) for solution in Clasp(m).search(0).solutions}
    assert found == {(1, 3, 1, 0), (1, 3, 2, 0)}


def test_a_literal_counts_as_often_as_it_is_listed() -> None:
    m = Model()
    x = m.integer("x", 1, 2)
    m.require("given", x == 1)
    m.require("once", at_most(1, [x == 1, x == 1]))
    assert Clasp(m).search(0).solutions == []


@pytest.mark.parametrize("order", ["xyz", "zxy"])
def test_which_layers_accept_a_value(order: str) -> None:
    m = Model()
    by_name = {name: m.integer(name, 1, 3) for name in "wxyz"}
    assert by_name["w"].eq
    ints = [by_name[name] for name in order]
    m.require("only the first is 1, the last is not 2", MayTake(ints, [0b001, 0b011, 0b111]))
    domains = Domains(m.ints, [rule.constraint for rule in m.rules], m.size)
    assert [[v for v, _ in domains.literals[x.index]] for x in ints] == [[1, 2, 3], [2, 3], [3]]
    for found in (Clasp(m), highs.prepare(m)):
        search = found.search if isinstance(found, Clasp) else found
        values = {tuple(map(solution, ints)) for solution in search(0).solutions}
        assert values == {(a, b, 3) for a in (1, 2, 3) for b in (2, 3)}


def test_different_numbers_do_not_all_have_the_least_value() -> None:
    m = Model()
    xs = [m.integer(name, 1, 4) for name in "xyz"]
    _ = [x.eq for x in xs]
    other = m.integer("w", 1, 4)
    m.all_different("different", xs)
    domains = Domains(m.ints, [rule.constraint for rule in m.rules], m.size)
    sums = [n for n in range(3, 13) if domains.can_add_up(xs, n, n)]
    assert sums == [6, 7, 8, 9]
    assert domains.can_add_up(xs, 9, None)
    assert not domains.can_add_up(xs, None, 5)
    assert domains.can_add_up([*xs[:2], other], 3, 3)
    for n in range(3, 13):
        m = Model()
        xs = [m.integer(name, 1, 4) for name in "xyz"]
        text = m.binary("text")
        m.all_different("different", xs)
        m.require("sum", text >> (total(xs) == n))
        found = Clasp(m).search(0).solutions
        assert {sum(s.of(xs)) for s in found if s(text)} == {n} & {6, 7, 8, 9}
        assert sum(not s(text) for s in found) == 24
