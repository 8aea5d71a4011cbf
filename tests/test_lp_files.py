"""LP, MPS and OPB files: written, read back by each solver's own reader, solved; solution files of each real solver."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilp.cli import main
from pencilp.errors import InputError, SolverError
from pencilp.model import Connected, Lazy, Linear, Model, Solution, at_most, exactly, total
from pencilp.program_files import solutions as solution_files
from pencilp.program_files.write import column_order, to_lp, to_mps, to_opb
from pencilp.reformulate.linear.linearise import Linearised, linearise
from pencilp.reformulate.linear.program import CONTINUOUS, INTEGER, Column, Program, Row
from pencilp.solvers import prepare
from pencilp.solvers.milp import highs
from pencilp.solvers.programs import solve as files

from . import brute_force
from .random_models import describe, models


def awkward() -> Program:
    """Everything that readers may stumble over: all kinds of bounds and sides, odd names, unused columns."""
    p = Program()
    p.columns = [
        Column("b(1,2)", 0, 1, INTEGER),
        Column("_e1", 0, 1, INTEGER),
        Column("N(3,4)", -3, 7, INTEGER),
        Column("fixed", 1, 1, INTEGER),
        Column("five", 5, 5, INTEGER),
        Column("wide", 0, 10**6, INTEGER),
        Column("below", None, 4, INTEGER),
        Column("free_", None, None, CONTINUOUS),
        Column("share", 0, 2.5, CONTINUOUS),
        Column("least", -7, None, CONTINUOUS),
        Column("plain", 0, None, CONTINUOUS),
        Column("unused", 0, None, CONTINUOUS),
        Column("unused_bit", 0, 1, INTEGER),
        Column("unused_number", 2, 9, INTEGER),
        Column("very_long_name_" * 5 + "(1,2)", 0, 1, INTEGER),
    ]
    p.rows = [
        Row("Around(1,2)", [(1, 0), (1, 1), (1, 14)], 2, 2, "a cell has as many bombs around it as it says", "r1c2"),
        Row("range", [(1, 2), (-2, 5), (1, 0)], -4, 6, "の rule", "r1c1 r1c2 r1c3"),
        Row("CELL(1,2)_3", [(0.5, 7), (1.25, 8), (-1, 9)], None, 3.75),
        Row("least_of", [(1, 6), (1, 7), (1, 3), (1, 4), (1, 10)], 0.1, None),
        Row("many", [(k + 1, k) for k in range(11)], None, 10**7),
    ]
    p.objective, p.offset, p.sense = [(2, 5), (-1.5, 8), (1, 2), (-1, 10)], 7, "maximize"
    p.rows.append(Row("cap", [(1, 5), (1, 10)], None, 100))
    p.rows.append(Row("tie", [(1, 10), (-1, 0)], 0, None))
    return p


def in_form(p: Program) -> tuple[Any, ...]:
    """A program up to the order of its columns and rows, two-sided rows taken apart."""
    names = [column.name for column in p.columns]
    rows = set()
    for row in p.rows:
        terms = frozenset((float(a), names[c]) for a, c in row.terms)
        if row.low is not None:
            rows.add((terms, ">=", float(row.low)))
        if row.high is not None:
            rows.add((terms, "<=", float(row.high)))
    sign = -1 if p.sense == "maximize" else 1
    objective = frozenset((sign * float(a), names[c]) for a, c in p.objective or () if a)
    return set(p.columns), rows, objective


# -- written and read back ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["lp", "mps"])
def test_written_files_are_read_back(kind: str, tmp_path: Path) -> None:
    p = awkward()
    path = tmp_path / f"model.{kind}"
    path.write_text(to_lp(p) if kind == "lp" else to_mps(p))
    assert in_form(files.program_from_file(str(path))) == in_form(p)


@pytest.mark.parametrize("kind", ["lp", "mps"])
def test_a_row_that_nothing_satisfies_stays_one(kind: str, tmp_path: Path) -> None:
    p = Program()
    p.columns += [Column("x", 0, 1, INTEGER), Column("y", 0, 1, INTEGER)]
    p.rows.append(Row("never", [(1, 0), (1, 1)], 1, 0))
    path = tmp_path / f"model.{kind}"
    path.write_text(to_lp(p) if kind == "lp" else to_mps(p))
    read = files.program_from_file(str(path))
    assert in_form(read) == in_form(p)
    assert [row.name for row in read.rows] == ["never_least", "never_most"]
    assert in_form(glpk_program(path))[1] == in_form(p)[1]


def glpk_program(path: Path) -> Program:
    """A file as GLPK's reader sees it."""
    g = pytest.importorskip("swiglpk")
    g.glp_term_out(g.GLP_OFF)
    problem = g.glp_create_prob()
    code = (
        g.glp_read_lp(problem, None, str(path))
        if path.suffix == ".lp"
        else g.glp_read_mps(problem, g.GLP_MPS_FILE, None, str(path))
    )
    assert code == 0
    p = Program()
    objective = []
    for j in range(1, g.glp_get_num_cols(problem) + 1):
        low, high = g.glp_get_col_lb(problem, j), g.glp_get_col_ub(problem, j)
        kind = CONTINUOUS if g.glp_get_col_kind(problem, j) == g.GLP_CV else INTEGER
        p.columns.append(
            Column(g.glp_get_col_name(problem, j), *(None if abs(v) > 1e300 else v for v in (low, high)), kind)
        )
        objective.append((g.glp_get_obj_coef(problem, j), j - 1))
    indices, values = g.intArray(100), g.doubleArray(100)
    for i in range(1, g.glp_get_num_rows(problem) + 1):
        size = g.glp_get_mat_row(problem, i, indices, values)
        sides = (None if abs(v) > 1e300 else v for v in (g.glp_get_row_lb(problem, i), g.glp_get_row_ub(problem, i)))
        if g.glp_get_row_type(problem, i) != g.GLP_FR:
            p.rows.append(
                Row(g.glp_get_row_name(problem, i), [(values[k], indices[k] - 1) for k in range(1, size + 1)], *sides)
            )
    p.objective = [(a, c) for a, c in objective if a]
    p.sense = "maximize" if g.glp_get_obj_dir(problem) == g.GLP_MAX else "minimize"
    g.glp_delete_prob(problem)
    return p


