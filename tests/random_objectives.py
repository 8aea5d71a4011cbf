"""Small random programs with an objective, of the kinds that people write, and their best answers by brute force."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from pencilp.model import Lazy, Linear, Lit, Model, Sum, any_of, at_most, exactly, not_all
from tests import brute_force

Terms = list[tuple[Any, Any]]


def _either(rng: random.Random, lits: Sequence[Lit]) -> list[Lit]:
    """Each of ``lits``, or its opposite."""
    return [x if rng.random() < 0.5 else ~x for x in lits]


def knapsack(m: Model, rng: random.Random) -> Terms:
    """A few things, whose values may be equal, negative, large or fractions."""
    things = m.binaries("x", rng.randint(3, 9))
    weights = [rng.randint(1, 20) for _ in things]
    m.require("the sack holds half of all", Linear([*zip(weights, things, strict=True)], None, sum(weights) // 2))
    factor, less = rng.choice(((1, 0), (1, 8), (10**12, 0), (0.25, 0), (0.1, 1)))
    return [(round(factor * rng.randint(0, 20) - less, 2), x) for x in things]


def pigeons(m: Model, rng: random.Random) -> Terms:
    """Pigeons, perhaps too many for their holes, that must be in a hole where a switch is on."""
    holes = rng.randint(2, 3)
    switch, good = m.binary("z"), m.binary("y")
    inside = [m.binaries(f"a{pigeon}", holes) for pigeon in range(holes + rng.randint(0, 1))]
    for row in inside:
        m.require("where the switch is on a pigeon has a hole", switch >> any_of(row))
    for hole in zip(*inside, strict=True):
        m.require("a hole holds one pigeon", at_most(1, hole))
    m.require("one of two", rng.choice((~switch | good, switch | good, switch | ~good)))
    terms: Terms = [(rng.choice((1, 3, -1)), good), (rng.randint(-1, 1), switch)]
    return terms + [(-1, x) for row in inside for x in row if rng.random() < 0.9]


def assignment(m: Model, rng: random.Random) -> Terms:
    """Who does what: one each."""
    size = rng.randint(2, 3)
    does = [m.binaries(f"a{who}", size) for who in range(size)]
    for line in (*does, *zip(*does, strict=True)):
        m.require("one each", exactly(1, line))
    most = rng.choice((1, 3, 9))
    return [(rng.randint(-most, most), x) for line in does for x in line]


def covering(m: Model, rng: random.Random) -> Terms:
    """Sets, of each of which one thing is taken; sometimes too few may be."""
    things = m.binaries("x", rng.randint(3, 9))
    for _ in range(rng.randint(2, 8)):
        m.require("one of them", any_of(rng.sample(things, rng.randint(1, 3))))
    if rng.random() < 0.2:
        m.require("few", at_most(1, things))
    most = rng.choice((1, 2, 9))
    return [(rng.randint(0, most), x) for x in things]


def numbers(m: Model, rng: random.Random) -> Terms:
    """Whole numbers in rows."""
    lows = [rng.randint(-4, 3) for _ in range(rng.randint(1, 3))]
    every: list[Any] = [m.integer(f"n{i}", low, low + rng.randint(0, 6)) for i, low in enumerate(lows)]
    if rng.random() < 0.5:
        m.require("not this one", every[0] != every[0].low + 1)
    every += m.binaries("x", 2)
    for _ in range(rng.randint(1, 2)):
        row = [(rng.randint(-3, 3), x) for x in every]
        m.require("a row", Linear(row, rng.choice((None, rng.randint(-6, 2))), rng.randint(2, 8)))
    return [(rng.choice((-3, -1, 0, 0.5, 1, 2.25)), x) for x in every]


def defined(m: Model, rng: random.Random) -> Terms:
    """An objective of literals that are no part of an answer, but defined by it."""
    xs = m.binaries("x", rng.randint(4, 7))
    counts = [m.count_of(rng.randint(1, 2), _either(rng, rng.sample(xs, 3))) for _ in range(rng.randint(1, 3))]
    for _ in range(rng.randint(0, 4)):
        m.require("one of two", any_of(_either(rng, rng.sample(xs, 2))))
    if rng.random() < 0.7:
        m.answer["some"] = rng.sample(xs, rng.randint(1, len(xs)))
    return [(rng.randint(-2, 2), x) for x in _either(rng, counts)]


def indifferent(m: Model, rng: random.Random) -> Terms:
    """An objective that says nothing: no terms, only zeros, or such as cancel each other."""
    x, y, *_ = [y for _, y in rng.choice((covering, assignment))(m, rng)]
    return rng.choice(([], [(0, x), (0, y)], [(1, x), (-1, x)]))


def lazily(m: Model, rng: random.Random) -> Terms:
    """A rule that is stated where a solution breaks it, by a clause or by a count."""
    terms = rng.choice((knapsack, covering, assignment))(m, rng)
    some = [x for _, x in rng.sample(terms, 3)]
    if rng.random() < 0.5:
        m.require("", Lazy(some, lambda value: [not_all(some)] if all(map(value, some)) else []))
    else:
        m.require("", Lazy(some, lambda value: [at_most(1, some)] if sum(map(value, some)) > 1 else []))
    return terms


KINDS: tuple[Callable[[Model, random.Random], Terms], ...] = (
    knapsack, pigeons, assignment, covering, numbers, defined, indifferent, lazily,
)  # fmt: skip


def program(seed: int) -> tuple[Model, set[tuple[int, ...]]]:
    """A program, of each kind in turn, and its best answers."""
    rng = random.Random(seed)
    m = Model()
    terms = KINDS[seed % len(KINDS)](m, rng)
    if rng.random() < 0.5:
        m.minimize(Sum(terms) + rng.choice((0, 0, -7, 0.5)))
        sign = 1
    else:
        m.maximize(Sum(terms) + rng.choice((0, 0, -7, 0.5)))
        sign = -1
    # multiples of a hundredth
    worth = [
        (sign * sum(round(100 * a) * s(x) for a, x in terms), tuple(map(s, m.answer_variables())))
        for s in brute_force.solutions(m)
    ]
    least = min((cost for cost, _ in worth), default=0)
    return m, {answer for cost, answer in worth if cost == least}
