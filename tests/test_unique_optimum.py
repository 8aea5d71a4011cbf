"""When the best solution of a program is called the only one: continuous columns, and columns chosen by ``--distinct``."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from pencilp.cli import main
from pencilp.errors import InputError
from pencilp.program_files import lp
from pencilp.reformulate.linear.program import CONTINUOUS, INTEGER, Column, Program, Row
from pencilp.solvers.programs import determined as tested
from pencilp.solvers.programs import solve as programs
from pencilp.solvers.programs.determined import undetermined

MIXED = ["highs", "scip", "glpk", "cbc"]
"""The solvers that take continuous columns."""

Case = tuple[str, str, list[str]]
CASES: dict[str, Case] = {
    "no row limits it to one value": (
        "Maximize\n obj: x\nSubject To\n c: x + y <= 2\nBounds\n x <= 1\n y <= 1\nEnd\n", "multiple", ["y"],
    ),
    "no objective": ("Minimize\n obj: 0 a\nSubject To\n c: a + b = 1\nEnd\n", "multiple", ["a", "b"]),
    "in no row": ("Maximize\n obj: x\nSubject To\n c: x <= 1\nBounds\n 0 <= y <= 1\nEnd\n", "multiple", ["y"]),
    "free in both directions": (
        "Maximize\n obj: n\nSubject To\n c: n + 0 y <= 4\nBounds\n y free\n n <= 9\nGeneral\n n\nEnd\n",
        "unique_in_whole_numbers", ["y"],
    ),
    "a ray": ("Minimize\n obj: x - y\nSubject To\n c: x - y >= 0\nEnd\n", "multiple", ["x", "y"]),
    "a ray and a whole number": (
        "Maximize\n obj: n\nSubject To\n c: y - n >= 1\nBounds\n n <= 3\nGeneral\n n\nEnd\n",
        "unique_in_whole_numbers", ["y"],
    ),
    "an edge of equal cost": (
        "Maximize\n obj: x + y\nSubject To\n c: x + y <= 1\n d: x + 2 z <= 1\n e: z >= 0.25\nEnd\n", "multiple", ["x", "y", "z"],
    ),
    "a corner": ("Maximize\n obj: 2 x + y\nSubject To\n c: x + y <= 1\n d: x - z = 0\nEnd\n", "unique", []),
    "determined by rows alone": (
        "Minimize\n obj: 0 x\nSubject To\n c: x + y = 3\n d: x - y = 1\nEnd\n", "unique", [],
    ),
    "fixed by its bounds": ("Maximize\n obj: x\nSubject To\n c: x + y <= 2\nBounds\n x <= 1\n y = 1\nEnd\n", "unique", []),
    "a cost far smaller than the others": (
        "Maximize\n obj: 1000 n + 0.001 y\nSubject To\n c: n + y <= 3.5\nBounds\n n <= 3\nGeneral\n n\nEnd\n", "unique", [],
    ),
    "a big number in a row": (
        "Maximize\n obj: n\nSubject To\n c: y - 1000000 n <= 0\n d: y <= 2\nBounds\n n <= 1\nGeneral\n n\nEnd\n",
        "unique_in_whole_numbers", ["y"],
    ),
    "the dummy of the documents": ("Minimize\n value: x\nSubject To\n c: b = 1\nBinary\n b\nEnd\n", "unique", []),
    "a dummy with a factor of 0": ("Minimize\n value: 0 x\nSubject To\n c: b = 1\nBinary\n b\nEnd\n", "unique", []),
    "several in whole numbers": (
        "Maximize\n obj: a + b\nSubject To\n c: a + b + y <= 1\nBinary\n a b\nEnd\n", "multiple", [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("solver", MIXED)
@pytest.mark.parametrize("case", CASES)
def test_a_program_is_unique_only_if_all_columns_are_determined(case: str, solver: str) -> None:
    text, status, names = CASES[case]
    result = programs.solve_program(lp.read(text), solver)
    assert (result.status, list(result.undetermined)) == (status, names)


def test_clasp_reports_columns_that_no_row_restricts() -> None:
    text = "Maximize\n obj: b\nSubject To\n c: b + d <= 1\nBounds\n 0 <= y <= 1\nBinary\n b d\nEnd\n"
    for solver in ("clasp", "cpsat"):
        result = programs.solve_program(lp.read(text), solver)
        assert (result.status, result.undetermined) == ("unique_in_whole_numbers", ["y"])


def test_the_time_for_the_test_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    p = lp.read(CASES["an edge of equal cost"][0])
    assert undetermined(p, {"x": 0.5, "y": 0.5, "z": 0.25}, seconds=0) is None
    monkeypatch.setattr(tested, "undetermined", lambda *_, **__: None)
    result = programs.solve_program(p, "highs")
    assert (result.status, result.complete, len(result.solutions)) == ("unknown", False, 1)


def test_values_that_are_less_precise_are_calculated_again() -> None:
    # SCIP's values: a row is missed by some millionths
    p = lp.read(
        "Maximize\n obj: 0.002 n0 + 0.002 n1\nSubject To\n r0: - n0 + 2 n1 - 1.5 y0 + y1 = 2\n r1: n0 - 1.5 n1 - y0 + 2 y1 = 1\n"
        " r2: - 1.5 n0 + 0.5 n1 + 2 y0 + 2 y1 <= 2\nBounds\n n1 <= 2\n -1 <= y0 <= 1\n -1 <= y1 <= 2\n"
        "General\n n1\nBinary\n n0\nEnd\n"
    )
    found = {"n0": 1, "n1": 1, "y0": -0.2499982445335807, "y1": 0.6250008777332097}
    assert undetermined(p, found, solver="scip") == []
    assert programs.solve_program(p, "scip").status == "unique"


# -- random programs against exact enumeration -------------------------------------------------------------------------


def random_program(chance: random.Random) -> Program:
    """A few whole and a few continuous columns with bounds, and a few rows with small numbers."""
    p = Program()
    whole, continuous = chance.randint(0, 3), chance.randint(1, 3)
    p.columns = [Column(f"n{i}", 0, chance.randint(1, 2), INTEGER) for i in range(whole)]
    p.columns += [Column(f"y{i}", chance.randint(-1, 0), chance.randint(1, 2), CONTINUOUS) for i in range(continuous)]
    for r in range(chance.randint(1, 3)):
        terms = [(a, c) for c in range(len(p.columns)) if (a := chance.choice((0, 0, 1, -1, 2, 0.5, -1.5)))]
        side = chance.choice((0, 1, 2, 1.5))
        low, high = chance.choice(((None, side), (side, None), (side, side)))
        if terms:
            p.rows.append(Row(f"r{r}", terms, low, high))
    p.objective = [(a, c) for c in range(len(p.columns)) if (a := chance.choice((0, 0, 1, -1, 2, 0.25)))] or None
    p.sense = chance.choice(("minimize", "maximize"))
    return p


def solved_exactly(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """The solution of as many equations as unknowns, each ``[factors..., side]``; None if there is not exactly one."""
    rows = [list(row) for row in rows]
    size = len(rows)
    for i in range(size):
        pivot = next((r for r in range(i, size) if rows[r][i]), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [a / rows[i][i] for a in rows[i]]
        for r in range(size):
            if r != i and rows[r][i]:
                rows[r] = [a - rows[r][i] * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [row[-1] for row in rows]


def best_corners(p: Program) -> tuple[Fraction | None, list[tuple[Fraction, ...]]]:
    """The best value, and all corners with it of the polytopes that whole numbers leave: (values of all columns)."""
    whole = [c for c, column in enumerate(p.columns) if column.kind == INTEGER]
    rest = [c for c, column in enumerate(p.columns) if column.kind == CONTINUOUS]
    costs = {c: Fraction(a) for a, c in p.objective or ()}
    sign = 1 if p.sense == "minimize" else -1
    best: Fraction | None = None
    found: list[tuple[Fraction, ...]] = []
    for numbers in product(*(range(p.columns[c].low, p.columns[c].high + 1) for c in whole)):  # type: ignore[arg-type, operator]
        fixed = dict(zip(whole, numbers, strict=True))
        sides: list[list[Fraction]] = []  # factors * y <= side
        for c in rest:
            unit = [Fraction(int(d == c)) for d in rest]
            sides += [[*unit, Fraction(p.columns[c].high)], [*[-u for u in unit], -Fraction(p.columns[c].low)]]  # type: ignore[arg-type]
        for row in p.rows:
            factors = {c: Fraction(a) for a, c in row.terms}
            known = sum((factors.get(c, Fraction(0)) * v for c, v in fixed.items()), Fraction(0))
            line = [factors.get(c, Fraction(0)) for c in rest]
            if row.high is not None:
                sides.append([*line, Fraction(row.high) - known])
            if row.low is not None:
                sides.append([*[-a for a in line], known - Fraction(row.low)])
        for some in combinations(sides, len(rest)):
            y = solved_exactly(list(some))
            if y is None or any(sum(a * v for a, v in zip(s, y, strict=False)) > s[-1] for s in sides):
                continue
            values = {**{c: Fraction(v) for c, v in fixed.items()}, **dict(zip(rest, y, strict=True))}
            value = sign * sum((a * values[c] for c, a in costs.items()), Fraction(0))
            corner = tuple(values[c] for c in range(len(p.columns)))
            if best is None or value < best:
                best, found = value, [corner]
            elif value == best and corner not in found:
                found.append(corner)
    return None if best is None else sign * best, found


@pytest.mark.slow
@pytest.mark.parametrize("solver", MIXED)
def test_random_programs_agree_with_exact_enumeration(solver: str) -> None:
    chance = random.Random(f"{solver} determined")
    statuses = set()
    for _ in range(60):
        p = random_program(chance)
        best, corners = best_corners(p)
        result = programs.solve_program(p, solver, count=0)
        whole = [c.name for c in p.columns if c.kind == INTEGER]
        expected = {
            tuple(int(v) for v, c in zip(corner, p.columns, strict=True) if c.kind == INTEGER) for corner in corners
        }
        assert sorted(tuple(s[name] for name in whole) for s in result.solutions) == sorted(expected)
        assert result.complete
        if best is not None and p.objective:
            assert float(result.objective or 0) == pytest.approx(float(best), abs=1e-5)
        if len(expected) == 1:
            moving = [p.columns[c].name for c in range(len(p.columns)) if len({corner[c] for corner in corners}) > 1]
            assert list(result.undetermined) == moving
            status = "unique" if not moving else "unique_in_whole_numbers" if whole else "multiple"
        else:
            status = "multiple" if expected else "none"
        assert result.status == status
        statuses.add(status)
    assert statuses == {"unique", "unique_in_whole_numbers", "multiple", "none"}


# -- what is printed ---------------------------------------------------------------------------------------------------


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "own.lp"
    path.write_text(text)
    return str(path)


def test_solve_reports_unique_values(tmp_path: Path, capsys: Any) -> None:
    path = written(tmp_path, CASES["no row limits it to one value"][0])
    assert main(["solve", path]) == 0
    assert "\nmore than one answer: y can have other values (highs, " in capsys.readouterr().out
    path = written(tmp_path, CASES["free in both directions"][0])
    assert main(["solve", path]) == 0
    said = "\none answer, and it is the only one in its whole numbers: y can have other values ("
    assert said in capsys.readouterr().out
    for form in ("json", "jsonl"):
        assert main(["solve", path, "--format", form]) == 0
        record = json.loads(capsys.readouterr().out.splitlines()[-1])
        assert (record["status"], record["undetermined"]) == ("unique_in_whole_numbers", ["y"])
    target = tmp_path / "own.json"
    assert main(["solve", path, "-o", str(target)]) == 0
    assert json.loads(target.read_text())["status"] == "unique_in_whole_numbers"
    capsys.readouterr()
    path = written(tmp_path, CASES["several in whole numbers"][0])
    assert main(["solve", path, "--count", "0"]) == 0
    assert "\n2 best answers in all, different in whole numbers (highs, " in capsys.readouterr().out


# -- columns that tell solutions apart ---------------------------------------------------------------------------------

FAMILIES = """Maximize
 obj: A
