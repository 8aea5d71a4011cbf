"""clasp against brute force, and the behaviours that callers rely on."""

from __future__ import annotations

import random
import sys
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise, product
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilp import api
from pencilp._util import cache
from pencilp._util.cache import Cache
from pencilp.board.lattice import square
from pencilp.board.puzzle import Puzzle
from pencilp.errors import SolverError
from pencilp.formats.examples import example
from pencilp.genres import find
from pencilp.model import (
    Clause,
    Connected,
    Lazy,
    Linear,
    Lit,
    Model,
    OneLoop,
    Reached,
    Runs,
    Solution,
    Sum,
    any_of,
    at_most,
    exactly,
    not_all,
    total,
)
from pencilp.solvers.clasp import backend, library, search
from pencilp.solvers.clasp.aspif import Text
from pencilp.solvers.clasp.backend import Never, Recorder
from pencilp.solvers.clasp.neighbourhoods import neighbourhoods
from pencilp.solvers.clasp.search import Clasp, solve
from pencilp.solvers.clasp.statement import ClaspProgram

from . import brute_force
from .random_models import describe, loop_model, models, small_graphs, ways_for_small_graphs


@settings(max_examples=400, deadline=None)
@given(models(), ways_for_small_graphs)
def test_all_answers_are_those_of_brute_force(m: Model, way: str) -> None:
    with small_graphs(way):
        result = solve(m, count=0)
    assert result.complete
    assert brute_force.found(m, result) == brute_force.answers(m), describe(m)


@settings(max_examples=100, deadline=None)
@given(models(kinds=("clause", "count"), lazy=True))
def test_lazy_rules_are_kept(m: Model) -> None:
    assert brute_force.found(m, solve(m, count=0)) == brute_force.answers(m)


def test_there_is_no_loop_without_edges() -> None:
    m = Model()
    m.require("", OneLoop(m.binaries("passed", 2), []))
    assert not solve(m).solutions


def test_a_lazy_rule_may_answer_with_any_constraint() -> None:
    m = Model()
    xs = m.binaries("x", 5)
    m.require("", Lazy(xs, lambda value: [] if sum(map(value, xs)) == 2 else [exactly(2, xs)]))
    assert len(solve(m, count=0).solutions) == 10


@settings(max_examples=150, deadline=None)
@given(models(), ways_for_small_graphs, st.data())
def test_guards_switch_single_rules_off(m: Model, way: str, data: st.DataObject) -> None:
    active = [not rule.words or data.draw(st.booleans()) for rule in m.rules]
    with small_graphs(way):
        clasp = Clasp(m, guarded=True)
    guards = [g if on else -g for g, on in zip(clasp.program.guards, active, strict=True) if g]
    result = clasp.search(0, assumptions=guards)
    m.rules = [rule for rule, on in zip(m.rules, active, strict=True) if on]
    assert brute_force.found(m, result) == brute_force.answers(m), describe(m)


def test_one_loop_finds_each_simple_cycle_of_a_grid_once() -> None:
    assert len(solve(loop_model(3, 3), count=0).solutions) == 13
    assert len(solve(loop_model(4, 4), count=0).solutions) == 213


@st.composite
def models_of_a_loop(draw: Any) -> Model:
    """A loop in a small graph, with nodes of every kind: variables, opposites, constants, definitions, even edges."""
    m = Model()
    n = draw(st.integers(3, 5))
    pairs = [(i, j) for j in range(n) for i in range(j)]
    ends = draw(st.lists(st.sampled_from(pairs), min_size=3, max_size=7))
    line: list[Any] = list(m.binaries("line", len(ends)))
    if draw(st.booleans()):
        line[0], line[1] = m.all_of(line[:2]), ~line[1]
    kinds = st.sampled_from(("free", "free", "opposite", "true", "false", "defined", "an edge", "shared"))
    nodes: list[Any] = []
    for i in range(n):
        here = [line[e] for e, pair in enumerate(ends) if i in pair]
        kind = draw(kinds) if draw(st.booleans()) else "free"
        if kind == "defined" and here:
            nodes.append(m.any_of(here))
        elif kind == "an edge":
            nodes.append(draw(st.sampled_from([y for x in line for y in (x, ~x)])))
        elif kind == "shared" and nodes:
            nodes.append(draw(st.sampled_from([nodes[-1], ~nodes[-1]])))
        elif kind in ("true", "false"):
            nodes.append(m.true if kind == "true" else m.false)
        else:
            x = m.binary("passed")
            nodes.append(~x if kind == "opposite" else x)
    if draw(st.booleans()):
        # what a root is found from
        roots = draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=3))
        m.require("", Clause([nodes[i] for i in roots]))
    loop = OneLoop(nodes, [(i, j, e) for (i, j), e in zip(ends, line, strict=True)])
    m.require("a loop", loop if draw(st.integers(0, 3)) else draw(st.sampled_from(nodes)) >> loop)
    for _ in range(draw(st.integers(0, 2))):
        m.require("a clause", Clause(draw(st.lists(st.sampled_from([*line, *nodes]), min_size=1, max_size=3))))
    return m


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(models_of_a_loop())
def test_loops_are_those_of_brute_force(m: Model) -> None:
    assert brute_force.found(m, solve(m, count=0)) == brute_force.answers(m), describe(m)


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(models_of_a_loop(), st.data())
def test_guarded_loops_are_switched_off(m: Model, data: st.DataObject) -> None:
    active = [not rule.words or data.draw(st.booleans()) for rule in m.rules]
    clasp = Clasp(m, guarded=True)
    guards = [g if on else -g for g, on in zip(clasp.program.guards, active, strict=True) if g]
    result = clasp.search(0, assumptions=guards)
    m.rules = [rule for rule, on in zip(m.rules, active, strict=True) if on]
    assert brute_force.found(m, result) == brute_force.answers(m), describe(m)


