"""Our readers of LP and MPS files against those of HiGHS, GLPK, SCIP and CBC, and what a program without bounds needs."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pencilp import api
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.cli import main
from pencilp.errors import InputError, SolverError
from pencilp.program_files import lp, mps
from pencilp.program_files import solutions as solution_files
from pencilp.program_files.bounds import with_bounds
from pencilp.program_files.write import to_lp, to_mps
from pencilp.reformulate.linear.layout import arranged
from pencilp.reformulate.linear.linearise import linearise
from pencilp.reformulate.linear.program import CONTINUOUS, INTEGER, Column, Program, Row
from pencilp.solvers.programs import solve as files

from .test_lp_files import awkward, in_form

EXAMPLES = Path(__file__).parent.parent / "examples"
FREE, FIXED = "free", "fixed"


# -- other readers and writers ----------------------------------------------------------------------------------------


def highs_of(path: Path) -> Any:
    """HiGHS with a file, None where it refuses it."""
    highspy = pytest.importorskip("highspy")
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    return None if highs.readModel(str(path)) == highspy.HighsStatus.kError else highs


def by_highs(path: Path) -> Program | None:
    """A file as HiGHS reads it."""
    import highspy

    highs = highs_of(path)
    if highs is None or highs.getModel().hessian_.dim_:
        return None
    highs.ensureColwise()
    content = highs.getLp()
    program = Program()
    kinds = {highspy.HighsVarType.kContinuous: CONTINUOUS, highspy.HighsVarType.kInteger: INTEGER}
    whole = list(content.integrality_) or [highspy.HighsVarType.kContinuous] * content.num_col_
    if any(kind not in kinds for kind in whole):
        return None
    for name, low, high, kind in zip(content.col_names_, content.col_lower_, content.col_upper_, whole, strict=True):
        program.columns.append(Column(name, finite(low), finite(high), kinds[kind]))
    terms: list[Any] = [[] for _ in range(content.num_row_)]
    matrix = content.a_matrix_
    for c in range(content.num_col_):
        for k in range(matrix.start_[c], matrix.start_[c + 1]):
            terms[matrix.index_[k]].append((matrix.value_[k], c))
    for r in range(content.num_row_):
        program.rows.append(Row(str(r), terms[r], finite(content.row_lower_[r]), finite(content.row_upper_[r])))
    program.objective = [(a, c) for c, a in enumerate(content.col_cost_) if a] or None
    program.offset = content.offset_
    program.sense = "maximize" if content.sense_ == highspy.ObjSense.kMaximize else "minimize"
    return program


def glpk_of(path: Path, form: str = FREE) -> Any:
    """GLPK's problem object with a file, None where it refuses it."""
    glpk = pytest.importorskip("swiglpk")
    glpk.glp_term_out(glpk.GLP_OFF)
    problem = glpk.glp_create_prob()
    if path.suffix == ".lp":
        code = glpk.glp_read_lp(problem, None, str(path))
    else:
        code = glpk.glp_read_mps(problem, 2 if form == FREE else 1, None, str(path))
    return None if code else problem


def by_glpk(path: Path, form: str = FREE) -> Program | None:
    """A file as GLPK reads it."""
    problem = glpk_of(path, form)
    if problem is None:
        return None
    import swiglpk as g

    program = Program()
    size = g.glp_get_num_cols(problem)
    for j in range(1, size + 1):
        kind = CONTINUOUS if g.glp_get_col_kind(problem, j) == g.GLP_CV else INTEGER
        sides = finite(g.glp_get_col_lb(problem, j)), finite(g.glp_get_col_ub(problem, j))
        program.columns.append(Column(g.glp_get_col_name(problem, j), *sides, kind))
    indices, values = g.intArray(size + 1), g.doubleArray(size + 1)
    for i in range(1, g.glp_get_num_rows(problem) + 1):
        count = g.glp_get_mat_row(problem, i, indices, values)
        sides = finite(g.glp_get_row_lb(problem, i)), finite(g.glp_get_row_ub(problem, i))
        program.rows.append(Row(str(i), [(values[k], indices[k] - 1) for k in range(1, count + 1)], *sides))
    program.objective = [(g.glp_get_obj_coef(problem, j), j - 1) for j in range(1, size + 1)]
    program.offset = g.glp_get_obj_coef(problem, 0)
    program.sense = "maximize" if g.glp_get_obj_dir(problem) == g.GLP_MAX else "minimize"
    return program


def by_scip(path: Path) -> Program | None:
    """A file as SCIP reads it."""
    scip = pytest.importorskip("pyscipopt").Model()
    scip.hideOutput()
    try:
        scip.readProblem(str(path))
    except OSError:
        return None
    program = Program()
    place = {}
    for variable in scip.getVars():
        place[variable.name] = len(place)
        kind = CONTINUOUS if variable.vtype() == "CONTINUOUS" else INTEGER
        sides = finite(variable.getLbOriginal()), finite(variable.getUbOriginal())
        program.columns.append(Column(variable.name, *sides, kind))
    for row in scip.getConss():
        if row.getConshdlrName() != "linear":
            return None
        terms = [(a, place[name]) for name, a in scip.getValsLinear(row).items()]
        program.rows.append(Row(row.name, terms, finite(scip.getLhs(row)), finite(scip.getRhs(row))))
    program.objective = [(v.getObj(), place[v.name]) for v in scip.getVars() if v.getObj()]
    program.offset = scip.getObjoffset()
    program.sense = scip.getObjectiveSense()
    return program


def finite(value: float) -> float | None:
    return None if abs(value) >= 1e20 else value


def form_of(program: Program) -> tuple[Any, ...]:
    """A program up to the order of its columns and rows, zeros, and the names of rows."""
    columns = set(program.columns)
    sense = program.sense if any(a for a, _ in program.objective or ()) else ""
    names = [column.name for column in program.columns]
    objective = frozenset((float(a), names[c]) for a, c in program.objective or () if a)
    rows = set()
    for row in program.rows:
        terms = frozenset((float(a), names[c]) for a, c in row.terms if a)
        if terms and (row.low is not None or row.high is not None):
            rows.add((terms, row.low, row.high))
    return columns, rows, sense, objective, float(program.offset)


READERS: dict[str, Callable[[Path], Program | None]] = {"HiGHS": by_highs, "GLPK": by_glpk, "SCIP": by_scip}


# -- LP texts: what our reader makes of them, and who reads them so -----------------------------------------------------


def lp_text(rows: str, *, objective: str = "x", rest: str = "") -> str:
    return f"min\n obj: {objective}\nst\n {rows}\n{rest}end\n"


