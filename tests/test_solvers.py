"""Every solver against brute force, and what a solver may do wrong: die, hang, be absent, return nonsense."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from importlib.util import find_spec
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pencilp.solvers.child as child
from pencilp import api, genres
from pencilp.errors import SolverError
from pencilp.formats import dataset
from pencilp.model import Clause, Constraint, Lazy, Linear, Model, at_most, exactly, total
from pencilp.program_files.status import INFEASIBLE, OPTIMAL
from pencilp.reformulate.linear.linearise import linearise
from pencilp.reformulate.linear.program import Program
from pencilp.solvers import check_installed, prepare
from pencilp.solvers.milp.search import ChildSession, Prepared

from . import amount, brute_force
from .proof import corpus_lines
from .random_models import KINDS, describe, loop_model, models

CHILDREN = ("highs", "scip", "glpk", "cpsat")
MILP = (*CHILDREN, "cbc")


def cbc_command() -> str:
    cbcbox = pytest.importorskip("cbcbox")
    return f"external:{cbcbox.cbc_bin_path()} {{lp}} -sec {{seconds}} -threads {{threads}} -solve -solu {{sol}}"


def pigeons(count: int) -> Model:
    m = Model()
    x = [m.binaries(f"in{i}", count - 1) for i in range(count)]
    for row in x:
        m.require("every pigeon has a hole", exactly(1, row))
    for hole in range(count - 1):
        m.require("a hole holds one pigeon", at_most(1, [row[hole] for row in x]))
    return m


def hard() -> Model:
    """Sums of subsets: neither bounds nor propagation help."""
    m = Model()
    x = m.binaries("x", 60)
    weights = [(7**k * 1009) % 99991 + 50000 for k in range(60)]
    for shift in range(4):
        m.require(
            "sum",
            sum((w * v for w, v in zip(weights[shift:] + weights[:shift], x, strict=True)), total([])) == 2_250_001,
        )
    return m


# -- against brute force -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("solver", MILP)
def test_all_answers_are_those_of_brute_force(solver: str, kind: str) -> None:
    check_installed(solver)  # or else the cases would be made in vain

    @settings(max_examples=6 if solver == "cbc" else 12, deadline=None)
    @given(models(kinds=(kind, kind, "clause", "linear"), lazy=True))
    def check(m: Model) -> None:
        expected = brute_force.answers(m)
        run = prepare(m, solver)
        if len(expected) <= 8:
            result = run(count=0)
            assert result.complete
            assert brute_force.found(m, result) == expected, describe(m)
        else:
            assert brute_force.found(m, run(count=4)) < expected, describe(m)

    check()


@pytest.mark.parametrize("solver", MILP)
def test_one_loop_finds_each_simple_cycle_of_a_grid_once(solver: str) -> None:
    assert len(prepare(loop_model(3, 3), solver)(count=0).solutions) == 13


@pytest.mark.parametrize("solver", MILP)
def test_only_best_answers_count_with_an_objective(solver: str) -> None:
    check_installed(solver)  # or else the cases would be made in vain

    @settings(max_examples=6, deadline=None)
    @given(models(kinds=("clause", "count", "linear", "definition", "ints"), lazy=True), st.data())
    def check(m: Model, data: st.DataObject) -> None:
        xs = m.answer_variables()
        terms = [(data.draw(st.integers(-3, 3)) / data.draw(st.sampled_from([1, 2, 5])), x) for x in xs]
        sense = data.draw(st.sampled_from(["minimize", "maximize"]))
        getattr(m, sense)(sum((x * a for a, x in terms), total([])))
        every = list(brute_force.solutions(m))
        result = prepare(m, solver)(count=6)
        objective = Linear(terms, None, None)
        value = [round(sum(a * s(x) for a, x in objective.terms), 6) for s in every]
        if not every:
            assert result.status == "none"
            return
        best = min(value) if sense == "minimize" else max(value)
        expected = {tuple(s(x) for x in xs) for s, v in zip(every, value, strict=True) if v == best}
        found = brute_force.found(m, result)
        assert found == expected if len(expected) < 6 else found <= expected and len(found) == 6

    check()


def test_an_external_command_finds_the_same() -> None:
    m = loop_model(3, 3)
    assert len(prepare(m, cbc_command())(count=0).solutions) == 13


@pytest.mark.parametrize("solver", MILP)
@pytest.mark.parametrize(("count", "status"), [(1, "unknown"), (2, "multiple"), (0, "multiple")])
def test_the_status_follows_from_the_proof(solver: str, count: int, status: str) -> None:
    m = Model()
    x = m.binaries("x", 2)
    m.require("some", x[0] | x[1])
    result = prepare(m, solver)(count=count)
    assert result.status == status
    assert result.solver == solver


@pytest.mark.parametrize("solver", MILP)
def test_integers_without_literals_are_distinguished(solver: str) -> None:
    m = Model()
    n, k = m.integer("n", -3, 1000), m.integer("k", 0, 5)
    m.require("sum", n + k == 7)
    result = prepare(m, solver)(count=0)
    assert sorted((s(n), s(k)) for s in result.solutions) == [(7 - i, i) for i in range(5, -1, -1)]
    assert result.complete


@pytest.mark.parametrize("solver", MILP)
def test_models_without_variables_or_rules(solver: str) -> None:
    m = Model()
    assert prepare(m, solver)().status == "unique"
    m.require("never", at_most(-1, []))
    assert prepare(m, solver)().status == "none"
    m = Model()
    m.binary("x")
    assert prepare(m, solver)().status == "multiple"


@pytest.mark.parametrize("solver", MILP)
def test_a_call_starts_afresh(solver: str) -> None:
    run = prepare(loop_model(2, 3), solver)
    assert [len(run(count=0).solutions) for _ in range(2)] == [3, 3]


# -- what may go wrong -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", CHILDREN)
def test_the_time_limit_is_kept(solver: str) -> None:
    result = prepare(hard(), solver)(time_limit=0.5)
    assert result.status == "unknown"


def test_no_time_at_all_is_no_answer() -> None:
    assert prepare(pigeons(3), "highs")(time_limit=0.0).status == "unknown"


def test_a_child_that_is_killed_is_an_error_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    run = prepare(hard(), "glpk")
    ask = child.Child.ask

    def shot(self: child.Child, *arguments: Any, **options: Any) -> Any:
        threading.Thread(target=os.kill, args=(self._process.pid, signal.SIGKILL)).start()
        return ask(self, *arguments, **options)

    monkeypatch.setattr(child.Child, "ask", shot)
    with pytest.raises(SolverError, match=r"GLPK died \(signal 9\).*--solver") as error:
        run()
    assert "\n" not in str(error.value)


def test_an_answer_as_late_as_the_signal_that_ends_the_child_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    class Rang(child.Alarm):
        def __exit__(self, *what: object) -> None:
            super().__exit__(*what)
            self.rang = True

    session = child.Child.take("milp.highs", "HiGHS")
    with monkeypatch.context() as patched:
        patched.setattr(child, "Alarm", Rang)
        # the child is gone: nobody may go on asking it
        with pytest.raises(child.ChildTimedOut, match="the time limit was reached: HiGHS was stopped"):
            session.ask("new", [(0, 1, 1)], [], None, False, 1, seconds=60)
    assert session._process.poll() is not None


@pytest.mark.parametrize("solver", MILP)
def test_a_kept_child_searches_with_each_number_of_threads(solver: str) -> None:
    for threads in (1, 2, 1):
        assert prepare(pigeons(3), solver, threads=threads)().status == "none"
        assert len(prepare(loop_model(3, 3), solver, threads=threads)(count=0).solutions) == 13


def test_start_messages_of_a_library_do_not_explain_its_crash() -> None:
    session = child.Child.take("milp.highs", "HiGHS")
    session.ask("new", [(0, 1, 1)], [], None, False, 1)
    os.kill(session._process.pid, signal.SIGKILL)
    with pytest.raises(SolverError, match=r"^HiGHS died \(signal 9\); try another --solver$"):
        session.ask("solve", None)


def test_an_abort_shows_the_librarys_last_words() -> None:
    pytest.importorskip("swiglpk")
    # a column that does not exist: GLPK prints that and calls abort()
    program = Program()
    session = child.Child.take("milp.glpk", "GLPK")
    with pytest.raises(SolverError, match=r"GLPK died \(signal 6\)"):
        session.ask("new", [(0, 1, 1)], [([5], [1.0], 1, None)], None, False, 1)
    assert not program.columns


def test_glpks_presolver_may_abort_and_the_search_goes_on() -> None:
    # found at random: the presolver is left with rows and no columns
    @settings(max_examples=60, deadline=None)
    @given(models(kinds=("connected", "linear", "implies")))
    def check(m: Model) -> None:
        expected = brute_force.answers(m)
        assert (prepare(m, "glpk")(count=1).status == "none") == (not expected)

    check()


@pytest.mark.parametrize(("number", "says"), [(6, None), (11, None), (9, r"GLPK died \(signal 9\)")])
def test_after_a_death_of_glpk_it_searches_once_more(
    number: int, says: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve, deaths = ChildSession.solve, [number]

    def dying(session: ChildSession, seconds: float | None) -> Any:
        if deaths:
            os.kill(session._child._process.pid, deaths.pop())
        return solve(session, seconds)

    monkeypatch.setattr(ChildSession, "solve", dying)
    run = prepare(pigeons(3), "glpk")
    if says is None:
        assert run().status == "none"
    else:
        with pytest.raises(SolverError, match=says):
            run()


def test_an_exception_in_the_child_is_an_error_in_one_line() -> None:
    session = child.Child.take("milp.highs", "HiGHS")
    with pytest.raises(SolverError, match="HiGHS failed: "):
        session.ask("new", "nonsense")


def test_a_child_serves_one_search_after_another() -> None:
    run = prepare(loop_model(2, 2), "highs")
    run()
    idle = child._idle[os.getpid(), "milp.highs"][-1]
    run()
    assert child._idle[os.getpid(), "milp.highs"][-1] is idle


def test_an_interrupt_ends_the_call_and_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    if threading.current_thread() is not threading.main_thread() or sys.platform == "win32":
        pytest.skip("only the main thread is interrupted, and only where there are signals")
    run = prepare(hard(), "glpk")
    taken: list[child.Child] = []
    take = child.Child.take
    monkeypatch.setattr(child.Child, "take", lambda *names: taken.append(take(*names)) or taken[-1])
    before = signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
    signal.setitimer(signal.ITIMER_REAL, 1.0)
    try:
        with pytest.raises(KeyboardInterrupt):
            run()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert taken[0]._process.poll() is not None


def test_an_interrupt_of_a_later_search_is_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    # between two searches the child is in order; from the second one on it is not, and nobody may go on asking it
    run = prepare(loop_model(3, 3), "highs")
    ask, searches = child.Child.ask, 0

    def interrupted(self: child.Child, method: str, *arguments: Any, **options: Any) -> Any:
        nonlocal searches
        searches += method == "solve"
        if searches < 2:
            return ask(self, method, *arguments, **options)
        self.kill()
        raise KeyboardInterrupt if method == "solve" else AssertionError(method)

    monkeypatch.setattr(child.Child, "ask", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(count=2)
    assert searches == 2


def test_a_child_that_was_ended_is_an_error_in_one_line() -> None:
    session = child.Child.take("milp.highs", "HiGHS")
    session.kill()
    with pytest.raises(SolverError, match="HiGHS was already stopped"):
        session.ask("figures")


@pytest.mark.parametrize(("solver", "module", "line"), [
    ("highs", "highspy", "HiGHS is not installed: pip install highspy"),
    ("scip", "pyscipopt", "SCIP is not installed: pip install 'pencilp[scip]' (in a clone of it: pip install '.[scip]')"),
    ("glpk", "swiglpk", "GLPK is not installed: pip install 'pencilp[glpk]' (in a clone of it: pip install '.[glpk]')"),
    ("cpsat", "ortools", "CP-SAT is not installed: pip install 'pencilp[cpsat]' (in a clone of it: pip install '.[cpsat]')"),
    ("cbc", "cbcbox", "CBC is not installed: pip install 'pencilp[cbc]' (in a clone of it: pip install '.[cbc]')"),
])  # fmt: skip
def test_a_missing_solver_names_its_extra(solver: str, module: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *of: None if name == module else find_spec(name, *of))
    with pytest.raises(SolverError) as error:
        prepare(pigeons(3), solver)()
    assert str(error.value) == line


class Liar:
    """A solver that says that everything is 1."""

    def __init__(self, program: Program) -> None:
        self.size = len(program.columns)

    def solve(self, seconds: float | None) -> tuple[str, list[float] | None]:
        return OPTIMAL, [1.0] * self.size

    def add(self, columns: Any, rows: Any) -> None:
        raise AssertionError("a wrong solution must not be excluded")

    def close(self, *, reusable: bool) -> None:
        assert not reusable


def test_a_wrong_solution_is_an_error_and_names_the_rule() -> None:
    with pytest.raises(SolverError, match=r"liar returned a wrong solution \(every pigeon has a hole\)"):
        Prepared(linearise(pigeons(3)), "liar", Liar)()


class Blind(Liar):
    """A solver that finds nothing."""

    def solve(self, seconds: float | None) -> tuple[str, list[float] | None]:
        return INFEASIBLE, None

    def close(self, *, reusable: bool) -> None:
        """Nothing is open."""


@pytest.mark.parametrize(
    ("factors", "low", "says"),
    [
        ((2, 3), 6, None),
        ((10**6, 10**6 + 1), 3 * 10**6, None),
        ((10**6, 10**6 + 1), 2 * 10**6, "blind missed an answer; try another --solver"),
        ((10**11, 10**11 + 1), 2 * 10**11, "blind cannot prove that there is no answer: the numbers are too large"),
    ],
)
def test_no_answer_is_verified_if_numbers_are_large(factors: tuple[int, int], low: int, says: str | None) -> None:
    m = Model()
    x = m.binaries("x", 2)
    m.require("a sum", Linear(list(zip(factors, x, strict=True)), low, None))
    run = Prepared(linearise(m), "blind", lambda program: Blind(program))
    if says is None:
        assert run().status == "none"
    else:
        with pytest.raises(SolverError, match=says):
            run()


@pytest.mark.parametrize("solver", MILP)
def test_a_lazy_rule_may_speak_up_many_times(solver: str) -> None:
    # each time CBC and GLPK take long to begin anew
    bits = amount.of(5, 7) if solver in ("cbc", "glpk") else 7
    step = 10 if bits == 5 else 40
    m = Model()
    x = m.binaries("x", bits)

    def violated(value: Any) -> list[Constraint]:
        if sum(value(b) << k for k, b in enumerate(x)) % step == 0:
            return []
        return [Clause([~b if value(b) else b for b in x])] * 9

    m.require("a multiple", Lazy(x, violated))
    result = prepare(m, solver)(count=0)
    assert sorted(sum(s(b) << k for k, b in enumerate(x)) for s in result.solutions) == [step * k for k in range(4)]


def test_a_lazy_rule_that_excludes_nothing_is_an_error_not_an_endless_search() -> None:
    m = Model()
    x = m.binaries("x", 2)
    m.require("odd", Lazy(x, lambda value: [x[0] | ~x[0]]))
    with pytest.raises(SolverError, match="do not exclude"):
        prepare(m, "highs")()


@pytest.mark.parametrize(("command", "says"), [
    ("", "must name the files"),
    ("highs {lp}", "must name the files"),
    ("highs 'open {lp} {sol}", "No closing quotation"),
    ("no-such-solver {lp} {sol}", "no-such-solver: cannot run no-such-solver: No such file"),
    (f"{sys.executable} -c \"import sys; sys.exit('licence expired')\" {{lp}} {{sol}}", "no solution file.*licence expired"),
    (f"{sys.executable} -c \"import sys; open(sys.argv[2], 'w').write('hello')\" {{lp}} {{sol}}", "solution file.*hello"),
    (f"{sys.executable} -c \"import os; os.kill(os.getpid(), 9)\" {{lp}} {{sol}}", "died \\(signal 9\\)"),
])  # fmt: skip
def test_a_failed_external_command_is_reported_with_the_reason(command: str, says: str) -> None:
    with pytest.raises(SolverError, match=says):
        prepare(pigeons(3), f"external:{command}")()


def test_scip_does_not_call_a_loop_impossible() -> None:
    pytest.importorskip("pyscipopt")
    entry = next(json.loads(line) for line in corpus_lines("CastleWall") if '"07_10x10"' in line)
    puzzle = dataset.read_dataset(entry["problem"], "", genres.find("castle"))
    assert api.solve(puzzle, "scip", time_limit=60).status == "unique"
