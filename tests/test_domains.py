"""Values that single rules decide are not stated; what is left has the same answers."""

from __future__ import annotations

import random
from itertools import product

from pencilp.model import Model, none_of
from pencilp.solvers.clasp import Clasp
from pencilp.solvers.domains import Domains


def test_a_fixed_number_excludes_its_value_from_the_others() -> None:
    m = Model()
    x, y, z = (m.integer(name, 1, 3) for name in "xyz")
    m.all_different("different", [x, y, z])
    m.require("given", x == 2)
    m.require("not one", ~(y == 1))
    domains = Domains(m.ints, [rule.constraint for rule in m.rules], m.size)
    assert {name: [v for v, _ in left] for name, left in domains.literals.items()} == {"x": [2], "y": [3], "z": [1]}
    assert domains.known(int(z == 1))
    assert domains.known(-int(z == 2))
    assert not domains.known(int(z == 2))
    assert len(domains.dead) == 6


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


def test_random_units_and_groups_against_brute_force() -> None:
    chance = random.Random(5)
    for _ in range(120):
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
        right = {
            p
            for p in product(*(x.values for x in xs))
            if all((p[i] == v) == positive for i, v, positive in units)
            and all(len({p[i] for i in group}) == len(group) for group in groups)
        }
        found = {tuple(solution(x) for x in xs) for solution in Clasp(m).search(0).solutions}
        assert found == right