@pytest.mark.parametrize("kind", ["lp", "mps"])
def test_glpk_reads_written_files(kind: str, tmp_path: Path) -> None:
    if not hasattr(pytest.importorskip("swiglpk"), "GLP_MPS_FILE"):
        pytest.importorskip("swiglpk").GLP_MPS_FILE = 2
    p = awkward()
    path = tmp_path / f"model.{kind}"
    path.write_text(to_lp(p) if kind == "lp" else to_mps(p))
    read = glpk_program(path)
    assert in_form(read) == in_form(p)
    if kind == "lp":
        assert [column.name for column in read.columns] == [p.columns[c].name for c in column_order(p)]


@pytest.mark.parametrize("kind", ["lp", "mps"])
def test_scip_and_cbc_find_the_same_best_value(kind: str, tmp_path: Path) -> None:
    scip, cbcbox = pytest.importorskip("pyscipopt"), pytest.importorskip("cbcbox")
    p = awkward()
    path = tmp_path / f"model.{kind}"
    path.write_text(to_lp(p) if kind == "lp" else to_mps(p))
    sign = -1 if kind == "mps" else 1  # MPS only minimizes
    best = files.solve_program(p, "highs", count=1)
    assert best.objective is not None
    model = scip.Model()
    model.hideOutput()
    model.readProblem(str(path))
    model.optimize()
    assert model.getObjVal() == pytest.approx(sign * (best.objective - 7))
    assert {v.name for v in model.getVars()} == {column.name for column in p.columns}
    sol = tmp_path / "model.sol"
    subprocess.run([cbcbox.cbc_bin_path(), path, "-solve", "-solu", sol], stdout=subprocess.DEVNULL, check=True)
    values = solution_files.load(str(sol)).values
    assert set(values) == {column.name for column in p.columns}
    assert sum(float(a) * values[p.columns[c].name] for a, c in p.objective or ()) == pytest.approx(best.objective - 7)


def test_no_line_of_an_lp_file_is_longer_than_the_format_allows() -> None:
    m = Model(lambda c: f"r{c}c{c}")
    x = m.binaries("a_rather_long_name_for_a_variable", 500)
    m.require("words " * 60, exactly(3, x), at=range(500))
    text = to_lp(linearise(m).program)
    assert max(map(len, text.splitlines())) < 255
    assert text.isascii()


def test_the_lp_file_names_the_rules() -> None:
    m = Model(lambda c: f"r1c{c + 1}")
    x = m.binaries("shaded", 3, lambda: ["1,1", "1,2", "1,3"])
    m.require("a room holds two shaded cells", exactly(2, x), at=(0, 1, 2))
    m.require("not both ends", at_most(1, x[(0, 2)]), at=(0, 2))
    m.require("later", Lazy(x, lambda value: []))
    assert to_lp(linearise(m).program).splitlines() == [
        "\\ 2 rows, 3 columns, 5 non-zeros",
        "\\ stated only if a solution breaks it: later",
        "Minimize",
        " obj: 0 shaded(1,1)",
        "Subject To",
        "\\ a room holds two shaded cells [r1c1 r1c2 r1c3]",
        " a_room_holds_two_shaded_cells_r1c1: shaded(1,1) + shaded(1,2) + shaded(1,3) = 2",
        "\\ not both ends",
        " not_both_ends_r1c1_r1c3: shaded(1,1) + shaded(1,3) <= 1",
        "Binary",
        " shaded(1,1) shaded(1,2) shaded(1,3)",
        "End",
    ]


