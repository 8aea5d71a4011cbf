"""The command line as its users meet it: output, exit codes, and one line for everything that is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pencilp.cli import main

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
P01 = str(EXAMPLES / "norinori-p01.txt")
NONE = "norinori\nrooms:\n1 1 2\n1 1 2\n1 1 2\n1 1 3\n"
TWO = "norinori\nrooms:\n1 1\n1 1\n"


@pytest.fixture
def write(tmp_path: Path):  # type: ignore[no-untyped-def]
    def make(text: str | bytes, name: str = "puzzle.txt") -> str:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return make


def test_solve_draws_the_answer_and_says_that_it_is_the_only_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", P01]) == 0
    out = capsys.readouterr().out
    assert out.count("██") == 46
    assert "it is the only one" in out


def test_solve_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", P01, "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["genre"] == "norinori"
    assert record["status"] == "unique"
    assert record["solver"] == "clasp"
    assert sum(record["answers"][0]["shaded"]) == 46
    assert set(record["seconds"]) == {"read", "state", "solve", "total"}


def test_exit_codes(write, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    assert main(["solve", write(NONE)]) == 1
    assert "there is no answer" in capsys.readouterr().out
    assert main(["solve", write(TWO)]) == 0
    assert "more than one answer" in capsys.readouterr().out
    assert main(["solve", write(TWO), "--count", "0"]) == 0
    assert "4 answers in all" in capsys.readouterr().out
    assert main(["solve", write(TWO), "--count", "1"]) == 0


def test_several_puzzles_in_a_file(write, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    assert main(["solve", write(TWO + "---\n" + TWO), "--format", "json"]) == 0
    assert [r["status"] for r in json.loads(capsys.readouterr().out)] == ["multiple", "multiple"]


def test_standard_input() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pencilp", "solve", "-", "--ascii"], input=TWO, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.isascii()
    assert run.stderr == ""


def test_check_names_rule_and_cells(write, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    wrong = write(TWO + "answer:\nshaded:\nx -\n- x\n")
    assert main(["check", wrong]) == 1
    out = capsys.readouterr().out
    assert "r1c1: a shaded cell touches exactly one other" in out
    assert "r2c2: a shaded cell touches exactly one other" in out
    assert main(["check", wrong, "--format", "json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert record["accepted"] is False
    assert {"rule": "a shaded cell touches exactly one other", "at": "r1c1"} in record["broken"]
    right = write(TWO + "answer:\nshaded:\nx x\n- -\n")
    assert main(["check", right]) == 0
    assert main(["check", write(TWO, "other.txt"), right]) == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "1:1: there is no puzzle in it"),
        ("sudokoo\n", "1:1: the first line must name the genre"),
        ("norinori\nrooms:\n1 1\n1\n", "4:1"),
        ("norinori\nrooms:\n1 1\n1 1 1\n", "3:1: this row has 2 values where others have 3"),
        ("norinori\nrooms:\n1 -\n1 1\n", "r1c2: this cell is in no room"),
        ("norinori\nrooms:\n1 2\n2 1\n", "r2c2: this cell is cut off from the rest of its room"),
        ("norinori\nroms:\n1 1\n", "2:1: norinori has no layer 'roms'"),
        ("norinori\n", "the board's size is not known"),
        ("norinori\nsize: 3 3\n", "needs the layer 'rooms'"),
        ("norinori\nsize: 100000 100000\n", "are not possible"),
        ("norinori\nboard: triangular\nrooms:\n1\n", "a board is square or hexagonal"),
        ("norinori\nrooms:\n1 1\n1 1\nrooms:\n1 1\n1 1\n", "5:1: 'rooms' is there twice"),
        ("norinori\nrooms:\n1 1\nanswer:\nshaded:\nx y\n", "6:3: shaded: 'y' is neither x nor -"),
        ("minesweeper\nclues:\n- 99999999999\n", "3:3: clues: 99999999999... is too large a number"),
        (b"\x00\x01\x02\xff", "not UTF-8 text"),
        (b"norinori\n\x00", "zero byte"),
        ("norinori\nrooms:\n1 1\n".encode("utf-16-le"), "zero byte"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(write, capsys, text, says) -> None:  # type: ignore[no-untyped-def]
    path = write(text)
    assert main(["solve", path]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.startswith(f"pencilp: {path}:")
    assert says in captured.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "/no/such/file"],
        ["solve", "."],
        ["solve", P01, "--solver", "gurobi"],
        ["solve", P01, "-o", "answer.docx"],
        ["export", P01, "-o", "model.xyz"],
        ["check", P01],
        ["genres", "nosuch"],
        ["convert", P01, "-o", "/no/such/folder/x.txt"],
    ],
)
def test_mistakes_are_one_line_and_exit_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["solve"], ["solve", P01, "--count", "x"], ["solve", P01, "--time-limit", "-1"]])
def test_usage_errors_exit_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2


def test_a_reader_that_goes_away_is_no_error() -> None:
    run = subprocess.run(
        ["bash", "-c", f"'{sys.executable}' -m pencilp genres | head -1; exit ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in run.stderr


def test_nothing_heavy_is_imported_on_the_way_to_an_answer() -> None:
    code = f"import sys; from pencilp.cli import main; main(['solve', {P01!r}]); print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, "PYTHONUTF8": "1"}
    )
    loaded = set(run.stdout.split())
    assert not loaded & {"numpy", "openpyxl", "highspy", "json", "dataclasses", "rich", "clingo", "asyncio", "inspect"}
