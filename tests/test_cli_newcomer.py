"""What a newcomer meets on the command line: each is told once, and what it is."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from pencilp.cli import main

TWO = "norinori\nrooms:\n1 1\n1 1\n"
LINK = "https://puzz.link/p?norinori/5/5/cag4ocjo"


def test_a_folder_of_json_has_files_of_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = tmp_path / "two.txt"
    puzzle.write_text(TWO)
    assert main(["solve", str(puzzle), "--format", "json", "--count", "0", "-o", f"{tmp_path}/q/"]) == 0
    assert [path.name for path in (tmp_path / "q").iterdir()] == ["two.json"]
    assert len(json.loads((tmp_path / "q" / "two.json").read_text())["answers"]) == 4
    assert "{" not in capsys.readouterr().out
    assert main(["solve", str(puzzle), "--format", "jsonl", "-o", f"{tmp_path}/q/"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "multiple"
    assert (tmp_path / "q" / "two.txt").exists()


@pytest.mark.parametrize("name", ["two.txt", "x.lp"])
def test_of_a_missing_solver_only_that_is_told(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_text(TWO if name == "two.txt" else "max\n x\nst\n c: x <= 2\ngeneral\n x\nend\n")
    monkeypatch.setattr("importlib.util.find_spec", lambda n, *of: None if n == "ortools" else find_spec(n, *of))
    assert main(["solve", str(path), "--solver", "cpsat"]) == 3
    assert capsys.readouterr() == ("", "pencilp: CP-SAT is not installed: pip install 'pencilp[cpsat]'\n")
    assert main(["solve", str(path), "--solver", "external:no-such-program {lp} {sol}"]) == 3
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "cannot run no-such-program" in err
    assert main(["solve", str(path), "--solver", "cpsat", "--format", "json"]) == 3
    assert "CP-SAT is not installed" in json.loads(capsys.readouterr().out)["error"]


def test_an_objective_without_a_bound_is_told_of_the_solver_that_ran(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "unbounded.lp"
    path.write_text("Maximize\n obj: 3 x + 2 y\nSubject To\n c1: x + y >= 4\nEnd\n")
    assert main(["solve", str(path)]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("pencilp: highs: the objective has no bound\n")
    assert main(["solve", str(path), "--format", "json"]) == 3
    assert json.loads(capsys.readouterr().out)["solver"] == "highs"