@settings(max_examples=15, deadline=None)
@given(models(), st.sampled_from(["lp", "mps"]), st.sampled_from(["clasp", "highs", "scip", "glpk", "cpsat", "cbc"]))
def test_random_models_solved_from_their_files(m: Model, kind: str, solver: str) -> None:
    form = linearise(m)
    path = Path(os.environ.get("TMPDIR", "/tmp")) / f"pencilp-test-{os.getpid()}.{kind}"
    path.write_text(to_lp(form.program) if kind == "lp" else to_mps(form.program))
    program = files.program_from_file(str(path))
    path.unlink()
    if solver in ("clasp", "cpsat") and any(column.kind == CONTINUOUS for column in program.columns):
        with pytest.raises(SolverError, match="is continuous"):
            files.solve_program(program, solver)
        return
    result = files.solve_program(program, solver, count=3)
    expected = brute_force.answers(m)
    assert (result.status == "none") == (not expected), describe(m)
    for values in result.solutions:
        solution = solution_of(form, values)
        assert tuple(solution(x) for x in m.answer_variables()) in expected


@pytest.mark.parametrize("solver", ["clasp", "highs", "scip", "glpk", "cbc", "cpsat"])
@pytest.mark.parametrize(
    ("factors", "low", "high", "found"),
    [((0.7,), 2.1, 1, 0), ((0.7,), 2.1, 3, 1), ((10**7, 10**7), 13333333, 1, 1), ((10**7, 10**7 + 1), 2 * 10**7, 1, 1)],
)
def test_rows_are_kept_exactly(solver: str, factors: tuple[float, ...], low: float, high: int, found: int) -> None:
    p = Program()
    p.columns = [Column(f"x{c}", 0, high, INTEGER) for c in range(len(factors))]
    p.rows = [Row("row", [(a, c) for c, a in enumerate(factors)], low, None)]
    p.objective = [(1, 0)]
    assert len(files.solve_program(p, solver, count=0).solutions) == found


@pytest.mark.parametrize("solver", ["clasp", "highs", "scip", "glpk", "cbc", "cpsat"])
def test_small_differences_of_the_objective_count(solver: str) -> None:
    p = Program()
    p.columns = [Column("x", 0, 1, INTEGER), Column("y", 0, 1, INTEGER)]
    p.rows = [Row("one", [(1, 0), (1, 1)], 1, 1)]
    p.objective = [(-1e-9, 0), (-2e-9, 1)]
    result = files.solve_program(p, solver, count=0)
    assert result.solutions == [{"x": 0, "y": 1}]
    assert result.objective == -2e-9


# -- bad files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "hello", "Minimize\n obj: x\nSubject To\n c: x +", "\0\1\2", "NAME\nROWS\n N obj\n X c\n"]
)
@pytest.mark.parametrize("suffix", ["lp", "mps"])
def test_a_bad_file_is_one_line_that_names_it(text: str, suffix: str, tmp_path: Path, capfd: Any) -> None:
    path = tmp_path / f"bad.{suffix}"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        files.program_from_file(str(path))
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("number", "says"), [("nan", "a sign is missing before 'x'"), ("1e400", "too large"), ("-1e400", "too large")]
)
def test_numbers_that_are_not_finite_are_refused(number: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "model.lp"
    path.write_text(f"Minimize\n obj: {number} x + y\nSubject To\n c: x + y >= 1\nEnd\n")
    with pytest.raises(InputError, match=says):
        files.program_from_file(str(path))


LP = """\\ a remark
Minimize
 obj: x
   + y
Subject To
 c1: x + y
   >= 1
 c2: x - y <= 3

Bounds
 x <= 4
 y <= 4
End
"""
MPS = """* a remark
NAME t
ROWS
 N obj
 G r1
 L r2
COLUMNS
 MARKER 'MARKER' 'INTORG'
 x obj 1 r1 1
 x r2 1
 y obj 1 r1 1
 MARKER 'MARKER' 'INTEND'
RHS
 RHS r1 1 r2 3
RANGES
 RNG r1 2
BOUNDS
 UP BND x 4
 FR BND y
ENDATA
"""


@pytest.mark.parametrize(
    ("good", "bad", "line", "says"),
    [
        (" c2: x - y <= 3", " c2: x - * y <= 3", 8, "'*': write a factor before its variable without '*'"),
        (" c2: x - y <= 3", " c2: x - y", 8, "this row has no '<=', '>=' or '='"),
        (" c2: x - y <= 3", " c2: x y <= 3", 8, "a sign is missing before 'y'"),
        ("   >= 1", "   >= one", 7, "a row has its variables on one side"),
        ("   >= 1", "   >= 1 + 1", 7, "a row has its variables on one side"),
        (" x <= 4", " x <= many", 11, "a bound needs one variable alone"),
        (" x <= 4", " x + y <= 4", 11, "missing before '+ y'; a bound has no factor"),
        ("End\n", "", 12, "the line 'End' is missing"),
        (" G r1", " Q r1", 5, "'Q' is no kind of row"),
        (" x r2 1", " x r3 1", 10, "there is no row 'r3'"),
        (" x r2 1", " x r2 one", 10, "'one' is no number"),
        (" x r2 1", " x r2", 10, "'x r2' is not a name with rows and numbers"),
        (" RHS r1 1 r2 3", " RHS r1 1 r2 1O", 14, "'1O' is no number"),
        (" RNG r1 2", " RNG r9 2", 16, "there is no row 'r9'"),
        (" UP BND x 4", " UP BND z 4", 18, "there is no column 'z'"),
        (" UP BND x 4", " UP BND x four", 18, "'four' is no number"),
        (" UP BND x 4", " UP BND x nan", 18, "'nan' is no number"),
        (" x r2 1", " x r2 1e400", 10, "'1e400' is no number"),
        (" x r2 1", " x r2 1_0", 10, "'1_0' is no number"),
        (" UP BND x 4", " UP BND x", 18, "the bound of 'x' has no number"),
        ("ENDATA\n", "", 19, "the line 'ENDATA' is missing"),
    ],
)
def test_the_faulty_line_of_a_file_is_named(good: str, bad: str, line: int, says: str, tmp_path: Path) -> None:
    suffix, text = ("lp", LP) if good in LP else ("mps", MPS)
    path = tmp_path / f"model.{suffix}"
    path.write_text(text)
    assert len(files.program_from_file(str(path)).columns) == 2
    path.write_text(text.replace(good, bad, 1))
    with pytest.raises(InputError) as error:
        files.program_from_file(str(path))
    assert str(error.value).startswith(f"{path}:{line}: ")
    assert says in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        # no names of right-hand sides and bounds, a remark, a number as Fortran writes it, and sections of solvers' own
        "NAME\nOBJSENSE\n    MAX\nROWS\n N obj\n L r1\nCOLUMNS\n x obj 1.0D+0 r1 1 $ a remark\nRHS\n r1 2\n obj -1\n"
        "BOUNDS\n UP x 1e30\n MI x\nENDATA\n",
        # the fixed format, with spaces in names
        "NAME          FIXED\nROWS\n N  COST\n L  LIM 1\nCOLUMNS\n    X 1       COST               1.0   LIM 1              1.0\n"
        "RHS\n    RHS       LIM 1              4.0\nBOUNDS\n UP BND       X 1                4.0\nENDATA\n",
    ],
)
def test_mps_files_as_others_write_them_are_not_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "model.mps"
    path.write_text(text)
    program = files.program_from_file(str(path))
    assert len(program.columns) == 1
    assert len(program.rows) == 1
    assert program.rows[0].terms == [(1, 0)]


