"""How a program stands in a file: its order, its bounds, and the words next to them."""

from __future__ import annotations

import re
import subprocess
from math import ceil, floor
from pathlib import Path

import pytest

from pencilp import api
from pencilp.analysis.import_solution import answer_in
from pencilp.cli import main
from pencilp.model import Linear, Model, exactly
from pencilp.program_files import lp, mps
from pencilp.program_files.write import to_lp, to_mps, to_opb
from pencilp.reformulate.linear.layout import TITLES, arranged
from pencilp.reformulate.linear.linearise import linearise
from pencilp.reformulate.linear.program import CLUES, CONNECTIVITY, DEFINITIONS, INTEGER, RULES, Program
from pencilp.solvers.milp import cbc
from pencilp.solvers.programs.solve import solve_program

EXAMPLES = Path(__file__).parent.parent / "examples"


def program_of(name: str) -> Program:
    return linearise(api.formulate(api.load(str(EXAMPLES / f"{name}.txt")))).program


@pytest.mark.mechanism
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.txt")), ids=lambda path: path.stem)
def test_every_row_is_written_as_a_row_or_a_bound(path: Path) -> None:
    before = program_of(path.stem)
    after = arranged(before)
    assert [row.part for row in after.rows] == sorted(row.part for row in after.rows)
    kept = set(map(repr, after.rows))
    alone = [row for row in before.rows if repr(row) not in kept]
    assert sorted(before.rows) == sorted([*after.rows, *alone])
    assert len(alone) == len(after.bound_by)
    expected = list(before.columns)
    for row in alone:
        ((a, c),) = row.terms
        low, high = (side if side is None else side / a for side in (row.low, row.high)[:: 1 if a > 0 else -1])
        column = expected[c]
        assert column.kind == INTEGER
        assert column.low is not None
        assert column.high is not None
        expected[c] = column._replace(
            low=column.low if low is None else max(column.low, ceil(low)),
            high=column.high if high is None else min(column.high, floor(high)),
        )
    assert after.columns == expected
    for row in after.rows:
        if len(row.terms) == 1:  # it says nothing
            least, most = after.activity(row.terms)
            assert (least, most) != (None, None)
            assert row.low is None or row.low <= least
            assert row.high is None or row.high >= most


def test_a_fixed_variable_is_shown_with_the_words_of_its_rule() -> None:
    text = to_lp(arranged(program_of("akari")))
    assert "\\ there is no lamp in a black cell\n lamps(1,7) = 0\n lamps(2,4) = 0\n" in text
    assert not re.search(r": (- )?lamps\S+ [<>]?= [01]$", text, re.MULTILINE)
    blocks = [line for line in text.splitlines() if line.startswith("\\ ---")]
    assert blocks == [f"\\ --- {TITLES[part]} ---" for part in (CLUES, RULES, DEFINITIONS)]
    rows = text.partition(f"{blocks[0]}\n")[2]
    assert rows.startswith(
        "\\ a number counts the lamps next to it\n a_number_counts_the_lamps_next_to_it_r1c7: lamps(1,8)"
    )


def test_linear_connectivity_comes_last() -> None:
    text = to_lp(arranged(program_of("nurikabe")))
    rules, _, flows = (
        text.partition("Subject To")[2].partition("Bounds")[0].partition(f"\\ --- {TITLES[CONNECTIVITY]} ---")
    )
    assert "flow_" in flows
    assert "flow_" not in rules
    assert "no_two_by_two_is_shaded_r1c1:" in rules
    assert rules.index("a number counts the cells of its island") < rules.index("no two by two is shaded")