Subject To
 c: A + x(1,1) + x(1,2) + B[1,1] + 0 y <= 2
Bounds
 y <= 1
Binary
 A x(1,1) x(1,2) B[1,1]
End
"""


@pytest.mark.parametrize("solver", ["clasp", *MIXED, "cpsat"])
@pytest.mark.parametrize(
    ("names", "found"), [("A", 1), ("x", 3), ("x(1,2)", 2), ("A, B", 2), ("x,B", 4), ("B[1,1],A", 2)]
)
def test_solutions_differ_in_the_columns_of_these_names(names: str, found: int, solver: str) -> None:
    p = lp.read(FAMILIES)
    apart = programs.columns_called(p, programs.names_in(names))
    result = programs.solve_program(p, solver, count=0, distinct_in=apart)
    assert (len(result.solutions), result.complete) == (found, True)
    assert len({tuple(s[name] for name in apart) for s in result.solutions}) == found
    assert all(s["A"] == 1 for s in result.solutions)
    assert result.status == ("unique" if found == 1 else "multiple")


@pytest.mark.parametrize(("names", "says"), [
    ("zone", "no column is called 'zone', but A, x, B and y"),
    ("a", r"no column is called 'a' \(did you mean A\?\)"),
    ("x_1_2", r"no column is called 'x_1_2' \(did you mean x\(1,2\)\?\)"),
    ("A,y", "y is continuous: solutions differ in whole numbers"),
    (" , ", "name columns, or families of them, as in A,B or x"),
    ("x(1", r"no column is called 'x\(1'"),
])  # fmt: skip
def test_an_ambiguous_name_is_refused(names: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        programs.columns_called(lp.read(FAMILIES), programs.names_in(names))


def test_solve_takes_the_names(tmp_path: Path, capsys: Any) -> None:
    path = written(tmp_path, FAMILIES)
    assert main(["solve", path, "--distinct", "A"]) == 0
    assert "\none answer, and it is the only one in A (" in capsys.readouterr().out
    assert main(["solve", path, "--distinct", "x,B", "--count", "0"]) == 0
    assert "\n4 best answers in all, different in x and B (" in capsys.readouterr().out
    assert main(["solve", path, "--distinct", "x", "--format", "json", "--count", "0"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["status"], record["distinct"], len(record["solutions"])) == ("multiple", ["x(1,1)", "x(1,2)"], 3)
    assert main(["solve", path, "--distinct", "C"]) == 2
    assert "--distinct: no column is called 'C', but A, x, B and y\n" in capsys.readouterr().err
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("norinori\nrooms:\n1 1 2\n1 2 2\n")
    assert main(["solve", str(puzzle), "--distinct", "A"]) == 2
    assert "only LP and MPS files have columns" in capsys.readouterr().err
