"""Analyses of integer programs: the LP relaxation, judged by duality, and infeasible sets, judged by brute force."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given, settings

import pencilp
from pencilp._util.timeout import TimeLimitReached
from pencilp.cli import main
from pencilp.program_files.write import to_lp, to_mps
from pencilp.reformulate.linear.program import CONTINUOUS, INTEGER, Column, Program, Row
from pencilp.solvers.programs.as_model import not_bounded
from pencilp.solvers.programs.infeasible_set import ColumnBound, InfeasibleSet, infeasible_set
from pencilp.solvers.programs.relaxation import relax
from pencilp.solvers.programs.solve import program_from_file, solve_program

from .random_programs import best_value, has_solution, programs

TOLERANCE = 1e-6

KNAPSACK = """\
Maximize
 obj: 5 x + 4 y + 3 z
Subject To
 c1: 2 x + 3 y + z <= 5
 c2: 4 x + y + 2 z <= 11
 c3: 3 x + 4 y + 2 z <= 8
Bounds
 x <= 1
General
 x y z
End
"""


def judged(p: Program) -> None:
    """Judge a relaxation by what every optimum of an LP has: feasibility, the identity, signs, slackness, strong duality."""
    found = relax(p)
    if found.status != "optimal":
        return
    assert found.bound is not None
    sign = 1 if p.sense == "minimize" else -1
    names = [column.name for column in p.columns]
    costs = {names[c]: float(a) for a, c in p.objective or ()}
    dual_value = float(p.offset)

    def side_value(low: float | None, high: float | None, value: float, rate: float) -> float:
        """The share of a row or column in the dual objective; its sign and slackness are judged on the way."""
        assert low is None or value >= low - TOLERANCE
        assert high is None or value <= high + TOLERANCE
        if abs(rate) <= TOLERANCE:
            return 0.0
        side = low if sign * rate > 0 else high
        if low == high:
            side = low
        assert side is not None
        assert abs(value - side) <= TOLERANCE
        return rate * float(side)

    for row in p.rows:
        if row.terms and not row.low is row.high is None:
            activity = sum(float(a) * found.values[names[c]] for a, c in row.terms)
            assert abs(activity - found.activities[row.name]) <= TOLERANCE
            dual_value += side_value(row.low, row.high, activity, found.duals[row.name])
    for c, (name, low, high, _) in enumerate(p.columns):
        priced = sum(float(a) * found.duals.get(row.name, 0) for row in p.rows for a, k in row.terms if k == c)
        assert abs(costs.get(name, 0) - priced - found.reduced_costs[name]) <= TOLERANCE
        dual_value += side_value(low, high, found.values[name], found.reduced_costs[name])
    assert abs(dual_value - found.bound) <= 1e-5


@settings(max_examples=150, deadline=None)
@given(programs())
def test_duals_and_reduced_costs_prove_the_bound(p: Program) -> None:
    judged(p)


@settings(max_examples=100, deadline=None)
@given(programs(bounded=True))
def test_no_solution_is_better_than_the_bound(p: Program) -> None:
    found, best = relax(p), best_value(p)
    assert found.status in ("optimal", "infeasible")
    if best is not None:
        assert found.bound is not None
        assert (best - found.bound) * (1 if p.sense == "minimize" else -1) >= -TOLERANCE
        if found.whole:
            assert abs(best - found.bound) <= TOLERANCE


def test_infeasible_and_unbounded_relaxations_are_distinguished() -> None:
    p = Program()
    p.columns = [Column("x", 0, None, CONTINUOUS), Column("y", 0, None, INTEGER)]
    p.rows = [Row("c", [(1, 0), (-1, 1)], None, 2)]
    p.objective, p.sense = [(1, 0), (1, 1)], "maximize"
    assert relax(p).status == "unbounded"
    p.rows += [Row("d", [(1, 0), (-1, 1)], 3, None)]
    assert relax(p).status == "infeasible"
    p.rows = [Row("empty", [], 1, None)]
    assert relax(p).status == "infeasible"


def test_an_empty_program_and_one_without_objective_have_a_relaxation() -> None:
    assert relax(Program()).bound == 0
    p = Program()
    p.columns = [Column("x", 1, 2, INTEGER)]
    assert (relax(p).status, relax(p).bound, relax(p).whole) == ("optimal", 0, True)


def test_rows_of_the_same_name_get_numbers() -> None:
    p = Program()
    p.columns = [Column("x", 0, None, CONTINUOUS)]
    p.rows = [Row("c", [(1, 0)], 2, None), Row("c", [(2, 0)], 6, None)]
    p.objective = [(1, 0)]
    assert relax(p).duals == {"c": 0, "c#2": 0.5}


def test_solve_relax_prints_bound_values_and_duals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "k.lp"
    path.write_text(KNAPSACK)
    assert main(["solve", str(path), "--relax"]) == 0
    out = capsys.readouterr().out
    assert "the bound of the LP relaxation is 12.5: no solution has more" in out
    assert [line.split() for line in out.splitlines()[:6]] == [
        ["column", "value", "reduced", "cost"], ["x", "1", "0.5"], ["y", "0", "-2"], ["z", "2.5", "0"],
        ["row", "sum", "dual"], ["c3", "8", "1.5"],
    ]  # fmt: skip
    assert main(["solve", str(path), "--relax", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["status"], record["bound"], record["whole"]) == ("optimal", 12.5, False)
    assert record["duals"] == {"c1": 0, "c2": 0, "c3": 1.5}
    assert main(["solve", str(path), "--relax", "--format", "csv"]) == 0
    table = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert table[0] == ["kind", "name", "value", "dual"]
    assert table[1] == ["bound", "optimal", "12.5", ""]
    assert ["row", "c3", "8.0", "1.5"] in table
    mps = tmp_path / "k.mps"
    mps.write_text("NAME k\nROWS\n N obj\n L c\nCOLUMNS\n x obj 1 c 1\nRHS\n RHS c 3\nBOUNDS\n LO B x -2\nENDATA\n")
    assert main(["solve", str(mps), "--relax", "-o", str(tmp_path / "k.json")]) == 0
    assert json.loads((tmp_path / "k.json").read_text())["bound"] == -2


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        (KNAPSACK.replace("<= 11", ">= 100"), 1, "the LP relaxation has no solution, so the program has none"),
        ("max\n x + y\nst\n c: x - y <= 2\nend\n", 1, "the objective has no bound in the LP relaxation"),
        ("max\n\nst\n c: x - y <= 2\nend\n", 0, "there is no objective"),
    ],
)
def test_solve_relax_names_unbounded_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, code: int, says: str
) -> None:
    path = tmp_path / "x.lp"
    path.write_text(text)
    assert main(["solve", str(path), "--relax"]) == code
    assert says in capsys.readouterr().out


def test_a_puzzle_and_its_exported_program_have_one_relaxation(tmp_path: Path) -> None:
    puzzle = pencilp.puzzle("norinori", pencilp.square(2, 4), rooms=[[0, 0, 1, 1]] * 2)
    path = tmp_path / "x.lp"
    assert main(["export", _written(tmp_path, puzzle), "-o", str(path)]) == 0
    ours, exported = pencilp.relax(puzzle), pencilp.relax(str(path))
    assert ours.status == exported.status == "optimal"
    assert set(ours.values) == set(exported.values)
    assert main(["solve", str(tmp_path / "puzzle.txt"), "--relax"]) == 0


def _written(folder: Path, puzzle: pencilp.Puzzle) -> str:
    from pencilp.formats.writing import written

    path = folder / "puzzle.txt"
    path.write_text(written(puzzle, None, "text"))
    return str(path)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--common"], "--common: "),
        (["--explain"], "--explain: "),
        (["--solver", "clasp"], "--solver: the LP relaxation is solved by HiGHS"),
        (["--format", "svg"], "--format: an LP relaxation has no svg"),
        (["--count", "3"], "--count: "),
        (["-o", "x.sol"], "x.sol"),
    ],
)
def test_solve_relax_refuses_wrong_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], says: str
) -> None:
    path = tmp_path / "k.lp"
    path.write_text(KNAPSACK)
    assert main(["solve", str(path), "--relax", *more]) == 2
    assert says in capsys.readouterr().err


def test_run_relax_prints_the_relaxation_of_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("swiglpk")
    path = tmp_path / "k.mod"
    path.write_text("var x integer >= 0; var y integer >= 0;\nmaximize z: x + y;\ns.t. c: 2*x + 2*y <= 5;\nend;\n")
    for command in (["run", str(path)], ["solve", str(path)]):
        assert main([*command, "--relax"]) == 0
        assert "the bound of the LP relaxation is 2.5" in capsys.readouterr().out
        assert main([*command, "--relax", "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out)["duals"] == {"c": 0.5}
    assert main(["run", str(path), "--format", "json"]) == 2


def part_of(p: Program, found: InfeasibleSet, without: Row | ColumnBound | None = None) -> Program:
    """Return the program of an infeasible set, or of what is left without one of its rows or bounds."""
    part = Program()
    part.rows = [row for row in found.rows if row is not without]
    kept = {(bound.column, bound.sign) for bound in found.bounds if bound is not without}
    part.columns = [
        column._replace(
            low=column.low if (column.name, ">=") in kept else None,
            high=column.high if (column.name, "<=") in kept else None,
        )
        for column in p.columns
    ]
    return part


@settings(max_examples=120, deadline=None)
@given(programs(bounded=True, objective=False))
def test_a_set_is_infeasible_and_without_any_member_feasible(p: Program) -> None:
    found = infeasible_set(p)
    assert found.status == ("none" if best_value(p) is None else "some")
    if found.status == "some":
        assert (found.rows, found.bounds) == ([], [])
        return
    assert found.minimal
    assert not has_solution(part_of(p, found), box=12)
    for each in (*found.rows, *found.bounds):
        part = part_of(p, found, each)
        assert has_solution(part, box=12) or solve_program(part, "highs", count=1).solutions, each


@settings(max_examples=60, deadline=None)
@given(programs(objective=False))
def test_sets_with_continuous_and_unbounded_columns_are_irreducible(p: Program) -> None:
    if any(column.kind == INTEGER and None in column[1:3] for column in p.columns):
        p.columns = [column._replace(kind=CONTINUOUS) for column in p.columns]  # a solver may search for ever
    found = infeasible_set(p)
    assert found.status == ("some" if solve_program(p, "highs", count=1).solutions else "none")
    if found.status == "none":
        assert found.minimal
        assert not solve_program(part_of(p, found), "highs", count=1).solutions
        for each in (*found.rows, *found.bounds):
            assert solve_program(part_of(p, found, each), "highs", count=1).solutions, each


def test_of_pigeons_all_and_of_other_rows_none_are_named() -> None:
    p = Program()
    pigeons, holes = range(5), range(4)
    p.columns = [Column(f"x({i},{j})", 0, 1, INTEGER) for i in pigeons for j in holes]
    p.rows = [Row(f"pigeon({i})", [(1, 4 * i + j) for j in holes], 1, None) for i in pigeons]
    p.rows += [Row(f"spare({k})", [(1, k), (1, k + 1)], None, 2) for k in range(19)]
    p.rows += [Row(f"hole({j})", [(1, 4 * i + j) for i in pigeons], None, 1) for j in holes]
    found = infeasible_set(p)
    assert (found.status, found.minimal, found.fractions) == ("none", True, False)
    assert [row.name for row in found.rows] == [f"pigeon({i})" for i in pigeons] + [f"hole({j})" for j in holes]


def test_bounds_that_contradict_each_other_need_no_row() -> None:
    p = Program()
    p.columns = [Column("x", 0, 1, INTEGER), Column("y", 0.25, 0.75, INTEGER)]
    p.rows = [Row("c", [(1, 0)], 3, None)]
    found = infeasible_set(p)
    assert found.lines == ["y >= 0.25", "y <= 0.75"]
    assert (found.minimal, found.fractions) == (True, True)


def test_a_set_that_the_limit_cuts_short_may_not_be_irreducible() -> None:
    p = Program()
    p.columns = [Column(f"x{k}", 0, 1, INTEGER) for k in range(3)]
    p.rows = [Row("c1", [(1, 0), (1, 1)], 2, None), Row("c2", [(1, 1), (1, 2)], None, 0)]
    asked = 0

    def look() -> None:
        nonlocal asked
        asked += 1
        if asked > 1:
            raise TimeLimitReached

    found = infeasible_set(p, look=look)
    assert (found.status, found.minimal) == ("none", False)
    assert [row.name for row in found.rows] == ["c1", "c2"]
    assert infeasible_set(p, time_limit=0).status == "unknown"


NO_SOLUTION = """\
Minimize
 obj: x