def test_a_packed_file_is_read_and_its_faults_named(tmp_path: Path) -> None:
    path = tmp_path / "model.mps.gz"
    path.write_bytes(gzip.compress(MPS.encode()))
    assert len(files.program_from_file(str(path)).columns) == 2
    unnamed = tmp_path / "model.mps"
    unnamed.write_bytes(path.read_bytes())
    assert len(files.program_from_file(str(unnamed)).columns) == 2
    path.write_bytes(gzip.compress(MPS.replace("x r2 1", "x r2 one").encode()))
    with pytest.raises(InputError, match=":10: 'one' is no number"):
        files.program_from_file(str(path))


def test_a_missing_file_and_a_wrong_name_say_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        files.program_from_file(str(tmp_path / "none.lp"))
    with pytest.raises(InputError, match=r"ends in \.lp or \.mps"):
        files.program_from_file(str(tmp_path / "model.txt"))


def test_clasp_and_cpsat_refuse_unbounded_or_fractional_variables() -> None:
    p = Program()
    p.columns = [Column("share", 0, 1, CONTINUOUS)]
    p.rows = [Row("half", [(2, 0)], 1, 1)]
    for solver in ("clasp", "cpsat"):
        with pytest.raises(SolverError, match="share is continuous"):
            files.solve_program(p, solver)
    assert files.solve_program(p, "highs").solutions == [{"share": 0.5}]
    p.columns = [Column("n", 0, None, INTEGER)]
    p.rows = [Row("some", [(2, 0)], 1, None)]
    for solver in ("clasp", "cpsat"):
        with pytest.raises(SolverError, match=r"n has no upper bound, and none follow.*use --solver highs"):
            files.solve_program(p, solver)
    p.rows = [Row("half", [(2, 0)], 1, 1)]
    for solver in ("clasp", "cpsat", "highs"):
        assert files.solve_program(p, solver).status == "none"


@pytest.mark.parametrize("solver", ["clasp", "highs", "scip", "glpk", "cbc", "cpsat"])
def test_whole_number_programs_give_all_best_solutions(solver: str) -> None:
    p = Program()
    p.columns = [Column("n", -2, 3, INTEGER), Column("k", 0, 9, INTEGER), Column("b", 0, 1, INTEGER)]
    p.rows = [Row("c", [(1, 0), (1, 1), (2, 2)], None, 4.5)]
    p.objective, p.offset, p.sense = [(0.5, 0), (0.5, 1), (1, 2)], 1, "maximize"
    result = files.solve_program(p, solver, count=0)
    assert result.objective == 3
    expected = {(n, k, b) for n in range(-2, 4) for k in range(10) for b in (0, 1) if n + k + 2 * b == 4}
    assert {(s["n"], s["k"], s["b"]) for s in result.solutions} == expected
    assert result.status == "multiple"


# -- OPB ---------------------------------------------------------------------------------------------------------------