LP = {
    # sections
    "st": ("min\nobj: x\nst\nc: x + y >= 1\nend\n", "min x; x + y >= 1"),
    "such that": ("minimize\nobj: x\nsuch that\nc: x + y >= 1\nend\n", "min x; x + y >= 1"),
    "s.t.": ("Minimum\nobj: x\ns.t.\nc: x + y >= 1\nend\n", "min x; x + y >= 1"),
    "st.": ("MAXIMUM\nobj: x\nst.\nc: x + y >= 1\nend\n", "max x; x + y >= 1"),
    "in one line": ("max obj: x st c: x + y <= 1 bounds x <= 4 general x end\n", "max x; x + y <= 1; int 0 <= x <= 4"),
    "at the start of lines": ("max obj: x\nst c: x + y <= 1\nbound x <= 4\ngen x\nend\n", "max x; x + y <= 1; int 0 <= x <= 4"),
    "int and bin": ("max x\nst\nx + y <= 1\nint\nx\nbin\ny\nend\n", "max x; x + y <= 1; int x >= 0; int 0 <= y <= 1"),
    "integers and binaries": ("max x\nst\nx + y <= 1\nintegers\nx\nbinaries\ny\nend\n",
                              "max x; x + y <= 1; int x >= 0; int 0 <= y <= 1"),
    "empty sections": (lp_text("c: b + y = 1", rest="Bounds\nGeneral\nBinary\n b y\n"),
                       "min x; b + y = 1; int 0 <= b <= 1; int 0 <= y <= 1"),
    "binary before general, bounds last": (lp_text("c: x + y + z >= 1", rest="Binary\n x\nGeneral\n y\nBounds\n y <= 4\n"),
                                           "min x; x + y + z >= 1; int 0 <= x <= 1; int 0 <= y <= 4"),
    "only under binary": (lp_text("c: x + y >= 1", rest="Binary\n b\n"), "min x; x + y >= 1; int 0 <= b <= 1"),
    "bounds twice": (lp_text("c: x + y >= 1", rest="Bounds\n y <= 4\nGeneral\n y\nBounds\n x <= 3\n"),
                     "min x; x + y >= 1; int 0 <= y <= 4; 0 <= x <= 3"),
    "no rows": ("min\n x\nst\nbounds\n x >= 2\nend\n", "min x; x >= 2"),
    "no word for the rows": ("min\n x\nbounds\n x >= 2\nend\n", "min x; x >= 2"),
    "British spelling": ("minimise\nobj: x\nst\nc: x + y >= 1\nend\n", "min x; x + y >= 1"),
    "American spelling": ("Maximize\nobj: x\nSubject To\nc: x + y <= 1\nEnd\n", "max x; x + y <= 1"),
    # objectives
    "empty objective": ("min\n obj:\nst\n c: b + y = 1\nend\n", "min; b + y = 1"),
    "no objective": ("min\nst\n c: b + y = 1\nend\n", "min; b + y = 1"),
    "constant last": (lp_text("c: x + y >= 1", objective="x + 5"), "min x + 5; x + y >= 1"),
    "constants anywhere": (lp_text("c: x + y >= 1", objective="5 + x - 2 + 3 y"), "min x + 3 y + 3; x + y >= 1"),
    "only a constant": (lp_text("c: x + y >= 1", objective="5"), "min 5; x + y >= 1"),
    # rows
    "<": (lp_text("c1: x + y < 1\n c2: x + 2 y > 1\n c3: x + 3 y =< 4\n c4: x + 4 y => 1"),
          "min x; x + y <= 1; x + 2 y >= 1; x + 3 y <= 4; x + 4 y >= 1"),
    "==": (lp_text("c: x + y == 1"), "min x; x + y = 1"),
    "> =": (lp_text("c: x + y > = 1"), "min x; x + y >= 1"),
    "two sides": (lp_text("R1: 3 <= x + y <= 5"), "min x; 3 <= x + y <= 5"),
    "two sides, downwards": (lp_text("R1: 5 >= x + y >= 3"), "min x; 3 <= x + y <= 5"),
    "two sides over lines": (lp_text("R1: 3 <= x\n + y\n + z <= 5\n R2: x <= 4"), "min x; 3 <= x + y + z <= 5; x <= 4 row"),
    "a number first": (lp_text("c1: 3 <= x + y\n x - y <= 1"), "min x; x + y >= 3; x - y <= 1"),
    "a negative side": (lp_text("R1: - x + y <= -3"), "min x; - x + y <= -3"),
    "signs": (lp_text("c1: 3 x - -2 y + - z >= 5\n c2: x + y >= + 3\n c3: x + z >= --3"),
              "min x; 3 x + 2 y - z >= 5; x + y >= 3; x + z >= 3"),
    "infinite sides": (lp_text("c1: x + y >= -inf\n c2: x + y <= 1e30\n c3: x - y >= -infinity"), "min x; y >= 0"),
    "over lines": (lp_text("c1: x\n + y\n\n >=\n 5"), "min x; x + y >= 5"),
    "a factor in the line before": (lp_text("c1: x + 3\n y >= 5"), "min x; x + 3 y >= 5"),
    "a sign in the line before": (lp_text("c1: x -\n y >= 5"), "min x; x - y >= 5"),
    "no names": (lp_text("x + y >= 1\n named: x - y >= 2\n - x + 2 y >= 3"), "min x; x + y >= 1; x - y >= 2; - x + 2 y >= 3"),
    "a space before the colon": ("min\n obj : x\nst\n c1 :x + y >= 1\nend\n", "min x; x + y >= 1"),
    "a name twice": (lp_text("c: x + y >= 1\n c: x - y >= 2"), "min x; x + y >= 1; x - y >= 2"),
    "a variable twice": (lp_text("c1: x + y + x >= 5"), "min x; 2 x + y >= 5"),
    "variables that cancel": (lp_text("c1: x + y - x >= 5"), "min x; y >= 5 row"),
    "zero factors": (lp_text("c1: 0 x + y >= 5", objective="0 x"), "min; y >= 5 row; x >= 0"),
    "lazy constraints": (lp_text("c1: x + y >= 1", rest="lazy constraints\n c2: x - y <= 1\n"), "min x; x + y >= 1; x - y <= 1"),
    "user cuts": (lp_text("c1: x + y >= 1", rest="User Cuts\n c2: x - y <= 1\n"), "min x; x + y >= 1; x - y <= 1"),
    # numbers and names
    "exponents": (lp_text("c1: 1e3 x + 2E+2 y + 1.5e-1z >= 5"), "min x; 1000 x + 200 y + 0.15 z >= 5"),
    "names like exponents": (lp_text("c1: 2 e1 + 3 e + x >= 5"), "min x; 2 e1 + 3 e + x >= 5"),
    "a factor and e5": (lp_text("c1: 3 e5 + 2 x >= 5"), "min x; 3 e5 + 2 x >= 5"),
    "no spaces": (lp_text("c1: 2x+3y>=5"), "min x; 2 x + 3 y >= 5"),
    "points": (lp_text("c1: 1. x + .5 y >= 1.0"), "min x; x + 0.5 y >= 1"),
    "round brackets": (lp_text("Around(1,2): b(1,2) + b(2,1) >= 5", objective="b(1,2)"), "min b(1,2); b(1,2) + b(2,1) >= 5"),
    "square brackets": (lp_text("c[1]: x[1,2] + y[1] >= 5", objective="y[1]"), "min y[1]; x[1,2] + y[1] >= 5"),
    "other signs": (lp_text("c1: x#1 + y!2 + a$ + b% + c& + d/1 + g? + h@ + i_ + l{ + m} + n~ >= 5", objective="x#1"),
                    "min x#1; x#1 + y!2 + a$ + b% + c& + d/1 + g? + h@ + i_ + l{ + m} + n~ >= 5"),
    "points in names": (lp_text("c1: x.1 + .y + y, >= 5", objective="x.1"), "min x.1; x.1 + .y + y, >= 5"),
    "letters of all kinds": (lp_text("c1: é + 黒(1,2) + x >= 5"), "min x; é + 黒(1,2) + x >= 5"),
    "upper and lower case": (lp_text("c1: x + X >= 1", objective="X"), "min X; x + X >= 1"),
    "keywords behind a sign": (lp_text("c1: x + bin + free + end1 >= 1"), "min x; x + bin + free + end1 >= 1"),
    "remarks": ("\\ first\nmin \\ c2\n x\nst \\* block *\\ \n c1: x + y\\c\n >= 5 \\ last\nend\n", "min x; x + y >= 5"),
    # bounds
    "bounds of all kinds": (
        lp_text("c1: x + y + z + w + v + u + t >= 5",
                rest="bounds\n x free\n -inf <= y <= 3\n -infinity <= z <= +inf\n w >= -inf\n v <= inf\n 2 <= u\n t = 3\n"),
        "min x; x + y + z + w + v + u + t >= 5; free x; y <= 3 only; free z; free w; v >= 0; u >= 2; t = 3"),
    "a number first in a bound": (lp_text("c1: x + y >= 5", rest="bounds\n 3 >= x\n -2 <= y\n"),
                                  "min x; x + y >= 5; 0 <= x <= 3; y >= -2"),
    "a negative upper bound": (lp_text("c1: x + y >= 5", rest="bounds\n x <= -2\n"), "min x; x + y >= 5; 0 <= x <= -2"),
    "bounds that leave nothing": (lp_text("c1: x + y >= 5", rest="bounds\n 3 <= x <= 2\n"), "min x; x + y >= 5; 3 <= x <= 2"),
    "large bounds": (lp_text("c1: x + y >= 5", rest="bounds\n x <= 1e30\n y >= -1e30\n"), "min x; x + y >= 5; free y"),
    "several bounds in a line": (lp_text("c1: x + y >= 5", rest="bounds\n x <= 4 y <= 3\n"),
                                 "min x; x + y >= 5; 0 <= x <= 4; 0 <= y <= 3"),
    "a bound of a variable of no row": (lp_text("c1: x + y >= 5", rest="bounds\n q <= 6\n"), "min x; x + y >= 5; 0 <= q <= 6"),
    "a whole number of no row": (lp_text("c1: x + y >= 5", rest="general\n q\n"), "min x; x + y >= 5; int q >= 0"),
    "a bound of a binary variable": (lp_text("c1: x + y >= 5", rest="bounds\n y >= 1\nbinary\n y\n"),
                                     "min x; x + y >= 5; int 1 <= y <= 1"),
    "general and binary": (lp_text("c1: x + y >= 5", rest="general\n x\nbinary\n x\n"), "min x; x + y >= 5; int 0 <= x <= 1"),
    "the last bound counts": (lp_text("c1: x + y >= 5", rest="bounds\n x <= 4\n x <= 3\n"), "min x; x + y >= 5; 0 <= x <= 3"),
}  # fmt: skip
"""Texts, and what they say in a plainer way (see ``said``)."""
TAKEN_OTHERWISE = {
    "British spelling": {"HiGHS", "SCIP"},  # both lose the objective
    "a variable twice": {"SCIP"},  # the way it is asked for its rows tells the last factor only
    "variables that cancel": {"SCIP"},
}
"""Who takes a text and makes something else of it."""


