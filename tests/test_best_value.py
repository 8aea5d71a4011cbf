"""The best value of an objective, and all best solutions, against brute force: every solver, with decimals too."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import pencilp
from pencilp import api
from pencilp.board.lattice import square
from pencilp.cli import main
from pencilp.errors import InputError, SolverError
from pencilp.model import Model, at_most, exactly, total
from pencilp.program_files import lp
from pencilp.program_files.write import to_lp
from pencilp.reformulate.linear.program import INTEGER, Column, Program, Row
from pencilp.solvers.milp import highs
from pencilp.solvers.programs import solve as programs

SOLVERS = ["clasp", "highs", "scip", "glpk", "cbc", "cpsat"]
FACTORS: dict[str, tuple[float, ...]] = {
    "small": (1, 2, 3, -1, -2),
    "decimals": (0.1, 0.2, 0.3, 1.25, -0.7, 0.05),
    "alike": (10.1, 10.2, 10.3, 20.4),
    "large": (100_003, 100_007, 200_010, -100_003),
    "seven decimals": (0.1234567, 3.1415927, 0.3, -2.7182818),
    "twelve decimals": (0.123456789012, 1.000000000001, 1.0, -1.000000000001),
    "huge": (1_000_000_007, 1_000_000_009, 3.5, 2_000_000_016),
}
TOO_LARGE_FOR_CLASP = ("twelve decimals", "huge")


def random_program(chance: random.Random, factors: tuple[float, ...]) -> Program:
    """A few 0/1 and whole columns, some rows, and an objective: there are often several best solutions."""
    p = Program()
    p.columns = [Column(f"b{i}", 0, 1, INTEGER) for i in range(chance.randint(2, 5))]
    p.columns += [
        Column(f"n{i}", chance.randint(-2, 0), chance.randint(1, 3), INTEGER) for i in range(chance.randint(0, 2))
    ]
    size = len(p.columns)
    for r in range(chance.randint(1, 3)):
        terms = [(chance.choice((1, 2, 3, -1, 0.5)), c) for c in range(size) if chance.random() < 0.7]
        side = chance.choice((1, 2, 2.5, 3, 4))
        low, high = chance.choice(((None, side), (None, side), (-side, side), (1, None)))
        if terms:
            p.rows.append(Row(f"r{r}", terms, low, high))
    p.objective = [(chance.choice(factors), c) for c in range(size) if chance.random() < 0.8] or [(1, 0)]
    p.offset, p.sense = chance.choice((0, 0.5, 7)), chance.choice(("minimize", "maximize"))
    return p


def best_by_brute_force(p: Program) -> tuple[Fraction | None, set[tuple[int, ...]]]:
    """The best value, calculated exactly, and all solutions with it."""
    best: Fraction | None = None
    found: set[tuple[int, ...]] = set()
    for values in product(*(range(int(c.low or 0), int(c.high or 0) + 1) for c in p.columns)):
        sums = [sum(Fraction(str(a)) * values[c] for a, c in row.terms) for row in p.rows]
        sides = zip(sums, p.rows, strict=True)
        if not all(
            (r.low is None or s >= Fraction(str(r.low))) and (r.high is None or s <= Fraction(str(r.high)))
            for s, r in sides
        ):
            continue
        value = Fraction(str(p.offset)) + sum(Fraction(str(a)) * values[c] for a, c in p.objective or ())
        better = best is None or (value < best if p.sense == "minimize" else value > best)
        if better:
            best, found = value, set()
        if value == best:
            found.add(values)
    return best, found


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("kind", FACTORS)
def test_all_best_solutions_are_found_and_no_others(kind: str, solver: str) -> None:
    if solver == "clasp" and kind in TOO_LARGE_FOR_CLASP:
        pytest.skip("clasp's weights have 32 bits: it says so")
    chance = random.Random(f"{kind} {solver} best")
    several = 0
    for _ in range(15):
        p = lp.read(to_lp(random_program(chance, FACTORS[kind])))
        best, expected = best_by_brute_force(p)
        result = programs.solve_program(p, solver, count=0)
        assert {tuple(s[column.name] for column in p.columns) for s in result.solutions} == expected
        assert len(result.solutions) == len(expected)
        assert result.complete
        assert result.status == ("none" if best is None else "unique" if len(expected) == 1 else "multiple")
        assert result.objective == (None if best is None else float(best))
        several += len(expected) > 1
    assert several > 2


@pytest.mark.parametrize("solver", [None, *SOLVERS])
def test_bounds_of_whole_numbers_may_have_fractions(solver: str | None) -> None:
    p = lp.read(
        "Maximize\n obj: x + 2 y\nSubject To\n c: 2 x + 3 y <= 7\n d: 1001 x - z >= -1\n"
        "Bounds\n -0.7 <= x <= 3.3\n 0.2 <= y <= 2.7\n -1.5 <= z <= 0.9\nGeneral\n x y z\nEnd\n"
    )
    result = programs.solve_program(p, solver, count=0)
    found = {(s["x"], s["y"], s["z"]) for s in result.solutions}
    assert found == {(0, 2, -1), (0, 2, 0), (2, 1, -1), (2, 1, 0)}
    assert (result.objective, result.status, result.complete) == (4, "multiple", True)
    p.columns = [column._replace(low=0.1, high=0.9) for column in p.columns]
    assert programs.solve_program(p, solver).status == "none"


def test_a_solution_that_is_better_than_the_best_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Session:
        """A solver that finds the best solution second."""

        def __init__(self, program: Program, threads: int) -> None:
            self._found = iter(([1.0, 0.0], [0.0, 1.0]))

        def solve(self, seconds: float | None) -> tuple[str, list[float]]:
            return "optimal", next(self._found)

        def add(self, columns: Any, rows: Any) -> None: ...
        def close(self, *, reusable: bool) -> None: ...

    monkeypatch.setattr(highs, "session", Session)
    p = lp.read("Minimize\n obj: 1000000009 a + 1000000007 b\nSubject To\n c: a + b = 1\nBinary\n a b\nEnd\n")
    with pytest.raises(SolverError, match="an answer that is not the best; try another --solver"):
        programs.solve_program(p, "highs")


@pytest.mark.parametrize("solver", ["highs", "scip", "glpk", "cbc"])
def test_large_sums_with_a_continuous_part_differ(solver: str) -> None:
    # 3000000.5 is best for a alone; b alone costs 1 more
    p = lp.read(
        "Minimize\n obj: 3000000 a + 3000001 b + y\nSubject To\n c: a + b = 1\n d: y >= 0.5\nBounds\n y <= 9\nBinary\n a b\nEnd\n"
    )
    result = programs.solve_program(p, solver, count=0)
    assert [(s["a"], s["b"]) for s in result.solutions] == [(1, 0)]
    assert (result.status, result.objective) == ("unique", pytest.approx(3000000.5))


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_model_has_its_objective(solver: str) -> None:
    m = Model()
    a, b, c = m.binaries("x", 3)
    n = m.integer("n", 0, 3)
    m.answer = {"some": [a]}  # the objective speaks of more than the answer
    m.require("two at most", at_most(2, [a, b, c]))
    m.maximize(total([0.1 * a, 0.2 * b, 0.25 * n, 0.7]) - c)
    result = m.solve(solver)
    assert (result.status, result.objective) == ("unique", 1.75)
    m.minimize(2 * n + a + 3)
    assert m.solve(solver).objective == 3
    m.require("nothing", exactly(3, [a, b]))
    assert m.solve(solver).objective is None


@pytest.mark.parametrize("solver", SOLVERS)
def test_an_outcome_has_the_objective_of_own_rules(solver: str) -> None:
    puzzle = api.puzzle("norinori", square(2, 4), rooms=[0, 0, 1, 1, 0, 0, 1, 1])

    def most_on_top(m: Any, page: Any) -> None:
        m.maximize(total(2 * x for x in page.shaded[:4]) - 0.5 * page.shaded[4])

    every = api.solve(puzzle, count=0)
    worth = [sum(2 * x for x in a["shaded"][:4]) - 0.5 * a["shaded"][4] for a in every.answers]
    assert every.objective is None
    outcome = api.solve(puzzle, solver, rules=[most_on_top], count=0)
    assert (outcome.objective, outcome.complete) == (max(worth), True)
    assert len(outcome.answers) == worth.count(max(worth))
    one_by_one = api.answers(puzzle, solver, rules=[most_on_top])
    assert one_by_one.objective is None
    next(one_by_one)
    assert one_by_one.objective == max(worth)
    one_by_one.close()


def test_programs_are_solved_in_python() -> None:
    m = Model()
    a, b = m.binaries("x", 2)
    n = m.integer("n", 0, 2)
    m.require("some", total([a, b, n]) <= 2)
    m.maximize(total([0.5 * a, 0.5 * b, 0.5 * n]))
    found = pencilp.solve_program(m, count=0)
    assert (found.objective, len(found.solutions), found.status, found.complete) == (1, 4, "multiple", True)
    for names in ("x", ["x(1)", "x(2)"], "x(1),x(2)"):
        assert len(pencilp.solve_program(m, count=0, distinct=names).solutions) == 4
    assert len(pencilp.solve_program(m, count=0, distinct="n").solutions) == 3
    with pytest.raises(InputError, match="no column is called 'xn'"):
        pencilp.solve_program(m, distinct="xn")
    with pytest.raises(InputError, match="the count of answers is 0"):
        pencilp.solve_program(m, count=-1)


def test_solve_lists_all_best_solutions(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "own.lp"
    path.write_text("Maximize\n obj: 0.1 a + 0.1 b + 0.2 c\nSubject To\n r: a + b + c <= 2\nBinary\n a b c\nEnd\n")
    assert main(["solve", str(path), "--count", "0"]) == 0
    printed = capsys.readouterr().out
    assert "\nobjective 0.3\n2 best answers in all (" in printed
    assert main(["solve", str(path), "--count", "0", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["objective"], record["status"], record["complete"]) == (0.3, "multiple", True)
    assert len(record["solutions"]) == 2
    assert main(["solve", str(path), "--count", "1", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["objective"], record["status"], record["complete"]) == (0.3, "found", True)