def opb_holds(text: str, names: list[str], bits: Sequence[int]) -> bool:
    """Whether an assignment of the named variables keeps all constraints of an OPB file."""
    by_name = dict(zip(names, bits, strict=True))
    # a fixed variable has no number in the file
    values = {int(v): by_name.pop(name) for v, name in re.findall(r"^\* x(\d+) is (.*)$", text, re.M)}
    if set(by_name) - {"true"} or by_name.get("true") == 0:
        return False
    for line in text.splitlines():
        if line.startswith(("*", "min:")):
            continue
        left, relation, side = re.fullmatch(r"(.*) (>=|=) (-?\d+) ;", line).groups()  # type: ignore[union-attr]
        total = sum(int(a) * values[int(v)] for a, v in re.findall(r"([+-]\d+) x(\d+)", left))
        if not (total >= int(side) if relation == ">=" else total == int(side)):
            return False
    return True


@settings(max_examples=60, deadline=None)
@given(models(kinds=("clause", "count", "linear", "implies", "definition"), lazy=False))
def test_opb_files_have_the_solutions_of_the_model(m: Model) -> None:
    program = linearise(m).program
    if any(column.kind != INTEGER for column in program.columns):
        return
    text = to_opb(program)
    names = [column.name for column in program.columns]
    good = {tuple(s.bits[v] for v in range(1, m.size + 1)) for s in brute_force.solutions(m)}
    for code in range(2**m.size if m.size <= 9 else 0):
        bits = tuple(code >> k & 1 for k in range(m.size))
        assert opb_holds(text, names, bits) == (bits in good)


