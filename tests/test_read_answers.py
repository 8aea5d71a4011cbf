"""``pencilp read`` of an answer that we have written ourselves: text, JSON, and all else that holds answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pencilp import api
from pencilp.analysis.import_solution import answers_in
from pencilp.cli import main
from pencilp.errors import InputError
from pencilp.formats import json_answers

EXAMPLES = Path(__file__).parent.parent / "examples"
P01 = str(EXAMPLES / "norinori-p01.txt")
ROOM = "norinori\nname: a\nrooms:\n1 1 2 2\n1 1 2 2\n"


@pytest.mark.genre_sample
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.txt")), ids=lambda path: path.stem)
def test_the_json_of_every_genre_is_read_back(path: Path) -> None:
    puzzle = api.load(str(path))
    expected = api.solve(puzzle, count=1).answer
    assert expected is not None
    text = json.dumps({"genre": puzzle.genre.name, "answers": [expected.values]})
    assert json_answers.read(text, puzzle).answers == [expected]
    assert json_answers.read(text + "\n" + json.dumps({"puzzle": 1, "found": 1}), puzzle).answers == [expected]


@pytest.mark.parametrize("sign", ["\u2028", "\x85"])
def test_a_name_may_have_what_others_take_for_the_end_of_a_line(sign: str) -> None:
    puzzle = api.load(P01)
    line = json.dumps(
        {"note": f"a{sign}b", "answer": {"shaded": api.solve(puzzle).answer["shaded"]}}, ensure_ascii=False
    )
    assert len(json_answers.read(f"{line}\n{line}\n", puzzle).answers) == 2


@pytest.mark.parametrize("kind", ["txt", "json", "xlsx"])
def test_an_answer_of_each_kind_is_drawn(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / f"answer.{kind}")
    board = str(tmp_path / "board.txt")
    Path(board).write_text(ROOM)
    assert main(["solve", board, "--count", "1", "-o", path]) == 0
    capsys.readouterr()
    assert main(["solve", board, "--count", "1"]) == 0
    drawn = capsys.readouterr().out.rpartition("\n\n")[0]
    assert main(["read", board, path]) == 0
    printed = capsys.readouterr()
    assert printed.out.rstrip("\n") == drawn.rstrip("\n")
    assert printed.err == ""
    assert main(["check", board, path]) == 0


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_output_of_solve_is_read_with_all_its_answers(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board, path, again = tmp_path / "room.txt", tmp_path / f"x.{form}", tmp_path / "again.json"
    board.write_text(ROOM)
    assert main(["solve", str(board), "--count", "0", "--format", form]) == 0
    path.write_text(capsys.readouterr().out)
    assert len(answers_in(str(path), api.load(str(board)))) == 9
    assert main(["read", str(board), str(path), "-o", str(again)]) == 0
    assert len(json.loads(again.read_text())["answers"]) == 9
    assert main(["read", str(board), str(path), "-o", str(tmp_path / "one.txt")]) == 0
    assert "it holds 9 answers; the first is written" in capsys.readouterr().err
    assert main(["check", str(board), str(path)]) == 2
    assert "it holds 9 answers where one is needed" in capsys.readouterr().err


def test_solutions_of_a_program_and_facts_are_read_from_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lp, found = str(tmp_path / "p01.lp"), str(tmp_path / "p01.json")
    assert main(["export", P01, "-o", lp]) == 0
    assert main(["solve", lp, "-o", found]) == 0
    puzzle = api.load(P01)
    assert [each.answer for each in answers_in(found, puzzle)] == api.solve(puzzle).answers
    board = tmp_path / "wide.txt"
    board.write_text("norinori\nrooms:\n0 1 1 1 1\n0 1 1 1 1\n")
    facts = tmp_path / "facts.json"
    capsys.readouterr()
    assert main(["solve", str(board), "--common", "--format", "json"]) == 0
    facts.write_text(capsys.readouterr().out)
    assert main(["read", str(board), str(facts)]) == 0
    assert "the answer is not finished: some places are open" in capsys.readouterr().err


def test_an_invalid_answer_is_reported_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board, path = tmp_path / "room.txt", tmp_path / "x.json"
    board.write_text(ROOM)
    wrong = '{"shaded": [0, 0, 0, 0, 0, 0, 0, 0]}'
    for text, says in (
        ('{"answers": [WRONG]}', "this is no answer of the puzzle: r1c1 r1c2 r2c1 r2c2: a room holds"),
        (
            '{"genre": "lits", "answers": [WRONG]}',
            "it holds answers to lits, not to this puzzle of norinori",
        ),
        ('{"genre": "norinori", "name": "b", "answers": [WRONG]}', "it holds answers to 'b'"),
        (
            '{"puzzle": 1, "answer": WRONG}\n{"puzzle": 2, "answer": {}}',
            "x.json:2: it holds answers to several",
        ),
        ('{"answers": [{"shaded": [0]}]}', "shaded"),
        ('{"answers": [{"light": [0]}]}', "no answer layer 'light'"),
        ("# Objective va", "x.json:1: this is no solution file of SCIP"),
        ('{"answers": 3}', "answers is a list, not 3"),
        ('{"answers": [3]}', "an object is needed"),
        ("[3]", "an object is needed"),
        ('{"answers": []}', "there is no answer in it"),
        ('{"answers": [', "x.json:1: this is no JSON"),
        ('{"solutions": [{"shaded(1,1)": "1"}]}', "the value of shaded(1,1) is a number"),
        ('{"solutions": [{"nothing": 1}]}', "no variable 'nothing'"),
        ("hello\n", "this is no solution file of SCIP, HiGHS, CBC, GLPK, CPLEX or Gurobi; it begins 'hello'"),
        (ROOM, "there is no answer in it"),
        (ROOM.replace("2 2", "1 2") + "shaded:\nx x - x\n- - - x\n", ""),
        ("", "the solution file is empty"),
    ):
        path.write_text(text.replace("WRONG", wrong))
        assert main(["read", str(board), str(path)]) == 2, text
        error = capsys.readouterr().err
        assert says in error
        assert error.count("\n") == 1
    with pytest.raises(InputError, match="No such file"):
        answers_in(str(tmp_path / "none"), api.load(str(board)))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[]", "there is no answer in it"),
        ('{"solutions": [{"shaded(1,1)": 1e999}]}', "the value of shaded(1,1) is a number, not inf"),
        ('{"solutions": [{"shaded(1,1)": NaN}]}', "NaN is not a number of JSON"),
        ('{"solutions": [{"shaded(1,1)": 1, "shaded(1,1)": 0}]}', "'shaded(1,1)' is there twice in one object"),
        ('{"solution": 5}', "an object is needed, as pencilp solve --format json prints it, not 5"),
    ],
)
def test_json_without_a_solution_is_one_line(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board, path = tmp_path / "board.txt", tmp_path / "answer.json"
    board.write_text(ROOM)
    path.write_text(text)
    assert main(["read", str(board), str(path)]) == 2
    assert capsys.readouterr().err == f"pencilp: {path}: {says}\n"
    assert main(["check", str(board), str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
