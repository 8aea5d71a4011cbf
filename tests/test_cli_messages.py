"""What a newcomer meets on the command line: each message comes once, and says what to do."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from pencilp.cli import main
from pencilp.errors import install

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
def test_a_missing_solver_is_the_only_message(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_text(TWO if name == "two.txt" else "max\n x\nst\n c: x <= 2\ngeneral\n x\nend\n")
    monkeypatch.setattr("importlib.util.find_spec", lambda n, *of: None if n == "ortools" else find_spec(n, *of))
    assert main(["solve", str(path), "--solver", "cpsat"]) == 3
    assert capsys.readouterr() == ("", f"pencilp: CP-SAT is not installed: {install('cpsat')}\n")
    assert main(["solve", str(path), "--solver", "external:no-such-program {lp} {sol}"]) == 3
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "cannot run no-such-program" in err
    assert main(["solve", str(path), "--solver", "cpsat", "--format", "json"]) == 3
    assert "CP-SAT is not installed" in json.loads(capsys.readouterr().out)["error"]


def test_an_unbounded_objective_is_reported_with_its_solver(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "unbounded.lp"
    path.write_text("Maximize\n obj: 3 x + 2 y\nSubject To\n c1: x + y >= 4\nEnd\n")
    assert main(["solve", str(path)]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("pencilp: highs: the objective has no bound\n")
    assert "try --solver" not in err
    assert main(["solve", str(path), "--format", "json"]) == 3
    assert json.loads(capsys.readouterr().out)["solver"] == "highs"


def test_a_clue_of_several_numbers_is_one_clue(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "https://puzz.link/p?compass/4/5/k1.23k..6.g4..5l"]) == 1
    out = capsys.readouterr().out
    assert "these two clues cannot both be right" in out
    assert out.count("1,2,3,? at r2c2") == 1


@pytest.mark.parametrize(
    "link", [f"{LINK}\n", f"{LINK}\r\n", f"\n{LINK}", LINK.replace("https://puzz.link", "HTTPS://PUZZ.LINK")]
)
def test_a_link_that_was_pasted_with_ends_of_lines_or_in_capitals(
    link: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", link]) == 0
    assert capsys.readouterr().err == ""


def test_an_empty_name_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", ""]) == 2
    assert capsys.readouterr().err == "pencilp: '': an empty name is no file\n"


def test_pipelink_with_rings_is_reported_as_a_variant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "https://puzz.link/p?pipelinkr/5/5/z"]) == 2
    assert "pipelinkr is pipelink with rings, a variant that is not supported" in capsys.readouterr().err


def test_a_model_without_its_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, data = tmp_path / "m.mod", tmp_path / "m.dat"
    model.write_text("set S; var x{S}, binary; s.t. c: sum{i in S} x[i] >= 1; solve; end;\n")
    data.write_text("data; set S := 1 2; end;\n")
    assert main(["solve", str(model), str(data)]) == 2
    assert f"pencilp run {model} {data}" in capsys.readouterr().err
    assert main(["run", str(model)]) == 2
    assert "no value for S; is a file with its data missing? pencilp run MODEL.mod DATA.dat" in capsys.readouterr().err
    model.write_text("\n")
    assert main(["solve", str(model)]) == 2
    assert capsys.readouterr().err == f"pencilp: {model}: the file is empty\n"


def test_a_number_equal_to_the_name_is_printed_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.txt"
    named = "norinori\nname: {}\nrooms:\n1 1\nanswer:\nshaded:\nx x\n"
    path.write_text(f"{named.format(1)}---\n{named.format('last')}")
    assert main(["check", str(path)]) == 0
    out = capsys.readouterr().out
    assert "puzzle 1: the answer" in out
    assert "puzzle 2 (last): the answer" in out


def test_the_hint_of_signs_ends_as_a_sentence_does() -> None:
    words = Path(__file__).parent.parent / "src" / "pencilp" / "web" / "page" / "words.json"
    assert "Or press Space, or type a sign" in words.read_text(encoding="utf-8")


def test_a_missing_layer_is_reported_before_the_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "n.txt"
    path.write_text("norinori\n")
    assert main(["solve", str(path)]) == 2
    assert "norinori needs the layer 'rooms'" in capsys.readouterr().err


def test_a_fault_of_the_whole_board_lists_no_cells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "n.txt"
    row = "- - - - -\n"
    path.write_text(f"nurikabe\nclues:\n1 - - - -\n{row * 4}answer:\nshaded:\n{row * 5}")
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert "broken: 1 at r1c1: 25 cells instead of 1" in out
    assert "r5c5" not in out


def test_a_circle_that_is_an_answer_is_no_doubtful_clue(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet, answer = str(tmp_path / "h.xlsx"), str(tmp_path / "answer.xlsx")
    assert main(["convert", "https://puzz.link/p?hakoiri/5/5/4qb44qb41c3c1f23a2b1b1", "-o", sheet]) == 0
    assert main(["solve", sheet, "-o", answer]) == 0
    capsys.readouterr()
    assert main(["check", answer]) == 0
    assert capsys.readouterr() == ("the answer is right\n", "")