@pytest.mark.parametrize("low_high", [(0, 1), (-1, 2), (0, 20)])
def test_clasp_reads_the_opb_file_and_finds_as_many_solutions(low_high: tuple[int, int], tmp_path: Path) -> None:
    m = Model()
    n = m.integer("n", *low_high)
    x = m.binaries("x", 4)
    m.require("connected", Connected(x, [(0, 1, None), (1, 2, None), (2, 3, None)]))
    m.require("half", Linear([(0.5, n), *((1, v) for v in x)], 1, 3.5))
    m.minimize(total(x) * -1 + n)
    path = tmp_path / "model.opb"
    path.write_text(to_opb(linearise(m).program))
    command = [sys.executable, "-m", "clingo", "--mode=clasp", str(path), "--quiet=1,1,2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    best = prepare(m, "clasp")(count=1).solutions[0]
    value = best(n) - sum(map(best, x))
    # the constant part of an objective is not in the file
    found = re.search(r"^o (-?\d+)$", done.stdout, re.M)
    assert found, done.stdout
    assert int(found[1]) == value - low_high[0]


def test_opb_names_variables_that_are_not_0_or_1() -> None:
    p = Program()
    p.columns = [Column("x", 0, 1, INTEGER), Column("share", 0, 1, CONTINUOUS)]
    with pytest.raises(InputError, match="share is continuous: OPB files only hold 0/1 variables"):
        to_opb(p)
    p.columns[1] = Column("n", 0, None, INTEGER)
    with pytest.raises(InputError, match="n is without bounds"):
        to_opb(p)


# -- solution files ----------------------------------------------------------------------------------------------------


def puzzle() -> tuple[Model, Any]:
    m = Model(lambda c: f"r1c{c + 1}")
    x = m.binaries("shaded", 4, lambda: [f"1,{c}" for c in range(1, 5)])
    n = m.integer("a_whole_number(1,1)", -5, 5)
    m.require("two", exactly(2, x), at=0)
    m.require("apart", at_most(1, x[(0, 1)]))
    m.require("apart", at_most(1, x[(1, 2)]))
    m.require("apart", at_most(1, x[(2, 3)]))
    m.require("ends", x[0] + x[3] <= 1)
    m.require("second", x[3] + 0 == 1)
    m.require("number", n + 2 * x[1] == -1)
    return m, linearise(m)


def solution_of(form: Linearised, values: dict[str, float]) -> Solution:
    """The solution of a model that values by name mean."""
    return form.solution([values.get(column.name, 0.0) for column in form.program.columns])


def written_by(solver: str, lp: str, sol: str) -> None:
    """Let a solver read an LP file and write its solution file."""
    if solver == "scip":
        model = pytest.importorskip("pyscipopt").Model()
        model.hideOutput()
        model.readProblem(lp)
        model.optimize()
        model.writeBestSol(sol)
    elif solver == "scip-status":
        written_by("scip", lp, sol)
        Path(sol).write_text("solution status: optimal solution found\n" + Path(sol).read_text())
    elif solver.startswith("highs"):
        code = (
            "import highspy, sys; h = highspy.Highs(); h.silent(); h.readModel(sys.argv[1]); h.run(); "
            "h.writeSolution(sys.argv[2], int(sys.argv[3]))"
        )
        subprocess.run([sys.executable, "-c", code, lp, sol, solver[-1]], check=True, stdout=subprocess.DEVNULL)
    elif solver == "cbc":
        binary = pytest.importorskip("cbcbox").cbc_bin_path()
        subprocess.run([binary, lp, "-solve", "-solu", sol], stdout=subprocess.DEVNULL, check=True)
    else:
        g = pytest.importorskip("swiglpk")
        g.glp_term_out(g.GLP_OFF)
        problem = g.glp_create_prob()
        g.glp_read_lp(problem, None, lp)
        parameters = g.glp_iocp()
        g.glp_init_iocp(parameters)
        parameters.presolve = 1
        g.glp_intopt(problem, parameters)
        (g.glp_write_mip if solver == "glpk-w" else g.glp_print_mip)(problem, sol)
        g.glp_delete_prob(problem)


SOLUTION_WRITERS = (
    "scip",
    "scip-status",
    "highs-0",
    "highs-1",
    "highs-2",
    "highs-3",
    "highs-4",
    "cbc",
    "glpk-w",
    "glpk-o",
)


@pytest.mark.parametrize("solver", SOLUTION_WRITERS)
def test_solution_files_of_real_solvers_are_read(solver: str, tmp_path: Path) -> None:
    m, form = puzzle()
    lp, sol = str(tmp_path / "model.lp"), str(tmp_path / "model.sol")
    Path(lp).write_text(to_lp(form.program))
    written_by(solver, lp, sol)
    if solver == "highs-2":
        # HiGHS numbers columns as GLPK does
        assert Path(sol).read_text().startswith("c Problem:")
    values = solution_files.load(sol, program=form.program).values
    solution = solution_of(form, values)
    (expected,) = brute_force.answers(m)
    assert tuple(solution(x) for x in m.answer_variables()) == expected == (0, 1, 0, 1, -3)


@pytest.mark.parametrize("solver", ["scip", "highs-0", "cbc", "glpk-w"])
@pytest.mark.parametrize(("low", "high"), [(0, 1), (-2, 1), (None, 4), (3, 3)])
def test_a_file_without_a_rule_is_read_by_every_solver(
    solver: str, low: int | None, high: int | None, tmp_path: Path
) -> None:
    """A board without clues, or one whose rules are all bounds; GLPK asks for a row."""
    program = Program()
    program.columns = [Column("b(1,1)", low, high, INTEGER), Column("nothing", 0, 1, INTEGER)]
    program.objective, program.sense = [(1, 0)], "maximize"
    lp, sol = str(tmp_path / "model.lp"), str(tmp_path / "model.sol")
    Path(lp).write_text(to_lp(program))
    written_by(solver, lp, sol)
    assert solution_files.load(sol, program=program).values.get("b(1,1)", 0) == high
    assert in_form(files.program_from_file(lp))[0] == in_form(program)[0]


@pytest.mark.parametrize("solver", ["highs-0", "highs-1", "cbc", "glpk-w", "glpk-o"])
def test_a_solution_file_without_a_solution_is_reported(solver: str, tmp_path: Path) -> None:
    m, _ = puzzle()
    m.require("impossible", m.ints[0] >= 0)
    m.require("impossible", at_most(0, m.answer_variables()[:1]))  # type: ignore[arg-type]
    form = linearise(m)
    lp, sol = str(tmp_path / "model.lp"), str(tmp_path / "model.sol")
    Path(lp).write_text(to_lp(form.program))
    written_by(solver, lp, sol)
    with pytest.raises(InputError, match="has no solution") as error:
        solution_files.load(sol, program=form.program)
    assert str(error.value).startswith(sol)


CPLEX = """<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>
<CPLEXSolution version="1.2">
 <header problemName="model.lp" objectiveValue="0" solutionTypeValue="3" solutionStatusValue="101"
   solutionStatusString="integer optimal solution" />
 <quality epInt="1e-05"/>
 <linearConstraints><constraint name="two_r1c1" index="0" slack="0"/></linearConstraints>
 <variables>
  <variable name="shaded(1,1)" index="0" value="0"/>
  <variable name="shaded(1,2)" index="1" value="0.99999999999"/>
  <variable name="shaded(1,3)" index="2" value="-0"/>
  <variable name="shaded(1,4)" index="3" value="1"/>
  <variable name="a_whole_number(1,1)" index="4" value="-3"/>
 </variables>
</CPLEXSolution>
"""
GUROBI = "# Solution for model obj\n# Objective value = 0\nshaded(1,2) 1\nshaded(1,4) 1\na_whole_number(1,1) -3\n"
SCIP_COMMAND = """solution status: optimal solution found
objective value:                                    0
shaded(1,2)                                         1 \t(obj:0)
shaded(1,4)                                         1 \t(obj:0)
a_whole_number(1,1)                                -3 \t(obj:0)
"""


@pytest.mark.parametrize("text", [CPLEX, "\ufeff" + CPLEX, GUROBI, SCIP_COMMAND])
def test_solution_files_as_their_makers_describe_them(text: str) -> None:
    m, form = puzzle()
    solution = solution_of(form, solution_files.parse(text).values)
    assert [solution(x) for x in m.answer_variables()] == [0, 1, 0, 1, -3]


@pytest.mark.parametrize(("text", "says"), [
    ("", "empty"),
    ("hello world\n", "no solution file of"),
    ("solution status: infeasible\nno solution available\n", "has no solution"),
    ("solution status: time limit reached\nno solution available\n", "not solved in time"),
    ("objective value: 0\nx one\n", "'one' is not a number"),
    *((f"objective value: 0\nx {word}\n", f"'{word}' is not a number") for word in ("nan", "inf", "1e400", "1_0", "²")),
    ("objective value: 0\nx\n", "a name and a value"),
    ("Infeasible - objective value 0.0\n", "has no solution"),
    ("Optimal - objective value 0\n 0 x\n", "an index, a name and a value"),
    ("Unbounded - objective value 0\n", "no best solution"),
    ("Model status\nInfeasible\n", "has no solution"),
    ("c Problem:\ns mip 1 5 o 0\n", "cut off"),
    ("c Problem:\ns mip 1 4 o 0\ne o f\n", "has 4 columns, the program 5"),
    ("Columns\n Index Status\n 0 BS x 1\n 1\n", "not solved in time"),
    ("<?xml version='1.0'?><CPLEXSolution>", "broken XML"),
    ("<?xml version='1.0' encoding='rot13'?><CPLEXSolution/>", "not in UTF-8"),
    ("<?xml version='1.0' encoding='cp932'?><CPLEXSolution/>", "not in UTF-8"),
    ("<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'b'>]><CPLEXSolution/>", "declares no types"),
])  # fmt: skip
def test_bad_solution_files_are_refused_with_the_reason(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "model.sol"
    path.write_text(text)
    with pytest.raises(InputError, match=says) as error:
        solution_files.load(str(path), program=puzzle()[1].program)
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)


def test_numbered_columns_must_be_those_of_the_program() -> None:
    _, other = puzzle()
    for count, says in (("4", "the solution has 4 columns, the program 5"), ("9" * 5000, "with sizes and status")):
        with pytest.raises(InputError, match=says):
            solution_files.parse(f"c Problem:\ns mip 7 {count} o 0\ne o f\n", other.program)
    for column in ("²", "0", "6", "1_0", "1" * 5000):
        with pytest.raises(InputError, match="2: expected a column's number and value"):
            solution_files.parse(f"c Problem:\ns mip 7 5 o 0\nj {column} 1\ne o f\n".partition("\n")[2], other.program)


HIGHS = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns 2\nx 1\ny 0\n"
CBC = "Optimal - objective value 0\n 0 x 1 0\n"
GLPK_RAW = "c Problem:\ns mip 1 5 o 0\ni 1 2\nj 1 0\ne o f\n"
GLPK_TABLE = (
    "Problem: x\nStatus:     INTEGER OPTIMAL\n\n   No. Column name  Activity\n------ ---\n     1 x   *  1  0  1\n"
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from([CPLEX, GUROBI, SCIP_COMMAND, HIGHS, CBC, GLPK_RAW, GLPK_TABLE]), st.data())
def test_damaged_solution_files_are_read_or_refused_in_one_line(text: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(text)))
    inserted = data.draw(st.text(max_size=6))
    removed = data.draw(st.integers(0, 8))
    _, form = puzzle()
    refused = ""
    values: dict[str, float] = {}
    try:
        values = solution_files.parse(text[:cut] + inserted + text[cut + removed :], form.program).values
    except InputError as error:
        refused = str(error)
    assert "\n" not in refused
    assert all(isinstance(value, float) for value in values.values())