def test_a_rule_has_a_place_if_its_column_names_none() -> None:
    m = Model(lambda c: f"r1c{c + 1}")
    x = m.binaries("shaded", 3, lambda: ["1,1", "1,2", "1,3"])
    n = m.integer("n", 0, 9)
    m.require("two are shaded", exactly(2, x))
    m.require("the last is shaded", x[2], at=2)
    m.require("the middle says so too", x[2], at=1)
    m.require("n is even", Linear([(2, n)], 3, 9), at="top 1")
    m.require("n is not 9", Linear([(1, n)], None, 9))
    program = arranged(linearise(m).program)
    assert to_lp(program).partition("Bounds\n")[2].splitlines()[:5] == [
        "\\ the last is shaded; the middle says so too [r1c2]",
        " shaded(1,3) = 1",
        "\\ n is even [top 1]; n is not 9",
        " 2 <= n <= 4",
        "",
    ]
    assert "* the last is shaded; the middle says so too [r1c2]\n FX BND shaded(1,3) 1\n" in to_mps(program)
    for read in (lp.read(to_lp(program)), mps.read(to_mps(program))):
        assert {(c.name, c.low, c.high) for c in read.columns} == {(c.name, c.low, c.high) for c in program.columns}


def test_infeasible_and_named_rows_stay_rows() -> None:
    m = Model()
    x, y = m.binaries("x", 2)
    m.require("never", Linear([(1, x)], 2, None))
    m.require("called so", y, name="C1")
    program = arranged(linearise(m).program)
    assert [row.name for row in program.rows] == ["C1", "never"]
    assert program.bound_by == []
    assert solve_program(lp.read(to_lp(program))).status == "none"


def test_a_program_without_parts_is_left_as_it_is() -> None:
    paper = linearise(api.formulate(api.load(str(EXAMPLES / "norinori-p01.txt")), "published")).program
    assert arranged(paper) is paper
    read = lp.read(to_lp(paper))
    assert arranged(read) is read


def test_opb_writes_bounds_as_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "akari.opb"
    assert main(["export", str(EXAMPLES / "akari.txt"), "-o", str(path)]) == 0
    number = re.search(r"\* (x[0-9]+) is lamps\(1,7\)", path.read_text())
    assert number is not None
    assert re.search(rf"^-1 {number[1]} >= 0 ;$", path.read_text(), re.MULTILINE)
    assert to_opb(program_of("akari")).count(";") == path.read_text().count(";")
    capsys.readouterr()


@pytest.mark.parametrize("solver", ["highs", "scip", "glpk", "cbc"])
def test_solvers_read_the_blocks_and_the_bounds(solver: str, tmp_path: Path) -> None:
    puzzle = api.load(str(EXAMPLES / "akari.txt"))
    path = tmp_path / "akari.lp"
    path.write_text(to_lp(arranged(program_of("akari"))))
    answer = api.solve(puzzle, count=1).answer
    assert answer is not None
    solution = tmp_path / "akari.sol"
    if solver == "cbc":
        pytest.importorskip("cbcbox")
        subprocess.run([cbc._binary(), str(path), "-solve", "-solu", str(solution)], check=True, capture_output=True)
    elif solver == "highs":
        import highspy

        h = highspy.Highs()
        h.setOptionValue("output_flag", False)
        assert h.readModel(str(path)) == highspy.HighsStatus.kOk
        h.run()
        h.writeSolution(str(solution), 0)
    elif solver == "glpk":
        g = pytest.importorskip("swiglpk")
        g.glp_term_out(g.GLP_OFF)
        problem = g.glp_create_prob()
        assert g.glp_read_lp(problem, None, str(path)) == 0
        parameters = g.glp_iocp()
        g.glp_init_iocp(parameters)
        parameters.presolve = g.GLP_ON
        assert g.glp_intopt(problem, parameters) == 0
        g.glp_write_mip(problem, str(solution))
        g.glp_delete_prob(problem)
    else:
        scip = pytest.importorskip("pyscipopt").Model()
        scip.hideOutput()
        scip.readProblem(str(path))
        scip.optimize()
        scip.writeBestSol(str(solution))
    assert answer_in(str(solution), puzzle).answer == answer


@pytest.mark.parametrize("name", ["kakuro", "killer_sudoku", "numberlink", "galaxies"])
def test_a_fast_form_of_a_clue_names_the_clue(name: str) -> None:
    model = api.formulate(api.load(str(EXAMPLES / f"{name}.txt")))
    clued = {rule.words for rule in model.rules if rule.clue is not None}
    parts = {row.part for row in linearise(model).program.rows if row.words in clued}
    assert CLUES in parts
    assert RULES not in parts