Subject To
 c1: x + y <= 4
 c2: x - y >= 5
 c3: x + 2 y <= 100
General
 x y
End
"""


@pytest.mark.parametrize("kind", ["lp", "mps"])
def test_solve_why_names_rows_and_bounds(tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str) -> None:
    path = tmp_path / f"x.{kind}"
    (tmp_path / "x.lp").write_text(NO_SOLUTION)
    path.write_text({"lp": to_lp, "mps": to_mps}[kind](program_from_file(str(tmp_path / "x.lp"))))
    assert main(["solve", str(path)]) == 1
    assert "add --explain to find out which rows and bounds contradict each other" in capsys.readouterr().out
    assert main(["solve", str(path), "--explain"]) == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        "these rows and bounds contradict each other; without any one of them there is a solution:",
        "  c1: x + y <= 4",
        "  c2: x - y >= 5",
        "  y >= 0",
    ]
    assert main(["solve", str(path), "--explain", "--format", "json"]) == 1
    why = json.loads(capsys.readouterr().out)["why"]
    assert [row["name"] for row in why["rows"]] == ["c1", "c2"]
    assert why["bounds"] == [{"column": "y", "bound": "y >= 0"}]
    assert pencilp.infeasible_set(str(path)).minimal


def test_solve_why_is_silent_for_a_program_with_a_solution(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "k.lp"
    path.write_text(KNAPSACK)
    assert main(["solve", str(path), "--explain"]) == 0
    assert "contradict" not in capsys.readouterr().out


def test_why_names_rows_of_a_changed_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = _written(tmp_path, pencilp.puzzle("norinori", pencilp.square(2, 4), rooms=[[0, 0, 1, 1]] * 2))
    own = tmp_path / "own.lp"
    assert main(["export", source, "-o", str(own)]) == 0
    own.write_text(
        own.read_text().replace("Subject To\n", "Subject To\n mine: shaded(1,1) + shaded(1,2) + shaded(2,1) >= 3\n")
    )
    capsys.readouterr()
    assert main(["solve", source, "--model", str(own)]) == 1
    assert "add --explain to find out which rows" in capsys.readouterr().out
    assert main(["solve", source, "--model", str(own), "--explain"]) == 1
    assert "  mine: shaded(1,1) + shaded(1,2) + shaded(2,1) >= 3" in capsys.readouterr().out


def test_run_why_names_rows_of_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("swiglpk")
    path = tmp_path / "k.mod"
    path.write_text(
        "var x integer >= 0; var y integer >= 0, <= 9;\nminimize z: x;\ns.t. c: 2*x + 2*y = 5; d: x >= 1;\nend;\n"
    )
    assert main(["run", str(path)]) == 1
    assert "add --explain to find out which rows" in capsys.readouterr().err
    assert main(["run", str(path), "--explain"]) == 1
    out = capsys.readouterr().out
    assert "this row has no solution by itself:\n  c: " in out
    assert "if fractions were allowed, there would be a solution" in out


@pytest.mark.parametrize(
    ("ends", "says"),
    [
        ([(0, None)], "x0 has no upper bound, and none follow from the rows"),
        ([(None, 4)], "x0 has no lower bound, and none follow from the rows"),
        ([(None, None)], "x0 has no bounds, and none follow from the rows"),
        (
            [(0, None), (0, None), (None, 3)],
            "x0, x1 have no upper bound; x2 has no lower bound, and none follow from the rows",
        ),
        ([(0, 2**50)], "x0 has bounds too far apart, and none closer follow from the rows"),
        ([(0, 5)], ""),
    ],
)
def test_the_side_without_a_bound_is_named(ends: list[tuple[int | None, int | None]], says: str) -> None:
    p = Program()
    p.columns = [Column(f"x{k}", low, high, INTEGER) for k, (low, high) in enumerate(ends)]
    assert not_bounded(p) == says