# -- columns that no row restricts -------------------------------------------------------------------------------------------

DUMMY = """Minimize
 value: x
Subject To
 CELL(1,1)_1: b(1,2) + b(2,1) = 1
 Around(1,2): b(2,1) + b(2,2) >= 2
Binary
 b(1,2) b(2,1) b(2,2)
General
End
"""


@pytest.mark.parametrize("solver", ["clasp", "highs", "scip", "glpk", "cbc", "cpsat"])
def test_the_dummy_of_the_documents_is_no_trouble_to_any_solver(solver: str, tmp_path: Path) -> None:
    path = tmp_path / "model.lp"
    path.write_text(DUMMY)
    result = files.solve_program(files.program_from_file(str(path)), solver)
    assert result.status == "unique"
    assert result.solutions == [{"x": 0, "b(1,2)": 0, "b(2,1)": 1, "b(2,2)": 1}]
    assert result.objective == 0


@pytest.mark.parametrize("solver", ["highs", "scip", "glpk", "cbc"])
def test_rows_of_one_continuous_column_that_contradict_each_other_have_no_solution(solver: str) -> None:
    # CBC does not search then, and writes a solution file with zeros, "Status unknown"
    p = Program()
    p.columns = [Column("x", None, None, CONTINUOUS)]
    p.rows = [Row("a", [(5, 0)], 5, 5), Row("b", [(5, 0)], None, 2)]
    p.objective = [(1, 0)]
    assert files.solve_program(p, solver).status == "none"