def said(text: str) -> Program:
    """The program that ``min x + 5; x + y >= 1; int 0 <= x <= 4; x >= 1 row`` says.

    Bounds are rows with one variable with the factor 1, unless "row" stands behind; "only" means that the
    other side is open.
    """
    program = Program()
    places: dict[str, int] = {}

    def column(name: str) -> int:
        if name not in places:
            places[name] = len(places)
            program.columns.append(Column(name, 0, None, CONTINUOUS))
        return places[name]

    def terms(words: list[str]) -> tuple[list[tuple[float, int]], float]:
        found, constant, sign, factor = [], 0.0, 1.0, None
        for word in [*words, "+"]:
            if word in "+-":
                constant += 0 if factor is None else sign * factor
                sign, factor = (1.0 if word == "+" else -1.0), None
            elif re.fullmatch(r"-?[0-9.]+", word):
                factor = float(word)
            else:
                found.append((sign * (1 if factor is None else factor), column(word)))
                factor = None
        return found, constant

    first, *rest = text.split("; ")
    sense, *words = first.split()
    program.sense = "maximize" if sense == "max" else "minimize"
    program.objective, program.offset = terms(words)
    for part in rest:
        words = part.split()
        whole = words[0] == "int"
        words = words[whole:]
        if words[0] == "free":
            c = column(words[1])
            program.columns[c] = program.columns[c]._replace(low=None)
            continue
        as_row, only = words[-1] == "row", words[-1] == "only"
        words = words[: len(words) - as_row - only]
        signs = [k for k, word in enumerate(words) if word in ("<=", ">=", "=")]
        side = float(words[-1])
        if len(signs) == 2:
            low, high, middle = float(words[0]), side, words[2:-2]
        else:
            low, high = None if words[-2] == "<=" else side, None if words[-2] == ">=" else side  # type: ignore[assignment]
            middle = words[:-2]
        if len(middle) > 1 or as_row:
            program.rows.append(Row(str(len(program.rows)), terms(middle)[0], low, high))
        else:
            c = column(middle[0])
            program.columns[c] = Column(middle[0], low, high, INTEGER if whole else CONTINUOUS)
    return program


@pytest.mark.parametrize("name", LP)
def test_lp_texts_are_parsed(name: str) -> None:
    text, plainly = LP[name]
    assert form_of(lp.read(text)) == form_of(said(plainly))


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", LP)
def test_others_read_it_so_or_refuse_it(name: str, reader: str, tmp_path: Path) -> None:
    path = tmp_path / "model.lp"
    path.write_text(LP[name][0], encoding="utf-8")
    theirs = READERS[reader](path)
    if theirs is not None and reader not in TAKEN_OTHERWISE.get(name, ()):
        assert form_of(theirs) == form_of(lp.read(LP[name][0]))


