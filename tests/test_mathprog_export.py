"""MathProg models as LP, MPS, OPB and aspif files, against what glpsol writes and finds."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pencilp.cli import main

pytest.importorskip("swiglpk")
EXAMPLES = Path(__file__).parent.parent / "examples"
MODEL, P01, P79 = (str(EXAMPLES / name) for name in ("norinori.mod", "p01.dat", "p79.dat"))
glpsol = pytest.mark.skipif(shutil.which("glpsol") is None, reason="glpsol is not on this machine")

ALL_KINDS = """
set S := {"a b", "c-d", "e"};
var x >= 0, <= 5, integer; var y >= -2.5, <= 30; var z; var w <= 3; var v = 4; var u{S} >= 0; var alone integer >= 2, <= 9;
var g >= 0 integer; var on binary; var h{i in 1..3} integer >= -i, <= 2 * i;
s.t. both: -1 <= x + 2 * y <= 7.5; s.t. equal: z - w = 1; s.t. least: x + v >= 2; s.t. most: z + y <= 9;
s.t. q{s in S}: u[s] <= 0.1; s.t. empty: 0 * x <= 5; s.t. r{i in 1..2}: h[i] - h[i + 1] <= on / 3; s.t. e[1]: x + g >= 1;
maximize best: 3 * x - y + 10 + u["a b"] - g + on / 3 - sum{i in 1..3} h[i];
minimize second: x;
end;
""".replace("s.t. e[1]:", "s.t. e{i in 1..1}:")
READER = """
import json, sys, highspy
h = highspy.Highs()
h.setOptionValue("output_flag", False)
assert h.readModel(sys.argv[1]) != highspy.HighsStatus.kError
h.ensureColwise()
lp = h.getLp()
a = lp.a_matrix_
entries = sorted((a.index_[k], j, a.value_[k]) for j in range(lp.num_col_) for k in range(a.start_[j], a.start_[j + 1]))
whole = [int(kind == highspy.HighsVarType.kInteger) for kind in lp.integrality_]
print(json.dumps([[*lp.col_lower_], [*lp.col_upper_], whole, [*lp.row_lower_], [*lp.row_upper_], entries, [*lp.col_cost_],
    lp.sense_ == highspy.ObjSense.kMaximize]))