def test_a_zero_has_no_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    class Session:
        """A solver that finds -0.0."""

        def __init__(self, program: Program, threads: int) -> None: ...
        def solve(self, seconds: float | None) -> tuple[str, list[float]]:
            return "optimal", [-0.0]

        def close(self, *, reusable: bool) -> None: ...

    p = Program()
    p.columns = [Column("x", 0, None, CONTINUOUS)]
    p.rows = [Row("c", [(1, 0)], None, 4)]
    monkeypatch.setattr(highs, "session", Session)
    assert str(files.solve_program(p, "highs", count=1).solutions) == "[{'x': 0.0}]"


def knapsack(n: int) -> Program:
    """A program with many solutions, of which none is known to be the best for a long time."""
    p = Program()
    p.columns = [Column(f"x{i}", 0, 1, INTEGER) for i in range(n)]
    weights = [[10 + (i * i * 7 + j * i * 13 + j * 5) % 90 for i in range(n)] for j in range(n // 5)]
    p.rows = [Row(f"c{j}", [(a, i) for i, a in enumerate(row)], None, 25 * n) for j, row in enumerate(weights)]
    p.objective, p.sense = [(50 + i * 37 % 11, i) for i in range(n)], "maximize"
    return p


@pytest.mark.parametrize("solver", ["clasp", "highs", "scip", "glpk", "cbc", "cpsat"])
def test_the_best_solution_so_far_is_reported_at_the_time_limit(solver: str) -> None:
    p = knapsack(200)
    # how soon there is a first one depends on the machine
    for seconds in (0.5, 1, 2, 4, 8):
        result = files.solve_program(p, solver, time_limit=seconds)
        assert (result.status, result.solutions, result.objective) == ("unknown", [], None)
        if result.incumbent is not None:
            break
    found = result.incumbent
    assert found is not None
    assert (files.objective_of(p, found) or 0) > 1000
    for row in p.rows:
        assert sum(a * found[f"x{i}"] for a, i in row.terms) <= 25 * 200
    content = solution_files.parse(files.solution_file(p, found, "limit"))
    assert content.status == solution_files.FEASIBLE
    assert content.values == {name: value for name, value in found.items() if value}


def test_solve_and_run_show_the_best_solution_so_far(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    lp, mod, sol = tmp_path / "x.lp", tmp_path / "x.mod", tmp_path / "x.sol"
    lp.write_text("Maximize\n obj: 2 n\nSubject To\n c: n <= 9.5\nGeneral\n n\nEnd\n")
    mod.write_text('var n integer <= 9; maximize obj: 2 * n; solve; printf "n = %g\\n", n; end;')

    class Late:
        """A session that has a solution when the time is over."""

        def __init__(self, program: Program, threads: int) -> None: ...
        def solve(self, seconds: float | None) -> tuple[str, list[float]]:
            return "limit", [7.0]

        def close(self, *, reusable: bool) -> None: ...

    monkeypatch.setattr(highs, "session", Late)
    solve = ["solve", str(lp), "--solver", "highs"]
    assert main([*solve, "-o", str(sol), "--format", "text"]) == 3
    out = capsys.readouterr().out
    assert out.startswith("n = 7\n\nobjective 14\nthe limit was reached; there may be a better solution (highs, ")
    assert sol.read_text().startswith("solution status: time limit reached\nobjective value:")
    assert main([*solve, "--format", "json"]) == 3
    content = json.loads(capsys.readouterr().out)
    assert (content["objective"], content["solutions"], content["complete"]) == (None, [], False)
    assert content["incumbent"] == {"objective": 14.0, "solution": {"n": 7}}
    pytest.importorskip("swiglpk")
    assert main(["run", str(mod), "--solver", "highs"]) == 3
    assert capsys.readouterr().out == "n = 7\nthe limit was reached; there may be a better solution (highs)\n"


def test_columns_that_no_row_restricts_take_their_best_values() -> None:
    p = Program()
    p.columns = [
        Column("b", 0, 1, INTEGER),
        Column("up", -3, 2.5, CONTINUOUS),
        Column("down", -3, 2.5, CONTINUOUS),
        Column("idle", None, 4, CONTINUOUS),
        Column("used", 0, 1, CONTINUOUS),
        Column("endless", 0, None, CONTINUOUS),
    ]
    p.rows = [Row("tie", [(1, 0), (1, 4)], 1, None), Row("objective", [(2, 1), (-1, 2)], None, None)]
    p.objective, p.offset, p.sense = [(2, 1), (-1, 2), (1, 0), (1, 5)], 7, "maximize"
    rest, values = files.settled(p)
    assert values == {"up": 2.5, "down": -3, "idle": 4}
    assert [column.name for column in rest.columns] == ["b", "used", "endless"]
    assert rest.rows == [Row("tie", [(1, 0), (1, 1)], 1, None), Row("objective", [], None, None)]
    assert (rest.objective, rest.offset) == ([(1, 0), (1, 2)], 7 + 5 + 3)
    p.columns[5] = Column("endless", 0, 3, CONTINUOUS)
    p.columns[4] = Column("used", 0, 1, INTEGER)
    for solver in ("clasp", "highs"):
        assert files.solve_program(p, solver, count=1).objective == 7 + 5 + 3 + 1 + 3