LP_REFUSED = {
    "hello\n": (1, "an LP file begins with Minimize or Maximize, not 'hello'"),
    "\\ only a remark\n": (1, "the file has no program"),
    "min x\nst\nc: x >= 1\n": (3, "the line 'End' is missing after it"),
    lp_text("c: x >= 1") + "more\n": (6, "after 'End' nothing may follow: 'more'"),
    lp_text("c: x >= y + 1"): (4, "variables on one side, and one number on the other"),
    lp_text("c: x + 2 y <= z"): (4, "variables on one side, and one number on the other"),
    lp_text("c: x + y + 3 >= 5"): (4, "variables on one side, and one number on the other"),
    lp_text("c: x >= 3 + 2"): (4, "variables on one side, and one number on the other"),
    lp_text("c: 3e5 + 2 y >= 5"): (4, "variables on one side, and one number on the other"),
    lp_text("c: x 3 + y 2 >= 5"): (4, "a sign is missing before '3'"),
    lp_text("c: x y >= 5"): (4, "a sign is missing before 'y'"),
    lp_text("c: x\n y >= 5"): (5, "a sign is missing before 'y'"),
    lp_text("c: 3 2 x >= 5"): (4, "two numbers in a row"),
    lp_text("c: 3 * x >= 5"): (4, "'*': write a factor before its variable without '*'"),
    lp_text("c: 3 (x + y) >= 5"): (4, "'(' cannot stand here"),
    lp_text("c: x + y"): (4, "this row has no '<=', '>=' or '='"),
    lp_text("c: x +\n d: y >= 3"): (4, "this row has no"),
    lp_text("c: x + >= 3"): (4, "missing before '>='"),
    lp_text("c: >= 3"): (4, "there is nothing before '>='"),
    lp_text("c: x >="): (5, "missing at the end of a row"),
    lp_text("c:\n d: x >= 1"): (5, "the row 'c' is empty"),
    lp_text("c: 3 <= x + y >= 5"): (4, "<= and >= in a row do not go together"),
    lp_text("c: x <= 5 <= y"): (4, "between two signs there must be variables, outside of them numbers"),
    lp_text("c: 1 <= x <= 5 <= 7"): (4, "a third sign"),
    lp_text("3 <= x + y\n - z + w <= 4"): (5, "it is unclear whether this line continues the row above"),
    lp_text("c: x >= inf"): (4, "a lower bound must be less than infinity"),
    lp_text("c: x = inf"): (4, "infin"),
    lp_text("c: inf x >= 1"): (4, "the factor of 'x' is infinite"),
    lp_text("c: 1e999 x >= 1"): (4, "the number '1e999' is too large"),
    lp_text("c: x >= 1", objective="x <= 3"): (2, "is the line 'Subject To' missing"),
    "min\n x +\nSubject To\n c: x >= 1\nend\n": (
        2,
        "the objective ends with a sign: a variable or a number is missing before 'Subject To'",
    ),
    "min\n x +\n\n \\ a remark\nSuch  That\n c: x >= 1\nend\n": (2, "missing before 'Such That'"),
    "min\n x\nst\n c: x -\nlazy constraints\n d: x >= 1\nend\n": (
        4,
        "the row ends with a sign: a variable or a number",
    ),
    "min\n x\nst\n c: x +\nbounds\n x <= 1\nend\n": (6, "a sign is missing before 'x'"),
    lp_text("c: x >= 1", objective="x\n two: y"): (3, "a second objective, 'two'"),
    lp_text("c: x >= 1", objective="x + [ x ^ 2 ] / 2"): (2, "'[': quadratic terms cannot be read"),
    lp_text("c: x ^ 2 >= 1"): (4, "'^': quadratic terms cannot be read"),
    lp_text("c: b = 1 -> x + y >= 1"): (4, "'->': indicator constraints cannot be read"),
    "min multi-objectives\n a: Priority=1\n x\nst\n c: x >= 1\nend\n": (1, "several objectives"),
    "min\n x\nmax\n y\nst\n c: x >= 1\nend\n": (3, "'max': a second objective cannot be read"),
    lp_text("c: x >= 1", rest="semi-continuous\n x\n"): (5, "semi-continuous variables cannot be read"),
    lp_text("c: x >= 1", rest="semis\n x\n"): (5, "semi-continuous variables cannot be read"),
    lp_text("c: x >= 1", rest="SOS\n s: S1:: x:1\n"): (5, "special ordered sets cannot be read"),
    lp_text("c: x >= 1", rest="sos2\n s: x:1\n"): (5, "special ordered sets cannot be read"),
    lp_text("c: x >= 1", rest="General Constraints\n x = MAX ( y , 3 )\n"): (5, "general constraints cannot be read"),
    lp_text("c: x >= 1", rest="pwlobj\n x: (1,1)\n"): (5, "a piecewise linear objective cannot be read"),
    lp_text("c: x >= 1", rest="ranges\n c: 1\n"): (5, "a section of ranges cannot be read"),
    lp_text("c: x >= 1", rest="bounds\n 2 x <= 6\n"): (6, "'<=', '>=' or '=' is missing before 'x'"),
    lp_text("c: x >= 1", rest="bounds\n x + y <= 6\n"): (6, "missing before '+ y'"),
    lp_text("c: x >= 1", rest="bounds\n -x <= 6\n"): (6, "a bound needs a variable alone, not '-x'"),
    lp_text("c: x >= 1", rest="bounds\n x <= y\n"): (6, "a bound needs one variable alone"),
    lp_text("c: x >= 1", rest="bounds\n b1: x <= 6\n"): (6, "'b1:' is not allowed in a bound"),
    lp_text("c: x >= 1", rest="bounds\n 0 <= x = 3\n"): (6, "<= and = in a bound do not go together"),
    lp_text("c: x >= 1", rest="bounds\n x <= -inf\n"): (6, "a lower bound must be less than infinity"),
    lp_text("c: x >= 1", rest="bounds\n x <=\n"): (6, "a bound is incomplete"),
    lp_text("c: x >= 1", rest="bounds\n x <= 1 <= 2 <= 3\n"): (6, "missing before '<='"),
    lp_text("c: x >= 1", rest="bounds\n 3 free\n"): (6, "3 is no variable, so it cannot be free"),
    lp_text("c: x >= 1", rest="bounds\n x <= 4\nbinary\n x\n"): (6, "x is binary and has the bound 4"),
    lp_text("c: x >= 1", rest="bounds\n x free\nbinary\n x\n"): (6, "x is binary and has no bound"),
    lp_text("c: x >= 1", rest="general\n x + y\n"): (6, "only names of variables are allowed here, not '+ y'"),
    lp_text("c: x >= 1", rest="general\n 3\n"): (6, "only names of variables are allowed here, not '3'"),
    lp_text("c: x \x01 >= 1"): (4, "'\\x01' cannot stand here"),
}


@pytest.mark.parametrize("text", LP_REFUSED)
def test_an_lp_text_that_makes_no_sense_is_refused_with_its_line(text: str) -> None:
    line, says = LP_REFUSED[text]
    with pytest.raises(InputError) as error:
        lp.read(text)
    assert str(error.value).startswith(f"{line}: ")
    assert says in str(error.value)


# -- MPS texts ----------------------------------------------------------------------------------------------------------


def mps_text(columns: str = " x obj 1 g 1\n y g 1\n", *, start: str = "", rows: str = "", rest: str = "") -> str:
    return f"NAME t\n{start}ROWS\n N obj\n G g\n{rows}COLUMNS\n{columns}RHS\n RHS g 1\n{rest}ENDATA\n"


