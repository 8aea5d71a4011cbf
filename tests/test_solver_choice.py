"""Which solver pencilp chooses for a program, and what it says if that one is not done."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pencilp.cli import main, solve_program
from pencilp.program_files import lp
from pencilp.reformulate.linear.program import Program
from pencilp.solvers.milp import highs
from pencilp.solvers.programs import choice
from pencilp.solvers.programs import solve as programs
from pencilp.solvers.programs.choice import another

BITS = " ".join(f"x{i}" for i in range(14))
SUM = " + ".join(f"x{i}" for i in range(14))
CASES = {
    "binaries that fit together": (f"Minimize\n obj: 0 x0\nSubject To\n c: {SUM} = 1\nBinary\n {BITS}\nEnd\n", "clasp"),
    "an objective": (f"Maximize\n obj: {SUM}\nSubject To\n c: {SUM} <= 1\nBinary\n {BITS}\nEnd\n", "highs"),
    "an objective over few values": (
        "Maximize\n obj: a + 2 n\nSubject To\n c: a + n <= 3\nBounds\n n <= 9\nGeneral\n n\nBinary\n a\nEnd\n", "clasp",
    ),
    "an objective of fixed columns": (
        f"Maximize\n obj: f\nSubject To\n c: {SUM} = 1\nBounds\n f = 1\nBinary\n {BITS}\nGeneral\n f\nEnd\n", "clasp",
    ),
    "the documents' dummy": (f"Minimize\n value: x\nSubject To\n c: {SUM} = 1\nBinary\n {BITS}\nEnd\n", "clasp"),
    "large factors": (f"Minimize\n obj: 0 x0\nSubject To\n c: 101 {SUM} >= 7\nBinary\n {BITS}\nEnd\n", "highs"),
    "decimals": (f"Minimize\n obj: 0 x0\nSubject To\n c: 1.234 {SUM} >= 2\nBinary\n {BITS}\nEnd\n", "highs"),
    "large ranges": ("Minimize\n obj: 0 n\nSubject To\n c: n + k >= 9\nBounds\n n <= 60\n k <= 9\nGeneral\n n k\nEnd\n", "highs"),
    "no bounds": ("Minimize\n obj: n\nSubject To\n c: 2 n >= 9\nGeneral\n n\nEnd\n", "highs"),
    "bounds that follow": ("Minimize\n obj: n\nSubject To\n c: 2 n >= 9\n d: n <= 7\nGeneral\n n\nEnd\n", "clasp"),
    "continuous columns": ("Minimize\n obj: y\nSubject To\n c: y + n >= 2.5\nBounds\n n <= 2\nGeneral\n n\nEnd\n", "highs"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_the_solver_suits_the_program(case: str) -> None:
    text, solver = CASES[case]
    p = lp.read(text)
    chosen: list[str] = []
    found = programs.program_solutions(p, None, count=1, chosen=chosen.append)
    next(found)
    found.close()
    assert chosen == [solver]
    for named in ("highs", "scip"):
        assert programs.solve_program(p, named).solver == named
    assert programs.solve_program(p, None).solver == solver


@pytest.mark.parametrize("count", [0, 60, 75])
def test_clasp_lists_the_rest_of_many_best_solutions(count: int) -> None:
    p = lp.read(f"Maximize\n obj: 0.5 x0 + {SUM[5:]}\nSubject To\n c: {SUM} <= 2\nBinary\n {BITS}\nEnd\n")
    result = programs.solve_program(p, None, count=count)
    # two of thirteen
    assert (len(result.solutions), result.solver) == (count or 78, "clasp")
    assert len({tuple(s.values()) for s in result.solutions}) == (count or 78)
    assert all(s["x0"] == 0 and sum(s.values()) == 2 for s in result.solutions)
    assert (result.objective, result.status, result.complete) == (2, "multiple", count == 0)


def test_clasp_lists_the_rest_of_distinct_answers() -> None:
    p = lp.read(f"Maximize\n obj: {SUM}\nSubject To\n c: {SUM} <= 7\nBinary\n {BITS}\nEnd\n")
    apart = [f"x{i}" for i in range(6)]
    result = programs.solve_program(p, None, count=0, distinct_in=apart)
    assert result.complete
    assert {tuple(s[name] for name in apart) for s in result.solutions} == set(product((0, 1), repeat=6))
    assert len(result.solutions) == 64


def test_another_solver_is_named() -> None:
    whole, flows = lp.read(CASES["an objective"][0]), lp.read(CASES["continuous columns"][0])
    assert another(whole, "clasp") == another(flows, "glpk") == "highs"
    assert another(whole, "highs") in ("cpsat", "scip", "clasp")
    assert another(flows, "highs") in ("scip", "glpk", "cbc")


def test_a_missing_solver_is_suggested_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "installed", lambda name: name in ("clasp", "highs"))
    monkeypatch.setattr(solve_program, "installed", lambda name: name in ("clasp", "highs"))
    flows = lp.read(CASES["continuous columns"][0])
    assert solve_program.not_done(flows, "highs").startswith(
        "highs is not done with it: try --solver scip, after pip install 'pencilp[scip]'"
    )


class Late:
    """A session whose time is over."""

    def __init__(self, program: Program, threads: int) -> None: ...
    def solve(self, seconds: float | None) -> tuple[str, None]:
        return "limit", None

    def close(self, *, reusable: bool) -> None: ...


def test_a_line_suggests_another_solver_after_a_limit(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setattr(highs, "session", Late)
    path = tmp_path / "own.lp"
    path.write_text(CASES["an objective"][0])
    model = tmp_path / "own.mod"
    model.write_text("var x{1..14} binary; maximize o: sum{i in 1..14} x[i]; s.t. c: sum{i in 1..14} x[i] <= 3; end;")
    for command, name in ((["solve", str(path)], path), (["run", str(model)], model)):
        assert main(command) == 3
        printed = capsys.readouterr()
        assert f"pencilp: {name}: highs is not done with it: try --solver " in printed.err
    assert main(["solve", str(path), "--format", "json"]) == 3
    record = json.loads(capsys.readouterr().out)
    assert (record["solver"], record["status"], record["complete"]) == ("highs", "unknown", False)
