"""Only the best answers count, whichever solver, and whichever stages its search goes through: against brute force."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilp import solvers
from pencilp.errors import SolverError
from pencilp.model import Linear, Model, Solution, Sum, at_most, exactly, total
from pencilp.solvers.clasp import search
from pencilp.solvers.clasp.optimum import Optimum
from pencilp.solvers.clasp.search import Clasp, solve
from pencilp.solvers.installed import installed
from pencilp.solvers.result import Result
from tests import amount
from tests.random_objectives import KINDS, program
from tests.stages import changing

OTHERS = [name for name in ("highs", "scip", "glpk", "cbc", "cpsat") if installed(name)]


def held(m: Model, best: set[tuple[int, ...]], result: Result, count: int, *text: Any) -> None:
    """A result has as many of the best answers as were asked for, and says what is proved."""
    found = [tuple(map(solution, m.answer_variables())) for solution in result.solutions]
    assert set(found) <= best, text
    assert len(found) == len(set(found)) == (min(count, len(best)) if count else len(best)), text
    assert result.incumbent is None
    if not best:
        assert result.status == "none", text
    elif count == 1:
        assert result.status == "unknown", text
    elif len(best) == 1:
        assert result.status == "unique", text
    else:
        assert result.status == "multiple", text
        assert result.complete == (not count or count > len(best)), text


def asked(seed: int, threads: int) -> None:
    """A program is searched for any number of answers while stages change, also where these are many."""
    m, best = program(seed)
    for count in (1, 2, 5, 0):
        for many in (1000, 2) if not count else (1000,):
            with changing((seed, count), MAX_EXCLUDED_ANSWERS=many):
                result = Clasp(m, threads=threads).search(count)
            held(m, best, result, count, seed, threads, count, many)


@pytest.mark.parametrize("threads", [1, 2, 0])
@pytest.mark.parametrize("kind", [kind.__name__ for kind in KINDS])
def test_whatever_is_proved_of_the_objective_holds_in_every_later_stage(kind: str, threads: int) -> None:
    first = [kind.__name__ for kind in KINDS].index(kind)
    for seed in range(first, len(KINDS) * amount.of(10, 100), len(KINDS)):
        asked(seed, threads)


@settings(max_examples=60)
@given(st.integers(10**6, 10**9), st.sampled_from((1, 2, 0)))
def test_whatever_is_proved_of_any_objective_holds_in_every_later_stage(seed: int, threads: int) -> None:
    asked(seed, threads)


def test_programs_have_no_best_answer_one_or_several() -> None:
    sizes = [min(len(program(seed)[1]), 2) for seed in range(80)]
    assert min(map(sizes.count, (0, 1, 2))) > 3


@pytest.mark.parametrize("solver", OTHERS)
def test_other_solvers_find_the_same_best_answers(solver: str) -> None:
    for seed in range(len(KINDS) * amount.of(3, 20)):
        m, best = program(seed)
        if len(best) < amount.of(10, 40):
            for count in (2, 0):
                held(m, best, solvers.prepare(m, solver)(count=count), count, seed, solver, count)


# -- single programs --------------------------------------------------------------------------------------------------


def pigeons_behind_a_switch(count: int) -> Model:
    """Pigeons that need a hole each where ``z`` is on, and it cannot be: the proof of that takes long. ``y`` is wanted."""
    m = Model()
    y, z = m.binary("y"), m.binary("z")
    inside = [m.binaries(f"in{i}", count - 1) for i in range(count)]
    for row in inside:
        m.require("a pigeon has a hole just where the switch is on", total(row) == z)
    for hole in zip(*inside, strict=True):
        m.require("a hole holds one pigeon", at_most(1, hole))
    m.require("one of two", exactly(1, [y, z]))
    m.maximize(y)
    m.answer["switches"] = [y, z]
    return m


def worth(m: Model, solution: Solution) -> Any:
    """The value of the objective."""
    assert m.objective is not None
    return sum(a * solution(x) for a, x in m.objective.terms)


def knapsack(things: int) -> tuple[Model, int]:
    """A knapsack with one best choice, and what that is worth."""
    rng = random.Random(things)
    m = Model()
    xs = m.binaries("x", things)
    weights = [rng.randint(10, 60) for _ in xs]
    values = [weight + rng.randint(0, 20) for weight in weights]
    m.require("the sack holds half of all", Linear([*zip(weights, xs, strict=True)], None, sum(weights) // 2))
    m.maximize(Sum([*zip(values, xs, strict=True)]))
    best = [0] * (sum(weights) // 2 + 1)
    for weight, value in zip(weights, values, strict=True):
        best = [max(best[k], best[k - weight] + value) if k >= weight else best[k] for k in range(len(best))]
    return m, best[-1]


@pytest.fixture
def stages_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stage ends at clasp's first restart, the first one after a moment, and a race begins soon."""
    for key, value in (("FIRST_CONFLICTS", 1), ("FIRST_SECONDS", 0.01), ("BEFORE_RACE_SECONDS", 0.05)):
        monkeypatch.setattr(search, key, value)
    monkeypatch.setattr(search, "_processors", lambda: 2)


@pytest.mark.usefixtures("stages_soon")
@pytest.mark.parametrize("count", [2, 0])
@pytest.mark.parametrize("threads", [1, 0])
def test_a_proof_that_takes_several_stages_keeps_the_best_cost(threads: int, count: int) -> None:
    m = pigeons_behind_a_switch(7)
    held(m, {(1, 0)}, Clasp(m, threads=threads).search(count), count)
    m, best = knapsack(20)
    result = Clasp(m, threads=threads).search(count)
    assert result.status == "unique"
    assert [worth(m, solution) for solution in result.solutions] == [best]


@pytest.mark.parametrize("solver", OTHERS)
def test_other_solvers_know_the_best_of_them(solver: str) -> None:
    m = pigeons_behind_a_switch(5)
    held(m, {(1, 0)}, solvers.prepare(m, solver)(), 2)


@pytest.mark.usefixtures("stages_soon")
def test_the_best_so_far_is_no_answer() -> None:
    m, best = knapsack(60)
    result = solve(m, time_limit=0.5)
    assert result.status == "unknown"
    assert result.solutions == []
    assert result.incumbent is not None
    assert worth(m, result.incumbent) <= best


def test_one_search_takes_nothing_from_the_next() -> None:
    for seed in range(3 * len(KINDS)):
        m, best = program(seed)
        for again in (False, True):
            clasp = Clasp(m, whole=again)
            for count in (2, 0, 1, 0, 2):
                with changing((seed, count), MAX_EXCLUDED_ANSWERS=2):
                    held(m, best, clasp.search(count), count, seed, count, again)
                    assert clasp.possible([], 10**6) == bool(best)


def test_proved_bounds_of_the_cost_stay() -> None:
    optimum = Optimum(wanted=True)
    assert optimum.mode == b"optN"
    optimum.keep(7, Solution({}, {}))
    assert (optimum.mode, optimum.improves(7), optimum.improves(6)) == (b"optN,7", False, True)
    with pytest.raises(SolverError, match="cost 8 was called best"):
        optimum.prove(8)
    with pytest.raises(SolverError, match="without the best solution"):
        optimum.ended()
    optimum.prove(5)
    optimum.ended()
    assert (optimum.mode, optimum.incumbent) == (b"enum,5", None)
    for cost in (4, 6):
        with pytest.raises(SolverError, match=f"cost {cost} was called best"):
            optimum.prove(cost)
    assert Optimum(wanted=False).mode == b"ignore"