"""


def read(path: Path) -> list[Any]:
    """What HiGHS reads in a file."""
    run = subprocess.run([sys.executable, "-c", READER, str(path)], capture_output=True, text=True, check=True)
    result: list[Any] = json.loads(run.stdout.splitlines()[-1])  # some versions present themselves first
    return result


def best(folder: Path, *how: str) -> float:
    """The best value that glpsol finds."""
    report = folder / "report"
    subprocess.run(["glpsol", *how, "-o", str(report)], capture_output=True, check=True)
    return float(re.findall(r"^Objective: .* = (\S+) ", report.read_text(), re.MULTILINE)[0])


def models(folder: Path) -> dict[str, list[str]]:
    (folder / "kinds.mod").write_text(ALL_KINDS)
    (folder / "one.mod").write_text(
        "param n; var x{1..n} binary; s.t. c{i in 1..n-1}: x[i] + x[i+1] <= 1; maximize o: sum{i in 1..n} i * x[i]; solve;"
        "data; param n := 9; end;"
    )
    return {
        "p01": [MODEL, P01],
        "p79": [MODEL, P79],
        "kinds": [str(folder / "kinds.mod")],
        "one": [str(folder / "one.mod")],
    }


def test_the_objective_has_the_models_name(tmp_path: Path) -> None:
    lp, mps = tmp_path / "p01.lp", tmp_path / "p01.mps"
    assert main(["export", MODEL, P01, "-o", str(lp)]) == main(["export", MODEL, P01, "-o", str(mps)]) == 0
    assert "\n MMM: b(1,1) + b(2,1) + " in lp.read_text()
    assert "ROWS\n N MMM\n" in mps.read_text()


def test_an_export_ends_at_its_time_limit_and_writes_nothing(tmp_path: Path) -> None:
    model, lp = tmp_path / "large.mod", tmp_path / "large.lp"
    model.write_text("set A := 1..3000; var x{A,A} binary; s.t. c{i in A}: sum{j in A} x[i,j] <= 1; end;")
    command = [sys.executable, "-m", "pencilp", "export", str(model), "-o", str(lp), "--time-limit", "0.3"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (run.returncode, run.stderr) == (3, "pencilp: stopped: the time limit was reached\n")
    assert not lp.exists()


@glpsol
@pytest.mark.parametrize("name", ["p01", "p79", "kinds", "one"])
def test_the_program_is_the_one_that_glpsol_writes(name: str, tmp_path: Path) -> None:
    model, *data = models(tmp_path)[name]
    theirs, ours, lp = tmp_path / "theirs.mps", tmp_path / "ours.mps", tmp_path / "ours.lp"
    files = ["-m", model, *(word for path in data for word in ("-d", path))]
    subprocess.run(["glpsol", *files, "--wfreemps", str(theirs), "--check"], capture_output=True, check=True)
    assert main(["export", model, *data, "-o", str(ours)]) == 0
    assert main(["export", model, *data, "-o", str(lp)]) == 0
    *wanted, costs, maximised = read(theirs)
    *found, our_costs, ours_maximised = read(ours)
    # glpsol writes 10 digits of a number; neither says in MPS that an objective is to be maximised, but we negate it then
    assert not maximised
    assert not ours_maximised
    sign = -1 if name in ("kinds", "one") else 1
    assert [sign * cost for cost in our_costs] == pytest.approx(costs)
    for a, b in zip(found, wanted, strict=True):
        assert len(a) == len(b)
        assert [n for entry in a for n in (entry if isinstance(entry, list) else [entry])] == pytest.approx(
            [n for entry in b for n in (entry if isinstance(entry, list) else [entry])]
        )
    value = best(tmp_path, *files)
    offset = 10 if name == "kinds" else 0
    assert best(tmp_path, "--lp", str(lp)) + offset == pytest.approx(value)
    assert sign * best(tmp_path, "--freemps", str(ours)) + offset == pytest.approx(value)


def test_sizes_and_output_of_a_model_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.mod"
    path.write_text('var x binary; s.t. c: x = 1; printf "before"; solve; printf "after"; end;')
    assert main(["export", str(path), "-o", str(tmp_path / "x.lp")]) == 0
    assert capsys.readouterr().out.startswith(f"before\n{tmp_path / 'x.lp'}: ")


def test_an_aspif_file_has_the_models_solutions(tmp_path: Path) -> None:
    pytest.importorskip("clingo")
    path, target = tmp_path / "m.mod", tmp_path / "x.aspif"
    path.write_text("var x{1..5} binary; s.t. c{i in 1..4}: x[i] + x[i+1] <= 1; end;")
    assert main(["export", str(path), "-o", str(target)]) == 0
    command = [sys.executable, "-m", "clingo", "--mode=clasp", str(target), "0", "--outf=2", "--project=project"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    # a Fibonacci number: five places, no two neighbours taken
    assert json.loads(run.stdout)["Models"]["Number"] == 13


def test_several_data_files_and_standard_input(tmp_path: Path) -> None:
    (tmp_path / "sizes.dat").write_text("data; param Nr := 2; param Nc := 3; end;")
    (tmp_path / "rooms.dat").write_text("data; param N := 2; param ini1 : 1 2 3 := 1 1 1 2 2 1 2 2; end;")
    sizes, rooms = str(tmp_path / "sizes.dat"), str(tmp_path / "rooms.dat")
    (tmp_path / "whole.mod").write_text(
        Path(MODEL).read_text(encoding="utf-8").replace("end;\n", "")
        + Path(sizes).read_text().replace("end;", "")
        + Path(rooms).read_text().replace("data;", ""),
        encoding="utf-8",
    )

    def written(*files: str, given: str | None = None) -> str:
        target = tmp_path / "x.lp"
        command = [sys.executable, "-m", "pencilp", "export", *files, "-o", str(target)]
        text = None if given is None else Path(given).read_bytes()
        subprocess.run(command, input=text, capture_output=True, check=True)
        return target.read_text(encoding="utf-8")

    wanted = written(MODEL, sizes, rooms)
    assert "C2seat(2)" in wanted
    assert written("-", sizes, rooms, given=MODEL) == wanted
    assert written(MODEL, sizes, "-", given=rooms) == wanted
    assert written(str(tmp_path / "whole.mod")) == wanted
    assert written("-", given=str(tmp_path / "whole.mod")) == wanted
    # what is no model there is a puzzle
    assert "a room holds two shaded cells" in written("-", given=str(EXAMPLES / "norinori-p01.txt"))


def test_an_impossible_export_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "x.lp"
    kinds = models(tmp_path)["kinds"][0]
    (tmp_path / "writes.mod").write_text('var x binary; s.t. c: x = 1; printf "a" > "file"; end;')
    for arguments, says in {
        (MODEL, "-o", str(target)): f"{MODEL}:",
        (MODEL, P01, "--genre", "norinori", "-o", str(target)): "--genre: this is for puzzles",
        (MODEL, P01, "--formulation", "published", "-o", str(target)): "--formulation: this is for puzzles",
        (P01, "-o", str(target)): "name it by --genre",
        (MODEL, str(tmp_path / "none.dat"), "-o", str(target)): "none.dat: No such file",
        (kinds, "-o", str(tmp_path / "x.opb")): "y is continuous",
        (kinds, "-o", str(tmp_path / "x.aspif")): "x.aspif: y is continuous: .aspif files hold whole numbers",
        (str(tmp_path / "writes.mod"), "-o", str(target)): "--allow-writes",
    }.items():
        assert main(["export", *arguments]) == 2
        error = capsys.readouterr().err
        assert says in error
        assert error.count("\n") == 1
        assert not target.exists()


@pytest.mark.parametrize("command", ["check", "convert"])
def test_a_model_without_a_puzzle_points_to_run(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    further = ["-o", "text"] if command == "convert" else []
    for genre in ([], ["--genre", "norinori"]):
        assert main([command, MODEL, *genre, *further]) == 2
        says = f"{MODEL}: this is a MathProg model, which holds no puzzle; solve it with pencilp run MODEL.mod DATA.dat"
        assert capsys.readouterr().err == f"pencilp: {says}\n"