WHOLE = " M 'MARKER' 'INTORG'\n{} M 'MARKER' 'INTEND'\n y g 1\n"
MPS = {
    "plain": (mps_text(), "min x; x + y >= 1"),
    "a constant": (mps_text().replace("RHS g 1\n", "RHS g 1 obj -5\n"), "min x + 5; x + y >= 1"),
    "ranges": (
        "NAME t\nROWS\n N obj\n G g\n L l\n E e1\n E e2\n G g2\n L l2\n E e0\nCOLUMNS\n x obj 1 g 1\n x l 2 e1 3\n x e2 4 g2 5\n"
        " x l2 6 e0 7\nRHS\n R g 1 l 3\n R e1 5 e2 5\n R g2 1 l2 3\nRANGES\n N g 2 l 2\n N e1 2 e2 -2\n N g2 -2 l2 -2\n N e0 0\n"
        "ENDATA\n",
        "min x; 1 <= x <= 3 row; 1 <= 2 x <= 3 row; 5 <= 3 x <= 7 row; 3 <= 4 x <= 5 row; 1 <= 5 x <= 3 row; 1 <= 6 x <= 3 row; "
        "7 x = 0 row"),
    "other rows N": (mps_text(" x obj 1 g 1\n x more 5\n y g 1\n", rows=" N more\n"), "min x; x + y >= 1"),
    "whole numbers between markers": (
        mps_text(WHOLE.format("".join(f" {name} g 1\n" for name in "abcdefh")),
                 rest="BOUNDS\n UP B a 4\n LO B b 1\n LO B c 0\n PL B d\n MI B e\n FR B f\n"),
        "min; a + b + c + d + e + f + h + y >= 1; int 0 <= a <= 4; int b >= 1; int c >= 0; int d >= 0; int e <= 1e99; "
        "int f <= 1e99; int 0 <= h <= 1"),
    "bounds": (
        mps_text("".join(f" {name} g 1\n" for name in "abcdefhij"),
                 rest="BOUNDS\n UP B a 4\n LO B b 1\n FX B c 3\n FR B d\n MI B e\n PL B f\n BV B h\n LI B i 2\n UI B i 9\n"
                      " MI B j\n UP B j 4\n"),
        "min; a + b + c + d + e + f + h + i + j >= 1; 0 <= a <= 4; b >= 1; c = 3; free d; free e; f >= 0; int 0 <= h <= 1; "
        "int 2 <= i <= 9; j <= 4 only"),
    "infinite bounds": (mps_text(" x g 1\n y g 1\n z g 1\n",
                                 rest="BOUNDS\n UP B x 1e30\n LO B y -1e30\n UP B z Inf\n LO B z -Inf\n"),
                        "min; x + y + z >= 1; free y; free z"),
    "OBJSENSE": (mps_text(start="OBJSENSE\n    MAX\n"), "max x; x + y >= 1"),
    "OBJSENSE in its line": (mps_text(start="OBJSENSE MAX\n"), "max x; x + y >= 1"),
    "OBJSENSE MAXIMIZE": (mps_text(start="OBJSENSE\n    MAXIMIZE\n"), "max x; x + y >= 1"),
    "OBJSENSE MAXIMIZE in its line": (mps_text(start="OBJSENSE MAXIMIZE\n"), "max x; x + y >= 1"),
    "OBJSENSE MIN": (mps_text(start="OBJSENSE\n    MIN\n"), "min x; x + y >= 1"),
    "OBJNAME": (mps_text(" x obj 1 two 2\n x g 1\n y g 1\n", start="OBJNAME\n two\n", rows=" N two\n"), "min 2 x; x + y >= 1"),
    "LAZYCONS": ("NAME t\nROWS\n N obj\n G g\nLAZYCONS\n L z\n"
                 "COLUMNS\n x obj 1 g 1\n x z 1\n y g 1 z 1\nRHS\n R g 1 z 3\nENDATA\n",
                 "min x; x + y >= 1; x + y <= 3"),
    "no names of sets": (mps_text(rest="BOUNDS\n UP x 4\n FR y\n").replace("RHS g 1", "g 1"),
                         "min x; x + y >= 1; 0 <= x <= 4; free y"),
    "no NAME": (mps_text().replace("NAME t\n", ""), "min x; x + y >= 1"),
    "an empty NAME": (mps_text().replace("NAME t\n", "NAME\n"), "min x; x + y >= 1"),
    "a NAME of words": (mps_text().replace("NAME t\n", "NAME my model FREE\n"), "min x; x + y >= 1"),
    "no objective": (mps_text(" x g 1\n y g 1\n").replace(" N obj\n", ""), "min; x + y >= 1"),
    "no RHS": (mps_text().replace("RHS\n RHS g 1\n", ""), "min x; x + y >= 0"),
    "more after ENDATA": (mps_text() + " hello\n", "min x; x + y >= 1"),
    "lower case": (mps_text(rest="bounds\n up b x 4\n").replace("ROWS", "rows")
                   .replace("COLUMNS", "columns").replace("ENDATA", "endata"),
                   "min x; x + y >= 1; 0 <= x <= 4"),
    "empty lines and remarks": (mps_text().replace("ROWS", "\n* remark\nROWS"), "min x; x + y >= 1"),
    "D for the exponent": (mps_text(" x obj 1.5D+1 g 1\n y g 1\n"), "min 15 x; x + y >= 1"),
    "bounds before right sides": (mps_text().replace("RHS\n", "BOUNDS\n UP B x 4\nRHS\n", 1), "min x; x + y >= 1; 0 <= x <= 4"),
    "names of sets that columns have": (mps_text(" RHS obj 1 g 1\n BND g 1\n", rest="BOUNDS\n UP BND RHS 3\n UP BND BND 4\n"),
                                        "min RHS; RHS + BND >= 1; 0 <= RHS <= 3; 0 <= BND <= 4"),
    "a row named by a number": ("NAME t\nROWS\n N obj\n E 1\nCOLUMNS\n b obj 1 1 1\n a 1 1\nRHS\n 1 1\nENDATA\n",
                               "min b; b + a = 1"),
    "tabs": (mps_text().replace(" ", "\t"), "min x; x + y >= 1"),
}  # fmt: skip
MPS_TAKEN_OTHERWISE = {
    "a constant": {"GLPK"},  # its constant has the other sign
    "whole numbers between markers": {"GLPK"},  # an upper bound of 1 stays where only a lower one is given
    "OBJSENSE MAXIMIZE in its line": {"HiGHS"},  # it minimises
    "OBJNAME": {"HiGHS"},  # the first row N is the objective all the same
    "LAZYCONS": {"HiGHS"},  # a row of this name is made
    "D for the exponent": {"SCIP"},  # the exponent is lost
    "names of sets that columns have": {"HiGHS"},  # the bounds are lost
}


@pytest.mark.parametrize("name", MPS)
def test_mps_texts_are_parsed(name: str) -> None:
    text, plainly = MPS[name]
    expected = said(plainly.replace("1e99", "99"))
    expected.columns = [c._replace(low=None, high=None) if c.high == 99 else c for c in expected.columns]
    assert form_of(mps.read(text)) == form_of(expected)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", MPS)
def test_others_read_that_mps_text_so_or_refuse_it(name: str, reader: str, tmp_path: Path) -> None:
    path = tmp_path / "model.mps"
    path.write_text(MPS[name][0])
    theirs = READERS[reader](path)
    if theirs is not None and reader not in MPS_TAKEN_OTHERWISE.get(name, ()):
        assert form_of(theirs) == form_of(mps.read(MPS[name][0]))


MPS_REFUSED = {
    "hello\n": (1, "there is no section 'hello'"),
    " x y z\n": (1, "an MPS file begins with NAME or ROWS, not 'x'"),
    mps_text().replace("ENDATA\n", ""): (9, "the line 'ENDATA' is missing after it"),
    mps_text(rows=" L g\n"): (5, "there are two rows 'g'"),
    mps_text(rows=" MAX m\n"): (5, "'MAX' is no kind of row"),
    mps_text(" x obj 1 g 1\n x g 2\n"): (7, "the column 'x' has two numbers in the row 'g'"),
    mps_text(" x obj 1\n y g 1\n x g 2\n"): (8, "the column 'x' is in two places"),
    mps_text(" x obj\n"): (6, "'x obj' is not a name with rows and numbers"),
    mps_text(" x 1 g\n"): (6, "there is no row '1'"),
    mps_text(" M 'MARKER' 'SOSORG'\n x g 1\n"): (6, "the marker \"'SOSORG'\" cannot be read"),
    mps_text(rest=" RHS2 g 7\n"): (10, "a second set in RHS, 'RHS2'"),
    mps_text(rest=" RHS g 7\n"): (10, "the row 'g' has two numbers in RHS"),
    mps_text(rest="BOUNDS\n UP B x 4\n UP B x 3\n"): (12, "a second upper bound of 'x'"),
    mps_text(rest="BOUNDS\n UP B x 4\n UP C x 3\n"): (12, "a second set in BOUNDS, 'C'"),
    mps_text(rest="BOUNDS\n FR B x\n LO B x 4\n"): (12, "a second lower bound of 'x'"),
    mps_text(rest="BOUNDS\n UP B x -4\n"): (11, "a negative upper bound and no lower one"),
    mps_text(rest="BOUNDS\n UP B x\n"): (11, "the bound of 'x' has no number"),
    mps_text(rest="BOUNDS\n UP B z 3\n"): (11, "there is no column 'z'"),
    mps_text(rest="BOUNDS\n XX B x 3\n"): (11, "'XX' is no kind of bound"),
    mps_text(rest="BOUNDS\n SC B x 3\n"): (11, "semi-continuous variables cannot be read"),
    mps_text(rest="BOUNDS\n LO B x inf\n"): (11, "a lower bound must be less than infinity"),
    mps_text(rest="RANGES\n N h 3\n"): (11, "there is no row 'h'"),
    mps_text(rest="QUADOBJ\n x x 2\n"): (10, "'QUADOBJ': quadratic programs cannot be read"),
    mps_text(rest="QCMATRIX g\n x x 2\n"): (10, "'QCMATRIX': quadratic programs cannot be read"),
    mps_text(rest="SOS\n S1 s\n"): (10, "special ordered sets cannot be read"),
    mps_text(rest="INDICATORS\n IF g x 1\n"): (10, "indicator constraints cannot be read"),
    mps_text(rest="GENCONS\n"): (10, "general constraints cannot be read"),
    mps_text(rest="STRANGE\n"): (10, "there is no section 'STRANGE'"),
    mps_text(start="OBJSENSE\n    MOST\n"): (3, "'MOST' is neither MAX nor MIN"),
    "NAME\nROWS\n N obj\nCOLUMNS\nENDATA\n": (5, "the file has no columns"),
}