def test_connected_shapes_are_counted_once_however_the_root_is_chosen() -> None:
    # 218 non-empty connected sets of cells of a 3x3 board, and the empty one
    m = Model()
    x = m.binaries("x", 9)
    edges = [(i, i + 1, None) for i in range(9) if i % 3 < 2] + [(i, i + 3, None) for i in range(6)]
    m.require("connected", Connected(x, edges))
    assert len(solve(m, count=0).solutions) == 219


def test_the_larger_of_two_graphs_needs_no_further_atoms_for_its_nodes() -> None:
    def board(order: int) -> Model:
        m = Model()
        x = m.binaries("x", 8)
        edges = [(i, i + 1, None) for i in range(8) if i % 4 < 3] + [(i, i + 4, None) for i in range(4)]
        room = Connected(x[:3], edges[:2])
        for group in (room, Connected(x, edges))[::order]:
            m.require("connected", group)
        return m

    with small_graphs("rules"):
        room_first, board_first = (Clasp(board(order)) for order in (1, -1))
        assert room_first.program.atoms == board_first.program.atoms
        m = board(1)
        assert brute_force.found(m, solve(m, count=0)) == brute_force.answers(m)


@st.composite
def models_of_runs(draw: Any) -> Model:
    """Rows and columns of a small board with runs that some board has, of which a few are then changed, and some more."""
    m = Model()
    rows, cols = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    x = m.binaries("x", rows * cols)
    board = draw(st.lists(st.booleans(), min_size=rows * cols, max_size=rows * cols))
    for line in [
        *(range(r * cols, (r + 1) * cols) for r in range(rows)),
        *(range(c, rows * cols, cols) for c in range(cols)),
    ]:
        text = "".join("01"[board[i]] for i in line)
        lengths: list[int | None] = [len(run) for run in text.split("0") if run]
        if draw(st.integers(0, 3)) == 0:
            lengths = draw(st.lists(st.one_of(st.none(), st.integers(1, 3)), max_size=2))
        m.require("a line", Runs([x[i] for i in line], lengths))
    lit = st.sampled_from([y for v in x for y in (v, ~v)])
    for _ in range(draw(st.integers(0, 2))):
        some = draw(st.lists(lit, min_size=1, max_size=5))
        kind = draw(st.integers(0, 3))
        if kind == 0:
            m.require("a literal", some[0])
        elif kind == 1:
            m.require("a clause", Clause((m.all_of(some), draw(lit))))
        else:
            # a literal may stand in it twice, its opposite too, and one that is defined by others
            mixed = [*some, m.all_of([draw(lit), draw(lit)])]
            runs = Runs(mixed, draw(st.lists(st.one_of(st.none(), st.integers(1, 2)), max_size=2)))
            m.require("some more", runs if kind == 2 else draw(lit) >> runs)
    m.answer["x"] = list(x)
    return m


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(models_of_runs())
def test_runs_are_narrowed_to_no_more_and_no_less_than_there_is(m: Model) -> None:
    assert brute_force.found(m, solve(m, count=0)) == brute_force.answers(m), describe(m)


@settings(max_examples=100, deadline=None)
@given(models_of_runs(), st.data())
def test_guarded_runs_tell_each_other_nothing(m: Model, data: st.DataObject) -> None:
    active = [data.draw(st.booleans()) for _ in m.rules]
    clasp = Clasp(m, guarded=True)
    guards = [g if on else -g for g, on in zip(clasp.program.guards, active, strict=True)]
    result = clasp.search(0, assumptions=guards)
    m.rules = [rule for rule, on in zip(m.rules, active, strict=True) if on]
    assert brute_force.found(m, result) == brute_force.answers(m), describe(m)