@pytest.mark.parametrize("text", MPS_REFUSED)
def test_an_mps_text_that_makes_no_sense_is_refused_with_its_line(text: str) -> None:
    line, says = MPS_REFUSED[text]
    with pytest.raises(InputError) as error:
        mps.read(text)
    assert str(error.value).startswith(f"{line}: ")
    assert says in str(error.value)


# -- random programs, written by everybody ------------------------------------------------------------------------------

NUMBERS = st.one_of(st.integers(-9, 9), st.sampled_from([0.5, -2.25, 1000000, 0.1, -1234.5, 1e-3]))


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Small programs with columns and rows of all kinds. Every row has a term, every column is in a row."""
    program = Program()
    for k in range(draw(st.integers(1, 5))):
        low = draw(st.sampled_from([0, 0, None, -3, 2]))
        high = draw(st.sampled_from([1, None, 7, 2]))
        name = draw(st.sampled_from(["x{}", "b({},2)", "N_{}", "e_{}", "V{}.a"])).format(k)
        program.columns.append(Column(name, low, high, draw(st.sampled_from([INTEGER, CONTINUOUS]))))
    for k in range(draw(st.integers(1, 5))):
        chosen = draw(st.lists(st.integers(0, len(program.columns) - 1), min_size=1, max_size=5, unique=True))
        side, kind = draw(NUMBERS), draw(st.sampled_from(["<=", ">=", "=", "range"]))
        low = None if kind == "<=" else side
        high = None if kind == ">=" else side + 4 if kind == "range" else side
        program.rows.append(Row(f"r{k}", [(draw(NUMBERS.filter(bool)), c) for c in chosen], low, high))
    program.rows.append(Row("all", [(1, c) for c in range(len(program.columns))], None, 50))
    program.objective = [(draw(NUMBERS.filter(bool)), c) for c in range(draw(st.integers(1, len(program.columns))))]
    program.sense = draw(st.sampled_from(["minimize", "maximize"]))
    return program


@settings(max_examples=60, deadline=None)
@given(programs(), st.sampled_from(["lp", "mps"]))
def test_written_files_are_read_alike_by_pencilp_and_highs(program: Program, kind: str) -> None:
    text = to_lp(program) if kind == "lp" else to_mps(program)
    ours = (lp if kind == "lp" else mps).read(text)
    assert in_form(ours) == in_form(program)
    with scratch(f"model.{kind}", text) as path:
        theirs = by_highs(path)
    assert theirs is not None
    assert form_of(theirs) == form_of(ours)


@settings(max_examples=60, deadline=None)
@given(
    programs(), st.sampled_from(["highs lp", "highs mps", "glpk lp", "glpk free", "glpk fixed", "scip lp", "scip mps"])
)
def test_files_of_other_programs_are_read(program: Program, writer: str) -> None:
    solver, kind = writer.split()
    ending = "lp" if kind == "lp" else "mps"
    with scratch("start.lp", to_lp(program)) as path:
        written = path.parent / f"written.{ending}"
        if solver == "highs":
            highs_of(path).writeModel(str(written))
        elif solver == "glpk":
            import swiglpk as g

            problem = glpk_of(path)
            if kind == "lp":
                g.glp_write_lp(problem, None, str(written))
            else:
                g.glp_write_mps(problem, 2 if kind == "free" else 1, None, str(written))
        else:
            scip = pytest.importorskip("pyscipopt").Model()
            scip.hideOutput()
            scip.readProblem(str(path))
            scip.writeProblem(str(written), verbose=False)
        ours = files.program_from_file(str(written))
    assert in_form(ours)[:2] == in_form(program)[:2]
    if (solver, kind) != ("glpk", "free") and kind != "fixed":
        assert in_form(ours)[2] == in_form(program)[2]  # GLPK's MPS files do not tell the sense


class scratch:
    """A file with this name and text, for as long as it is needed."""

    def __init__(self, name: str, text: str) -> None:
        self._name, self._text = name, text

    def __enter__(self) -> Path:
        import tempfile

        self._folder = tempfile.TemporaryDirectory()
        path = Path(self._folder.name) / self._name
        path.write_text(self._text)
        return path

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()


def test_files_of_cbc_are_read(tmp_path: Path) -> None:
    cbcbox = pytest.importorskip("cbcbox")
    (tmp_path / "start.lp").write_text(to_lp(awkward()))
    written = tmp_path / "written.mps"
    subprocess.run(
        [cbcbox.cbc_bin_path(), tmp_path / "start.lp", "-export", written, "-quit"], check=True, capture_output=True
    )
    ours, theirs = files.program_from_file(str(written)), by_highs(written)
    assert theirs is not None
    assert form_of(ours) == form_of(theirs)
    assert files.solve_program(ours, "highs", count=1).objective is not None


@st.composite
def typed(draw: st.DrawFn) -> str:
    """LP texts as people type them."""
    names = draw(
        st.lists(st.sampled_from(["x", "y", "b(1,2)", "e1", "N_3", "z#"]), min_size=2, max_size=5, unique=True)
    )
    number = st.sampled_from(["1", "2", "3.5", "0.25", "10", "1e2", "2.5E-1", "007"])

    def terms() -> str:
        parts = []
        for k, name in enumerate(draw(st.lists(st.sampled_from(names), min_size=1, max_size=4, unique=True))):
            sign = draw(st.sampled_from(["+", "-"] if k else ["", "-", "+ "]))
            factor = draw(st.one_of(st.just(""), number))
            parts.append(f"{sign}{draw(st.sampled_from([' ', '']))}{factor}{' ' * bool(factor)}{name}")
        return draw(st.sampled_from([" ", "\n  "])).join(parts)

    def side() -> str:
        return draw(st.sampled_from(["", "-", "- "])) + draw(number)

    lines = [
        draw(st.sampled_from(["min", "Maximize", "MINIMUM", "max"])),
        f" {draw(st.sampled_from(['obj: ', '']))}{terms()}",
    ]
    lines.append(draw(st.sampled_from(["st", "Subject To", "s.t.", "SUCH THAT"])))
    for k in range(draw(st.integers(1, 4))):
        label = draw(st.sampled_from(["", f"c{k}: ", f"row({k},1):"]))
        lines.append(f" {label}{terms()} {draw(st.sampled_from(['<=', '>=', '=']))} {side()}")
    if draw(st.booleans()):
        lines.append(draw(st.sampled_from(["Bounds", "bound"])))
        for name in draw(st.lists(st.sampled_from(names), max_size=3, unique=True)):
            low, high = draw(number), draw(number)
            forms = ["{n} free", "-inf <= {n} <= {h}", "-{l} <= {n} <= {h}", "{n} >= -{l}", "{n} <= {h}", "{n} = {l}",
                     "{l} >= {n}"]  # fmt: skip
            lines.append(" " + draw(st.sampled_from(forms)).format(n=name, l=low, h=high))
    for words in (["General", "gen", "integers"], ["Binary", "bin", "BINARIES"]):
        if draw(st.booleans()):
            lines.append(draw(st.sampled_from(words)))
            lines.append(
                " " + draw(st.sampled_from([" ", "\n"])).join(draw(st.lists(st.sampled_from(names), max_size=2)))
            )
    return "\n".join([*lines, "End", ""])


@settings(max_examples=150, deadline=None)
@given(typed())
def test_highs_and_our_reader_agree(text: str) -> None:
    ours, refused = None, ""
    try:
        ours = lp.read(text)
    except InputError as error:
        refused = str(error)
    # readers differ on bounds of binary variables that are not 0 or 1
    assert ours is not None or "is binary and has" in refused
    assume(ours is not None)
    assert ours is not None
    with scratch("model.lp", text) as path:
        theirs = by_highs(path)
    assume(theirs is not None)
    assert theirs is not None
    assert form_of(ours) == form_of(theirs)


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from([LP["bounds of all kinds"][0], LP["two sides over lines"][0], MPS["bounds"][0], MPS["ranges"][0]]),
    st.data(),
)
def test_damaged_texts_are_read_or_refused_in_one_line(text: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(text)))
    inserted = data.draw(st.text(alphabet="+-<>=:.[]\\* \n1e9xinfbo\x00é", max_size=6))
    bad = text[:cut] + inserted + text[cut + data.draw(st.integers(0, 8)) :]
    refused = ""
    try:
        (mps if text.startswith("NAME") else lp).read(bad)
    except InputError as error:
        refused = str(error)
    assert re.fullmatch(r"([1-9][0-9]*: .+)?", refused)


@pytest.mark.parametrize("kind", ["lp", "mps"])
def test_large_files_are_read_in_time_that_grows_with_them(kind: str) -> None:
    def seconds(rows: int) -> float:
        program = Program()
        program.columns = [Column(f"shaded({k},{k % 7})", 0, 1, INTEGER) for k in range(rows)]
        program.rows = [Row(f"row({r})", [(2, (r + k * k) % rows) for k in range(9)], None, 4) for r in range(rows)]
        text = to_lp(program) if kind == "lp" else to_mps(program)
        start = time.process_time()
        assert len((lp if kind == "lp" else mps).read(text).rows) == rows
        return time.process_time() - start

    seconds(500)
    assert seconds(16000) < 8 * max(seconds(4000), 0.05)


def test_a_limit_ends_the_reading() -> None:
    text = "min\n x\nst\n" + " c: x + y + z >= 1\n" * 1_000_000 + "end\n"
    with pytest.raises(TimeLimitReached):
        TimeLimit(0.1).run(lambda: lp.read(text))


# -- programs without bounds --------------------------------------------------------------------------------------------

MINIMAL = """Minimize
 value: x
Subject To
 r1: A = 1
 r2: B - A <= 1
 r3: B - A >= -1
Bounds
General
 A B
End
"""
SOLVERS = ("clasp", "highs", "scip", "glpk", "cbc", "cpsat")


@pytest.mark.parametrize("solver", SOLVERS)
def test_bounds_follow_from_the_rows(solver: str) -> None:
    result = files.solve_program(lp.read(MINIMAL), solver, count=0)
    assert sorted((s["A"], s["B"]) for s in result.solutions) == [(1, 0), (1, 1), (1, 2)]
    assert result.status == "multiple"


@pytest.mark.parametrize("name", ["mastermind-open", "panorama-seed", "panorama-lake", "second_turn-hexagonal"])
@pytest.mark.parametrize("solver", ["clasp", "highs"])
def test_the_documents_programs_are_solved_as_they_are_printed(name: str, solver: str) -> None:
    """Their ``Bounds`` are empty, and whole numbers are in ``General`` without any."""
    puzzle = api.load(str(EXAMPLES / f"{name}.txt"))
    form = linearise(api.formulate(puzzle, "published"))
    text = re.sub(r"\nBounds\n(?: .*\n)+", "\nBounds\n", to_lp(form.program))
    printed = lp.read(text)
    assert any(column.high is None for column in printed.columns if column.kind == INTEGER)
    result = files.solve_program(printed, solver)
    assert result.status in ("unique", "multiple")
    whole = files.solve_program(form.program, solver, count=1).solutions[0]
    if result.status == "unique":
        assert {k: v for k, v in result.solutions[0].items() if v} == {k: v for k, v in whole.items() if v}


def feasible(program: Program, reach: int) -> Iterator[tuple[int, ...]]:
    """All points of a program in whole numbers that are not further than ``reach`` from 0."""
    spans = []
    for _, low, high, _ in program.columns:
        spans.append(range(-reach if low is None else int(low), (reach if high is None else int(high)) + 1))
    for point in product(*spans):
        if all(
            (row.low is None or row.low <= sum(a * point[c] for a, c in row.terms))
            and (row.high is None or sum(a * point[c] for a, c in row.terms) <= row.high)
            for row in program.rows
        ):
            yield point


@st.composite
def unbounded(draw: st.DrawFn) -> Program:
    """Programs in whole numbers, some without bounds."""
    program = Program()
    for k in range(draw(st.integers(1, 3))):
        program.columns.append(
            Column(f"x{k}", draw(st.sampled_from([None, 0, -2])), draw(st.sampled_from([None, None, 3])), INTEGER)
        )
    for k in range(draw(st.integers(1, 4))):
        terms = [
            (draw(st.sampled_from([1, -1, 2, 0.5, -3])), c) for c in range(len(program.columns)) if draw(st.booleans())
        ]
        low, high = draw(st.sampled_from([(None, 3), (-2, None), (0, 0), (-1, 1), (1, 2.5), (-4, 4)]))
        if terms:
            program.rows.append(Row(f"r{k}", terms, low, high))
    return program


@settings(max_examples=300, deadline=None)
@given(unbounded())
def test_bounds_cut_off_no_solution(program: Program) -> None:
    bounded = with_bounds(program)
    for point in feasible(program, 7):
        for value, (_, low, high, _) in zip(point, bounded.columns, strict=True):
            assert low is None or low <= value
            assert high is None or value <= high


def test_bounds_are_found_in_chains_and_round_cautiously() -> None:
    program = Program()
    program.columns = [Column(f"A{k}", None, None, INTEGER) for k in range(30)]
    program.rows = [Row(f"r{k}", [(1, k), (-1, k + 1)], -1, 1) for k in range(29)]
    program.rows.append(Row("start", [(1, 0)], 1, 1))
    found = with_bounds(program).columns
    assert [(c.low, c.high) for c in found] == [(1 - k, 1 + k) for k in range(30)]
    program.columns = [Column("n", 0, None, INTEGER)]
    # a third, as a file writes it
    program.rows = [Row("third", [(0.333333333, 0)], None, 1)]
    assert with_bounds(program).columns[0].high == 3
    program.rows = [Row("third", [(0.333333333, 0)], None, 0.999999999)]
    assert with_bounds(program).columns[0].high == 3
    # an endless race upwards ends
    program.columns = [Column("n", 0, None, INTEGER), Column("m", 0, None, INTEGER)]
    program.rows = [Row("a", [(1, 0), (-1, 1)], 1, None), Row("b", [(1, 1), (-1, 0)], 1, None)]
    assert with_bounds(program).columns[0].high is None


DIAMOND = """Minimize
 obj: 0 A