def test_lines_that_decide_everything_are_stated_as_facts() -> None:
    m = Model()
    x = m.binaries("x", 9)
    for line, lengths in [((0, 1, 2), (3,)), ((3, 4, 5), (1, 1)), ((6, 7, 8), (1,)), ((0, 3, 6), (3,))]:
        m.require("a line", Runs([x[i] for i in line], lengths))
    clasp = Clasp(m)
    assert clasp.program.atoms == m.size
    assert [[*s.bits.values()] for s in clasp.search(0).solutions] == [[1, 1, 1, 1, 0, 1, 1, 0, 0]]


@settings(max_examples=60, deadline=None)
@given(models(kinds=("clause", "count", "linear", "definition")), st.data())
def test_only_best_answers_count_with_an_objective(m: Model, data: st.DataObject) -> None:
    xs = m.answer_variables()
    terms = [(data.draw(st.integers(-3, 3)), x) for x in xs]
    expression = Linear(terms, None, None)
    sense = data.draw(st.sampled_from(["minimize", "maximize"]))
    getattr(m, sense)(sum((a * x for a, x in terms), total([])))
    every = list(brute_force.solutions(m))
    result = solve(m, count=0)
    value = [sum(a * s(x) for a, x in expression.terms) for s in every]
    if not every:
        assert result.status == "none"
        return
    best = min(value) if sense == "minimize" else max(value)
    expected = {tuple(s(x) for x in xs) for s, v in zip(every, value, strict=True) if v == best}
    assert brute_force.found(m, result) == expected


def pigeons(count: int) -> Model:
    m = Model()
    x = [m.binaries(f"in{i}", count - 1) for i in range(count)]
    for row in x:
        m.require("every pigeon has a hole", exactly(1, row))
    for hole in range(count - 1):
        m.require("a hole holds one pigeon", at_most(1, [row[hole] for row in x]))
    return m


def test_the_time_limit_is_kept() -> None:
    result = solve(pigeons(14), time_limit=0.3)
    assert result.status == "unknown"


@pytest.mark.parametrize(("count", "status"), [(1, "unknown"), (2, "multiple"), (0, "multiple")])
def test_the_status_follows_from_the_proof(count: int, status: str) -> None:
    m = Model()
    x = m.binaries("x", 3)
    m.require("some", not_all(x))
    assert solve(m, count=count).status == status


def test_numbers_too_large_for_clasp_are_refused_in_one_line() -> None:
    m = Model()
    n = m.integer("n", 0, 10**12)
    m.require("large", n + 0 >= 10**11)
    with pytest.raises(SolverError, match="too many values"):
        solve(m)