Subject To
 sum: A + B <= 3
 sum2: A + B >= 1
 difference: A - B <= 2
 difference2: A - B >= -2
Bounds
 A free
 B free
General
 A B
End
"""
"""No row alone says a bound of A or B, and yet they have few values."""


@pytest.mark.parametrize("solver", ["highs", "scip", "glpk", "cbc"])
def test_other_answers_are_found_without_bounds(solver: str) -> None:
    program = lp.read(DIAMOND)
    assert with_bounds(program).columns == program.columns
    expected = {(a, b) for a, b in product(range(-9, 10), repeat=2) if 1 <= a + b <= 3 and abs(a - b) <= 2}
    result = files.solve_program(program, solver, count=0)
    found = [(s["A"], s["B"]) for s in result.solutions]
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert result.status == "multiple"
    only = lp.read(DIAMOND.replace("<= 3", "<= 1").replace("<= 2", "<= 1").replace(">= -2", ">= 1"))
    assert files.solve_program(only, solver).status == "unique"


@settings(max_examples=25, deadline=None)
@given(unbounded(), st.sampled_from(["highs", "scip", "glpk", "cbc"]), st.data())
def test_all_answers_of_random_programs_without_bounds(program: Program, solver: str, data: st.DataObject) -> None:
    # far away two more rows that no bound follows from
    names = range(len(program.columns))
    signs = [tuple(data.draw(st.sampled_from([1, -1])) for _ in names), tuple(1 for _ in names)]
    program.rows += [Row(f"far{k}", list(zip(sign, names, strict=True)), -4, 4) for k, sign in enumerate(signs)]
    program.rows += [Row(f"alone{c}", [(1, c)], -5, 5) for c in names]
    open_ = program.copy()
    expected = set(feasible(program, 5))
    assume(len(expected) < 25)
    result = files.solve_program(open_, solver, count=0)
    assert {tuple(s.values()) for s in result.solutions} == expected


@pytest.mark.parametrize("solver", ["clasp", "cpsat"])
def test_variables_without_bounds_are_named(solver: str) -> None:
    with pytest.raises(SolverError) as error:
        files.solve_program(lp.read(DIAMOND), solver)
    assert str(error.value) == (
        f"A, B have no bounds, and none follow from the rows, which {solver} does not take; use --solver highs"
    )


@pytest.mark.parametrize("solver", SOLVERS)
def test_bounds_that_leave_nothing_leave_no_solution(solver: str) -> None:
    for bounds in ("x <= -2", "3 <= x <= 2", "2.2 <= x <= 2.8"):
        program = lp.read(f"min\n x\nst\n c: x + y >= 1\nbounds\n {bounds}\n y <= 3\ngeneral\n x y\nend\n")
        assert files.solve_program(program, solver).status == "none"


@pytest.mark.parametrize("solver", SOLVERS)
def test_rows_that_leave_a_bounded_column_nothing_leave_no_solution(solver: str) -> None:
    # the contradiction is seen before the bounds of x, which follow from d
    program = lp.read(
        "min\n x\nst\n c: 3 y <= -13\n d: x + z = -1\nbounds\n -4 <= y <= -3\n x free\n z <= 5\ngeneral\n x y z\nend\n"
    )
    assert files.solve_program(program, solver).status == "none"


@pytest.mark.parametrize("solver", ["highs", "scip", "cbc"])  # GLPK has no end either
def test_unbounded_and_infeasible_differ(solver: str) -> None:
    endless = "max\n x + y\nst\n c: x - y = 1\n{}general\n x y\nend\n"
    with pytest.raises(SolverError, match="the objective has no bound"):
        files.solve_program(lp.read(endless.format("")), solver)
    assert (
        files.solve_program(lp.read(endless.format(" d: x - 2 y <= -5\n e: x - 2 y >= 5\n")), solver).status == "none"
    )


# -- from the shell -----------------------------------------------------------------------------------------------------


def test_columns_that_are_zero_are_shown_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "model.lp"
    path.write_text(MINIMAL.replace("r1: A = 1", "r1: A = 1234567"))
    assert main(["solve", str(path), "--count", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "A = 1234567"
    assert main(["solve", str(path), "--count", "1", "--all-variables"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["x = 0", "A = 1234567"]
    assert main(["solve", str(EXAMPLES / "sudoku.txt"), "--all-variables"]) == 2
    assert "only LP and MPS files have columns" in capsys.readouterr().err


@pytest.mark.parametrize("zeros", [False, True])
def test_a_solution_is_written_as_scip_writes_it(zeros: bool, tmp_path: Path) -> None:
    scip = pytest.importorskip("pyscipopt").Model()
    path, sol = tmp_path / "model.lp", tmp_path / "model.sol"
    path.write_text(to_lp(awkward()))
    assert (
        main(["solve", str(path), "--solver", "highs", "--count", "1", "-o", str(sol), *["--all-variables"][:zeros]])
        == 0
    )
    best = files.solve_program(awkward(), "highs", count=1).objective
    values = solution_files.load(str(sol)).values
    program = lp.read(to_lp(awkward()))
    assert files.objective_of(program, {c.name: values.get(c.name, 0) for c in program.columns}) == pytest.approx(
        (best or 0) - 7
    )
    assert (len(values) == len(program.columns)) == zeros
    scip.hideOutput()
    scip.readProblem(str(path))
    taken = scip.readSolFile(str(sol))
    assert scip.checkSol(taken, original=True)
    assert scip.getSolObjVal(taken) == pytest.approx((best or 0) - 7)


def test_that_there_is_no_solution_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, sol = tmp_path / "model.lp", tmp_path / "model.sol"
    path.write_text(MINIMAL.replace("r2: B - A <= 1", "r2: B - A <= -2"))
    assert main(["solve", str(path), "-o", str(sol)]) == 1
    with pytest.raises(InputError, match="has no solution"):
        solution_files.load(str(sol))
    fixed = tmp_path / "fixed.mps"
    fixed.write_text(
        "NAME          FIXED\nROWS\n N  COST\n L  LIM 1\nCOLUMNS\n    X 1       COST               1.0   LIM 1              1.0\n"
        "RHS\n    RHS       LIM 1              4.0\nENDATA\n"
    )
    assert main(["solve", str(fixed), "--solver", "highs", "-o", str(sol)]) == 2
    assert "'X 1' has a space in it" in capsys.readouterr().err


@pytest.mark.parametrize(
    "name", ["sudoku", "slitherlink", "norinori-p01", "panorama-seed", "kakuro", "mastermind-open"]
)
@pytest.mark.parametrize("formulation", ["rules", "published"])
def test_exported_programs_are_read_as_they_were_written(name: str, formulation: str) -> None:
    puzzle = api.load(str(EXAMPLES / f"{name}.txt"))
    try:
        program = arranged(linearise(api.formulate(puzzle, formulation)).program)
    except InputError:
        pytest.skip("no document has it")
    plain = program.copy()
    plain.columns = [c._replace(kind=CONTINUOUS) if c.kind != INTEGER else c for c in program.columns]
    same = [in_form(read) == in_form(plain) for read in (lp.read(to_lp(program)), mps.read(to_mps(program)))]
    assert same == [True, True]


def test_clasp_needs_no_highs_for_an_lp_file(tmp_path: Path) -> None:
    import sys

    path = tmp_path / "model.lp"
    path.write_text(MINIMAL)
    code = f"import sys; sys.modules['highspy'] = None; from pencilp.cli import main; sys.exit(main(['solve', {str(path)!r}]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