def test_a_search_that_takes_long_becomes_a_race(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pencilp.solvers.clasp.search.BEFORE_RACE_SECONDS", 0.1)
    monkeypatch.setattr("pencilp.solvers.clasp.search._processors", lambda: 2)
    m = pigeons(10)
    racing = Clasp(m, threads=0)
    assert racing.search(2, 60).status == "none"
    again = racing.search(2, 60)
    assert again.status == "none"
    hard = Clasp(pigeons(14), threads=0).search(2, 1.5)
    assert hard.status == "unknown"


def test_a_second_answer_is_looked_for_near_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pencilp.solvers.clasp.search.MAX_SMALL_VARIABLES", 0)
    monkeypatch.setattr("pencilp.solvers.clasp.search.BEFORE_NEARBY_SECONDS", 0)
    fixed: list[int] = []
    searched = Clasp._round

    def counted(self: Clasp, task: Any, until: float, assumptions: Any, **limits: Any) -> int:
        fixed.append(len(assumptions))
        return searched(self, task, until, assumptions, **limits)

    monkeypatch.setattr(Clasp, "_round", counted)
    m = Model()
    xs = m.binaries("x", 32)
    m.require_all("", [x | y for x, y in pairwise(xs)])
    m.require("", exactly(17, xs))
    first, second = solve(m).solutions
    assert 0 < sum(first(x) != second(x) for x in xs) <= 16
    assert fixed[0] == 0
    assert fixed[-1] >= 16


def apart(rows: int, cols: int, count: int) -> Model:
    """``count`` cells of a board that do not touch by an edge."""
    m = Model()
    x = m.binaries("x", rows * cols)
    m.require_all("", [~x[i] | ~x[i + 1] for i in range(rows * cols) if (i + 1) % cols])
    m.require_all("", [~x[i] | ~x[i + cols] for i in range(rows * cols - cols)])
    m.require("", exactly(count, x))
    return m


def test_a_search_that_is_hopeless_yields_to_another() -> None:
    # one more than half of the cells: counting pairs of cells proves it, and pairs are not what the first search counts
    assert Clasp(apart(10, 10, 51), options=["--trans-ext=no"]).search(time_limit=1).status == "unknown"
    clasp = Clasp(apart(10, 10, 51))
    assert clasp.search(time_limit=100).status == "none"
    assert clasp._engines[1] is not None


def test_searches_in_turns_find_each_answer_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pencilp.solvers.clasp.search.MAX_SMALL_VARIABLES", 0)
    monkeypatch.setattr("pencilp.solvers.clasp.search.TURN_CONFLICTS", 1)
    monkeypatch.setattr("pencilp.solvers.clasp.search.MIN_WIDE_COUNT", 0)
    m = Model()
    queens = [m.binaries("queen", 8) for _ in range(8)]
    m.require_all("", [exactly(1, line) for line in (*queens, *zip(*queens, strict=True))])
    for r, c, s, d in product(range(8), repeat=4):
        if r < s and abs(c - d) == s - r:
            m.require("", ~queens[r][c] | ~queens[s][d])
    clasp = Clasp(m)
    found = [tuple(solution(x) for row in queens for x in row) for solution in clasp.search(0).solutions]
    assert len(found) == len(set(found)) == 92
    assert None not in clasp._engines
    assert len(clasp._engines) == 1 + bool(clasp.program.plan.second_statement_rules) + len(search.OTHER_OPTIONS)


def test_no_other_search_gets_more_time_than_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pencilp.solvers.clasp.search.MIN_WIDE_COUNT", 0)
    m = Model()
    m.require("", exactly(10, m.binaries("x", 20)))
    clasp = Clasp(m)
    now = 0.0
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    others = len(search.OTHER_OPTIONS)
    stages = clasp._stages(inf)
    next(stages)  # the moment in the caller's thread
    for first in (3.0, 1.0, 5.0):
        assert next(stages)[2] == inf
        now += first
        for _ in range(others):
            assert next(stages)[2] == now + first
            now += 0.5


def thirteen() -> Model:
    """A fillomino of 4x4 with two numbers, one of them large, and many answers."""
    given: list[int | None] = [13, *[None] * 9, 2, *[None] * 5]
    return api.formulate(Puzzle(find("fillomino"), square(4, 4), {"given": given}))


def of(model: Model, clasp: Clasp) -> list[tuple[int, ...]]:
    return [tuple(map(solution, model.answer_variables())) for solution in clasp.search(0).solutions]


@pytest.mark.parametrize("threads", [1, 0])
def test_two_statements_in_turns_find_each_answer_once(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    model = thirteen()
    expected = of(model, Clasp(model))
    monkeypatch.setattr("pencilp.solvers.clasp.search.MAX_SMALL_VARIABLES", 0)
    monkeypatch.setattr("pencilp.solvers.clasp.search.SECOND_STATEMENT_CONFLICTS", 1)
    monkeypatch.setattr("pencilp.solvers.clasp.search.TURN_CONFLICTS", 4)
    monkeypatch.setattr("pencilp.solvers.clasp.search.BEFORE_RACE_SECONDS", 0.001)
    size, names = model.size, model.names()
    clasp = Clasp(model, threads=threads)
    found = of(model, clasp)
    assert len(found) == len(set(found))
    assert set(found) == set(expected)
    first, second = clasp._engines[:2]
    assert first is not None
    assert second is not None
    assert second.program.stated == first.program.stated
    # the second statement has variables of its own, of which the model knows nothing
    assert second.program.atoms > second.program.stated
    assert (model.size, model.names()) == (size, names)


def test_only_a_long_search_gets_a_second_statement() -> None:
    model = thirteen()
    clasp = Clasp(model)
    assert clasp.search().status == "multiple"
    assert clasp.program.plan.second_statement_rules
    assert clasp._engines[1:] == [None] * (len(clasp._engines) - 1)


def test_only_wide_counts_give_others_a_turn() -> None:
    m = Model()
    xs = m.binaries("x", 20)
    m.require("", at_most(search.MIN_WIDE_COUNT - 2, xs))
    assert len(Clasp(m)._engines) == 1
    m.require("", at_most(search.MIN_WIDE_COUNT - 1, xs))
    assert len(Clasp(m)._engines) > 1


@settings(max_examples=30, deadline=None)
@given(m=models())
def test_every_search_that_takes_a_turn_is_right(m: Model) -> None:
    for chosen in search.OTHER_OPTIONS:
        result = Clasp(m, options=[f"{key}={value}" for key, value in chosen.items()]).search(0)
        assert brute_force.found(m, result) == brute_force.answers(m), (chosen, describe(m))


@pytest.mark.parametrize(
    "name", ["fillomino", "nurikabe", "slitherlink", "heyawake", "araf", "sudoku", "yajilin", "skyscrapers"]
)
def test_a_model_is_stated_by_the_same_atoms_each_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pencilp.solvers.clasp.search.MIN_WIDE_COUNT", 0)
    clasp = Clasp(api.formulate(api.load(Path(__file__).parent.parent / "examples" / f"{name}.txt")))
    atoms = {clasp.program.stated}
    for turn in range(1, len(clasp._engines)):
        clasp._turn_to(turn)
        atoms.add(clasp.program.stated)
    assert len(atoms) == 1
    assert len(clasp._engines) == 1 + bool(clasp.program.plan.second_statement_rules) + len(search.OTHER_OPTIONS)


def group(steps: int, most: int) -> Model:
    """Some cells of a board that hang together with its first one, which is one of them: ``most`` at most."""
    m = Model()
    x = m.binaries("x", 12)
    links = [(i, i + 1) for i in range(12) if (i + 1) % 4] + [(i, i + 4) for i in range(8)]
    m.require("", x[0])
    m.require("", at_most(most, x))
    m.require("", Reached(x, [(a, b, None) for link in links for a, b in (link, link[::-1])], (0,), steps=steps))
    return m


def test_counted_steps_lose_no_answer() -> None:
    m = group(4, 5)
    clasp = Clasp(m)
    before = clasp.program.atoms
    assert clasp.program.counts_steps
    clasp.program.count_steps()
    assert clasp.program.atoms > before
    assert not clasp.program.counts_steps
    assert brute_force.found(m, clasp.search(0)) == brute_force.answers(m)


def test_places_too_many_steps_away_are_left_out() -> None:
    m = group(1, 12)
    clasp = Clasp(m)
    clasp.program.count_steps()
    assert {tuple(map(solution, m.answer_variables())) for solution in clasp.search(0).solutions} == {
        (1, right, 0, 0, below, *[0] * 7) for right in (0, 1) for below in (0, 1)
    }


def test_only_a_long_search_counts_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pencilp.solvers.clasp.search.MAX_SMALL_VARIABLES", 0)
    monkeypatch.setattr("pencilp.solvers.clasp.search.TURN_CONFLICTS", 1)
    m = group(4, 5)
    clasp = Clasp(m)
    assert brute_force.found(m, clasp.search(0)) == brute_force.answers(m)
    assert not clasp.program.counts_steps


@settings(max_examples=150, deadline=None)
@given(m=models())
def test_answers_found_nearby_are_answers(m: Model) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pencilp.solvers.clasp.search.MAX_SMALL_VARIABLES", 0)
        patch.setattr("pencilp.solvers.clasp.search.BEFORE_NEARBY_SECONDS", 0)
        result = solve(m)
    expected = brute_force.answers(m)
    assert brute_force.found(m, result) <= expected, describe(m)
    assert len(result.solutions) == min(2, len(expected)), describe(m)
    assert result.complete or len(expected) > 1


def test_neighbourhoods_grow_and_every_variable_is_well_inside_one_of_each_size() -> None:
    m = Model()
    lits = m.binaries("x", 60)
    xs = [x.n for x in lits]
    m.require_all("", [x | y for x, y in pairwise(lits)])
    m.require("", exactly(30, lits))
    by_size: dict[int, list[set[int]]] = {}
    for near in neighbourhoods(m, xs):
        assert len(near) == max(near) - min(near) + 1, "neighbours in a chain are those next to each other"
        by_size.setdefault(len(near), []).append(near)
    assert [*by_size] == sorted(by_size) == [15, 30]
    for size, sets in by_size.items():
        for x in xs:
            inner = range(max(1, x - size // 8), min(60, x + size // 8) + 1)
            assert any(near.issuperset(inner) for near in sets), f"{x} in {size}"


@settings(max_examples=30, deadline=None)
@given(models())
def test_two_threads_find_the_same(m: Model) -> None:
    assert brute_force.found(m, solve(m, count=0, threads=2)) == brute_force.answers(m), describe(m)


def _load_with_only(files: dict[str, str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What is loaded if only a package of these files is installed."""
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    monkeypatch.setattr(sys, "path", [str(folder)])

    def take_out() -> dict[str, Any]:
        return {name: sys.modules.pop(name) for name in [*sys.modules] if name.partition(".")[0] == "clingo"}

    real = take_out()
    try:
        return library.load()
    finally:
        take_out()
        sys.modules.update(real)


def test_a_clingo_that_keeps_its_library_elsewhere_is_asked_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    internal = "from pencilp.solvers.clasp.library import ffi as _ffi, lib as _lib\n"
    files = {"clingo/__init__.py": "", "clingo/_internal.py": internal}
    assert _load_with_only(files, tmp_path, monkeypatch) == (library.ffi, library.lib)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "clasp is not installed: pip install clingo"),
        (
            {"clingo/__init__.py": ""},
            "clasp: the C interface of this clingo is not known: pip install 'clingo>=5.7,<6'",
        ),
        (
            {"clingo/__init__.py": "", "clingo/_internal.py": "_ffi = _lib = 1\n"},
            "clasp: the C interface of this clingo is not known: pip install 'clingo>=5.7,<6'",
        ),
    ],
)
def test_a_missing_or_wrong_clingo_is_reported_in_one_line(
    files: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(SolverError) as error:
        _load_with_only(files, tmp_path, monkeypatch)
    assert str(error.value) == said


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(m=models(), many=st.integers(1, 4), threads=st.sampled_from([0, 1, 2]))
def test_stepping_from_answer_to_answer_finds_the_same(m: Model, many: int, threads: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pencilp.solvers.clasp.search.MAX_EXCLUDED_ANSWERS", many)
        result = solve(m, count=0, threads=threads)
    assert brute_force.found(m, result) == brute_force.answers(m), describe(m)
    assert result.complete


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(m=models(kinds=("clause", "count"), lazy=True), many=st.integers(1, 4))
def test_stepping_from_answer_to_answer_keeps_lazy_rules(m: Model, many: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pencilp.solvers.clasp.search.MAX_EXCLUDED_ANSWERS", many)
        result = solve(m, count=0)
    assert brute_force.found(m, result) == brute_force.answers(m), describe(m)


@settings(max_examples=100, deadline=None)
@given(m=models(kinds=("clause", "count", "ints")), weights=st.lists(st.integers(-3, 3), min_size=1, max_size=8))
def test_stepping_from_best_answer_to_best_answer(m: Model, weights: list[int]) -> None:
    def cost(solution: Solution) -> int:
        return sum(w * solution(x) for w, x in zip(weights, m.answer_variables(), strict=False))

    found = list(brute_force.solutions(m))
    least = min(map(cost, found), default=0)
    m.minimize(Sum([*zip(weights, m.answer_variables(), strict=False)]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pencilp.solvers.clasp.search.MAX_EXCLUDED_ANSWERS", 1)
        result = solve(m, count=0)
    expected = {tuple(s(x) for x in m.answer_variables()) for s in found if cost(s) == least}
    assert brute_force.found(m, result) == expected, describe(m)


EMPTY = {
    "panorama": "clues:\n- - - -\n- - - -\n- - - -\n- - - -\n",
    "fillomino": "given:\n- - - -\n- - - -\n- - - -\n",
    "creek": "size: 3 3\nclues:\n- - - -\n- - - -\n- - - -\n- - - -\n",
    "slitherlink": "numbers:\n- - -\n- - -\n- - -\n",
    "fourcells": "numbers:\n- - - -\n- - - -\n- - - -\n- - - -\n",
    "binairo": "given:\n- - - -\n- - - -\n- - - -\n- - - -\n",
    "hidato": "numbers:\n- - -\n- - -\n- - -\n",
    "castle": "clues:\n- - - -\n- - - -\n- - - -\n- - - -\n",
    "masyu": "circles:\n- - - -\n- - - -\n- - - -\n- - - -\n",
    "kurotto": "clues:\n- - -\n- - -\n- - -\n",
    "lits": "rooms:\n1 1 2 2\n1 1 2 2\n1 1 2 2\n1 1 2 2\n",
}
"""Boards with many answers: numbers of few values, rules stated lazily, derived variables, loops, many numbers."""


@pytest.mark.parametrize("name", EMPTY)
def test_stepping_from_answer_to_answer_finds_the_same_of_every_form(
    name: str, monkeypatch: Any, tmp_path: Path
) -> None:
    path = tmp_path / "board.txt"
    path.write_text(f"{name}\n{EMPTY[name]}")
    puzzle = api.load(path)
    stepped = []
    step = Clasp._step_back
    monkeypatch.setattr(Clasp, "_step_back", lambda *rest: stepped.append(1) or step(*rest))
    found = []
    for many in (10**9, 3):
        monkeypatch.setattr("pencilp.solvers.clasp.search.MAX_EXCLUDED_ANSWERS", many)
        listed = [tuple(map(tuple, answer.values.values())) for answer in api.solve(puzzle, count=0).answers]
        assert len(set(listed)) == len(listed) > 3
        found.append(set(listed))
    assert found[0] == found[1]
    assert stepped == [1]


SHADED = [square(4, 4), square(3, 4, [(1, 1)]), square(1, 2), square(2, 2), square(1, 4), square(3, 1, [(1, 0)])]


@pytest.mark.parametrize("most", [0, 2, 10**6])
@pytest.mark.parametrize("board", SHADED, ids=str)
def test_cuts_and_rules_agree_on_connected_cells(board: Any, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pencilp.solvers.clasp.search.MAX_CUTS", most)
    monkeypatch.setattr("pencilp.solvers.clasp.connections.MAX_NODES", 0)
    m = api.formulate(Puzzle(find("kurodoko"), board, {"clues": [None] * len(board)}))
    cut, ruled = Clasp(m), Clasp(m, whole=True)
    assert cut.program.pieces
    assert not ruled.program.pieces
    assert sorted(of(m, cut)) == sorted(of(m, ruled))
    shaded = m.answer_variables()
    # what each of the two finds with fewer questions
    assert m.solve(count=2).status == search.solve(m, count=2).status
    for solution in Clasp(m).search(5).solutions:
        assert all(rule.constraint.holds(solution) for rule in m.rules), [solution(x) for x in shaded]


@pytest.mark.parametrize("most", [0, 2])
def test_a_number_of_the_answer_means_the_same_before_and_after_cuts(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pencilp.solvers.clasp.search.MAX_CUTS", most)
    m = api.formulate(Puzzle(find("kurodoko"), square(4, 4), {"clues": [None] * 16}))
    alone = len(set(of(m, Clasp(m))))
    m.answer["more"] = [m.integer("more", 0, 2)]
    found = of(m, Clasp(m))
    assert len(found) == len(set(found)) == 3 * alone


@pytest.mark.parametrize(("name", "least"), [("MAX_CUTS", 0), ("FIRST_SECONDS", 0)])
def test_rules_replace_cuts_after_many_disconnected_answers_or_a_long_search(
    name: str, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"pencilp.solvers.clasp.search.{name}", least)
    clasp = Clasp(api.formulate(Puzzle(find("kurodoko"), square(4, 4), {"clues": [None] * 16})))
    assert clasp.program.pieces
    clasp.search(0)
    assert not clasp.program.pieces


@pytest.fixture(scope="module")
def by_clauses() -> Iterator[None]:
    """What is never all true is handed to the solver itself, however little it is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(backend, "MIN_LISTS_PER_ATOM", 0)
        yield


@pytest.mark.usefixtures("by_clauses")
class TestByClauses:
    """What is never all true goes to the solver itself, at the start of a search."""

    @settings(max_examples=100, deadline=None)
    @given(m=models())
    def test_all_answers_are_those_of_brute_force(self, m: Model) -> None:
        assert brute_force.found(m, Clasp(m).search(0)) == brute_force.answers(m), describe(m)

    @settings(max_examples=20, deadline=None)
    @given(m=models())
    def test_every_search_that_takes_a_turn_is_right(self, m: Model) -> None:
        for chosen in search.OTHER_OPTIONS:
            result = Clasp(m, options=[f"{key}={value}" for key, value in chosen.items()]).search(0)
            assert brute_force.found(m, result) == brute_force.answers(m), (chosen, describe(m))

    @pytest.mark.parametrize("options", [[], ["--trans-ext=all"]])
    def test_an_atom_of_which_only_clauses_speak_is_none_of_those_that_clasp_makes(self, options: list[str]) -> None:
        m = Model()
        xs = m.answer["x"] = m.binaries("x", 12)
        for x in xs[:9]:
            m.require("with the last ones", any_of([x, *xs[9:]]))
            m.require("not with the last one", not_all([x, xs[11]]))
        m.require("a count", exactly(3, xs[:9]))
        m.require("the last ones are false", exactly(0, xs[10:]))
        found = Clasp(m, options=options).search(0).solutions
        assert len(found) == 84
        assert {tuple(solution.of(xs[9:])) for solution in found} == {(1, 0, 0)}

    def test_clauses_that_contradict_each_other(self) -> None:
        m = Model()
        xs = m.answer["x"] = m.binaries("x", 3)
        for signs in product((False, True), repeat=3):
            m.require("", any_of([x if sign else ~x for x, sign in zip(xs, signs, strict=True)]))
        assert solve(m).status == "none"

    def test_clauses_kept_by_a_larger_model_serve_a_smaller_one(self) -> None:
        cache.clear_all()
        for others in (200, 200, 0, 0):
            m = Model()
            numbers = [m.integer(f"n{k}", 0, 3) for k in range(4)]
            m.answer["n"] = [x == 3 for x in numbers]
            m.binaries("other", others)
            assert len(Clasp(m).search(0).solutions) == 2**4

    def test_two_searches_share_lists(self) -> None:
        puzzle = example("hitori")
        api.solve(puzzle)
        statements = [Clasp(api.formulate(puzzle)) for _ in range(2)]
        assert [statement().status for statement in statements] == ["unique"] * 2
        # as it is where another thread has taken them
        statement = Clasp(api.formulate(puzzle))
        for never, _, _ in statement._engine._backend._waiting._kept:  # type: ignore[union-attr]
            never._free.clear()
        assert statement().status == "unique"

    @pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
    def test_exceptions_at_the_start_of_a_search_pass_through_the_library(
        self, error: type[BaseException], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        def handed(*_: Any) -> None:
            raise error

        clasp = Clasp(api.formulate(example("hitori")))
        monkeypatch.setattr(Never, "hand_over", handed)
        with pytest.raises(error):
            clasp()
        assert capfd.readouterr().err == ""


class Recorded(Recorder):
    """The library's, for rules whose weighted literals are those of a text."""

    def weight_rule(self, _: Any, choice: bool, head: Any, heads: int, least: int, body: Any, pairs: int) -> None:
        self._weighted.append((choice, [*head[:heads]], least, body[: 2 * pairs]))


class Keeping(Text):
    """A text that keeps rules with boards, as the library does."""

    def begin(self) -> Keeping:
        """What is kept may be stated to another one."""
        return self

    def recorder(self) -> Any:
        """A text of rules about the literals 1 to n; a block of them says the same of others."""
        recorded = Recorded()

        def block(text: Keeping, literals: list[int], false: Callable[[], Sequence[int]] = list) -> None:
            meant = [0, *literals, *[-x for x in reversed(literals)]]
            for choice, head, body in recorded._rules:
                head, body = [meant[x] for x in head], [meant[x] for x in body]
                text.rule(text, choice, head, len(head), body, len(body))
            for choice, head, least, weighted in recorded._weighted:
                head, body = [meant[x] for x in head], array("i", weighted)
                body[::2] = array("i", [meant[x] for x in weighted[::2]])
                text.weight_rule(text, choice, head, len(head), least, body, len(body) // 2)
            for body in recorded._never:
                text.forbid([meant[x] for x in body])

        block.size = 1  # type: ignore[attr-defined]
        recorded.block = lambda: block  # type: ignore[method-assign, assignment, return-value]
        return recorded


@pytest.mark.parametrize(
    "genre",
    ["hitori", "norinori", "aqre", "heyawake", "castle", "slitherlink", "yajilin", "numberlink", "ringring", "kropki"],
)
def test_rules_that_are_kept_with_a_board_are_those_of_the_model(genre: str) -> None:
    puzzle = example(genre)
    cache.clear_all()
    wanted = Text()
    program = ClaspProgram(wanted, api.formulate(puzzle))
    for _ in range(4):  # definitions are kept when they are seen again, and what is stated of them after that
        kept = Keeping()
        again = ClaspProgram(kept, api.formulate(puzzle))
        assert sorted(kept.lines) == sorted(wanted.lines)
        assert (again.atoms, again.widest) == (program.atoms, program.widest)
    # the library has its own
    cache.clear_all()
    first, second = api.solve(puzzle), api.solve(puzzle)
    assert any(cache._alive())
    assert first.status == second.status == "unique"
    assert first.answer == second.answer


def test_kept_rules_without_effect_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pencilp.solvers.clasp.backend.MIN_FILTERED_LISTS", 1)
    handed: list[int] = []
    without = Never.without

    def counted(never: Never, false: Callable[[], Sequence[int]]) -> bytes:
        some = without(never, false)
        handed.append(sum(some) - len(some))
        return some

    monkeypatch.setattr(Never, "without", counted)
    rng, kept = random.Random(1), Cache()
    clauses = [[(x, rng.random() < 0.5) for x in rng.sample(range(6), 3)] for _ in range(12)]
    few = len(clauses) // 3

    def stated(m: Model, xs: Sequence[Lit]) -> list[Lit]:
        said = [[xs[x] if true else ~xs[x] for x, true in clause] for clause in clauses]
        for lits in said:
            m.require("one of them", any_of(lits))
        return [m.all_of(lits) for lits in said]

    for _ in range(40):
        facts = [(x, rng.random() < 0.5) for x in rng.sample(range(6), rng.randint(1, 4))]
        m = Model()
        xs = m.answer["x"] = m.binaries("x", 6)
        whole = m.cached(kept, ("clauses",), xs, partial(stated, m, xs))
        for x, true in facts:
            m.require("a fact", xs[x] if true else ~xs[x])
        m.require("few of them are true as a whole", at_most(few, whole))
        right = set()
        for values in product((0, 1), repeat=6):
            content = [[values[x] == true for x, true in clause] for clause in clauses]
            if all(values[x] == true for x, true in facts) and all(map(any, content)) and sum(map(all, content)) <= few:
                right.add(values)
        assert {tuple(solution.of(xs)) for solution in m.solve(count=0).solutions} == right
    assert min(handed) < 0


def test_several_threads_step_from_answer_to_answer_without_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    m = Model()
    m.answer["x"] = list(m.binaries("x", 11))
    assert len(solve(m, count=0, threads=2).solutions) == 2**11
    assert capfd.readouterr() == ("", "")
