"""``solve PUZZLE --model own.lp``: the answer of a program that was exported from the puzzle and changed by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pencilp import api
from pencilp.analysis import edited_program
from pencilp.cli import main
from pencilp.errors import InputError
from tests.stages import changing

EXAMPLES = Path(__file__).parent.parent / "examples"
ROOM = "norinori\nrooms:\n1 1 2 2\n1 1 2 2\n"


@pytest.fixture
def exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What exports a puzzle and returns the name of the file."""

    def export(puzzle: str, *options: str, kind: str = "lp") -> str:
        path = str(tmp_path / f"own.{kind}")
        assert main(["export", puzzle, "-o", path, *options]) == 0
        capsys.readouterr()
        return path

    return export


@pytest.fixture
def room(tmp_path: Path) -> str:
    path = tmp_path / "room.txt"
    path.write_text(ROOM)
    return str(path)


def edited(path: str, old: str, new: str) -> None:
    text = Path(path).read_text()
    assert re.search(old, text, re.MULTILINE)
    Path(path).write_text(re.sub(old, new, text, flags=re.MULTILINE))


@pytest.mark.parametrize(("name", "options"), [
    ("akari", []), ("sudoku", []), ("norinori-p01", []), ("nonogram", []), ("tents", []), ("kakuro", []),
    ("thermometers", []), ("skyscrapers", []), ("norinori-hexagon-4", []), ("norinori-p01", ["--formulation", "published"]),
    ("mastermind-seed", ["--formulation", "published"]), ("mastermind-seed", []),
])  # fmt: skip
def test_a_program_that_is_not_changed_has_the_puzzles_answer(
    name: str, options: list[str], exported: Callable[..., str]
) -> None:
    path = str(EXAMPLES / f"{name}.txt")
    puzzle = api.load(path)
    expected = api.solve(puzzle)
    found = edited_program.answers(puzzle, exported(path, *options, kind="mps" if name == "tents" else "lp"))
    assert list(found) == expected.answers
    assert (found.status, found.complete, found.objective) == (expected.status, True, None)


def test_auxiliary_variables_do_not_distinguish_answers(room: str, exported: Callable[..., str]) -> None:
    path = exported(room)
    edited(path, "^Binary\n", "Binary\n whatever\n")
    edited(path, "^Subject To\n", "Subject To\n more: whatever + shaded(1,1) >= 0\n")
    puzzle = api.load(room)
    for solver in (None, "highs"):
        found = edited_program.answers(puzzle, path, solver, count=0)
        assert len(list(found)) == 9
        assert (found.status, found.complete) == ("multiple", True)
    assert len(list(edited_program.answers(puzzle, path, count=3))) == 3


def test_a_variable_of_the_board_must_be_whole(
    room: str, exported: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = exported(room)
    edited(path, "^ shaded\\(1,1\\) shaded", " shaded")
    assert main(["solve", room, "--model", path]) == 2
    assert "shaded(1,1) is continuous, but the values on the board are whole numbers" in capsys.readouterr().err


def test_flows_are_solved_by_highs(
    tmp_path: Path, exported: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    small = tmp_path / "small.txt"
    small.write_text("heyawake\nrooms:\na a b\na a b\nc c c\nclues:\n1 - -\n- - -\n- - 0\n")
    path = exported(str(small))
    assert main(["solve", str(small), "--model", path, "--count", "0", "--format", "json"]) == 0
    printed = capsys.readouterr()
    record = json.loads(printed.out)
    expected = api.solve(api.load(str(small)), count=0)
    key = sorted(tuple(answer["shaded"]) for answer in record["answers"])
    assert key == sorted(tuple(answer["shaded"]) for answer in expected.answers)
    assert record["solver"] == "highs"
    assert "which clasp does not take: HiGHS solves it" in printed.err


def test_a_row_that_was_added_leaves_fewer_answers(
    room: str, exported: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = exported(room)
    edited(path, "^Subject To\n", "Subject To\n mine: shaded(1,1) + shaded(1,4) = 2\n")
    assert main(["solve", room, "--model", path, "--count", "0"]) == 0
    printed = capsys.readouterr().out
    assert "3 answers in all" in printed
    assert "note" not in printed
    edited(path, "^ mine: .*$", " mine: shaded(1,1) + shaded(1,2) + shaded(2,1) = 3")
    assert main(["solve", room, "--model", path]) == 1
    assert "there is no answer" in capsys.readouterr().out


def test_an_answer_lists_its_broken_rules(
    room: str, exported: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = exported(room)
    edited(
        path,
        r"^ a_room_holds_two_shaded_cells_r1c3: .*$",
        " mine: shaded(1,3) + shaded(1,4) + shaded(2,3) + shaded(2,4) = 0",
    )
    assert main(["solve", room, "--model", path]) == 0
    printed = capsys.readouterr().out
    assert "note: it breaks a rule of the puzzle: r1c3 r1c4 r2c3 r2c4: a room holds two shaded cells\n" in printed
    assert main(["solve", room, "--model", path, "--format", "json"]) == 0
    (first, *_) = json.loads(capsys.readouterr().out)["answers"]
    assert first["broken"] == [{"rule": "a room holds two shaded cells", "at": "r1c3 r1c4 r2c3 r2c4"}]
    target = tmp_path / "answer.txt"
    assert main(["solve", room, "--model", path, "-o", str(target)]) == 0
    assert "note: it breaks a rule of the puzzle" in capsys.readouterr().err
    assert main(["check", str(target)]) == 1


def test_a_user_objective_chooses_the_best(
    room: str, exported: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = exported(room)
    edited(path, "^Minimize\n obj: .*$", "Maximize\n obj: 2 shaded(1,1) + shaded(1,2) + shaded(1,4)")
    values = [2 * a["shaded"][0] + a["shaded"][1] + a["shaded"][3] for a in api.solve(api.load(room), count=0).answers]
    for solver in (["--solver", "highs"], []):
        assert main(["solve", room, "--model", path, "--count", "0", *solver]) == 0
        assert f"\nobjective {max(values)}\n" in capsys.readouterr().out
        found = edited_program.answers(api.load(room), path, solver[-1] if solver else None, count=0)
        assert len(list(found)) == values.count(max(values))
        assert found.objective == max(values)


def test_values_without_a_variable_are_undecided(
    room: str, exported: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = exported(room)
    text = Path(path).read_text()
    Path(path).write_text(
        "Minimize\n obj: 0 shaded(1,1)\nSubject To\n c: shaded(1,1) + shaded(1,2) = 2\nBinary\n shaded(1,1) shaded(1,2)\nEnd\n"
    )
    assert "shaded(2,4)" in text
    (answer,) = edited_program.answers(api.load(room), path)
    assert answer["shaded"] == [1, 1, None, None, None, None, None, None]
    assert answer.broken == []
    assert main(["solve", room, "--model", path]) == 0
    assert "note: the program leaves some places open" in capsys.readouterr().out


def test_a_number_without_a_single_value_is_open(exported: Callable[..., str]) -> None:
    path = exported(str(EXAMPLES / "sudoku.txt"))
    edited(path, r"^ (int_number\(1,1\)_one_value): .*\n(   .*\n)*", "")
    edited(path, r"^ no_number_occurs_twice_in_.*\n(   .*\n)*", "")
    (answer,) = edited_program.answers(api.load(str(EXAMPLES / "sudoku.txt")), path, count=1)
    assert answer["number"][0] is None or 1 <= answer["number"][0] <= 9


def test_options_that_exclude_programs_are_one_line(
    room: str, exported: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = exported(room)
    other = tmp_path / "other.lp"
    other.write_text("Minimize\n obj: x\nSubject To\n c: x >= 1\nEnd\n")
    broken = tmp_path / "broken.lp"
    broken.write_text("Minimize\n obj: x\nSubject To\n c: x >=\nEnd\n")
    for arguments, says in (
        (["--model", str(other)], f"{other}: it has no variable of this puzzle, such as shaded(1,1)"),
        (["--model", str(broken)], f"{broken}:"),
        (["--model", str(tmp_path / "none.lp")], "none.lp: No such file"),
        (["--model", room], "--model takes an .lp or .mps file"),
        (["--model", path, "--common"], "--common: "),
        (["--model", path, "--show-variables", "N"], "--show-variables: "),
    ):
        assert main(["solve", room, *arguments]) == 2
        error = capsys.readouterr().err
        assert says in error
        assert error.count("\n") == 1
    assert main(["solve", path, "--model", path]) == 2
    assert "--model" in capsys.readouterr().err
    with pytest.raises(InputError, match="no published formulation"):
        list(edited_program.answers(api.load(str(EXAMPLES / "akari.txt")), path, formulation="published"))


def test_a_time_limit_ends_it(room: str, exported: Callable[..., str]) -> None:
    found = edited_program.answers(api.load(room), exported(room), time_limit=0)
    assert list(found) == []
    assert (found.status, found.complete) == ("unknown", False)


def test_files_and_tables_say_that_an_answer_breaks_rules(
    room: str, exported: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = exported(room)
    answer = tmp_path / "answer.txt"
    assert main(["solve", room, "--model", path, "-o", str(answer)]) == 0
    assert answer.read_text().startswith("// one of several answers, by a changed program\n")
    edited(path, r"^( a_room_holds_two_shaded_cells_r1c3: .*) = 2", r"\1 = 0")
    assert main(["solve", room, "--model", path, "-o", str(answer)]) == 0
    first, _ = answer.read_text().split("\n", 1)
    assert first == "// one of several answers, by a changed program; it breaks rules of the puzzle"
    capsys.readouterr()
    for kind in ("csv", "jsonl"):
        assert main(["solve", room, "--model", path, "--format", kind]) == 0
        assert "it breaks a rule of the puzzle: r1c3 r1c4 r2c3 r2c4: a room holds two" in capsys.readouterr().out


def test_the_program_of_another_board_is_refused(
    room: str, exported: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = exported(str(EXAMPLES / "norinori-p01.txt"))
    assert main(["solve", room, "--model", path]) == 2
    assert "shaded(1,5) is no variable of this puzzle" in capsys.readouterr().err


@pytest.mark.parametrize("solver", ["clasp", "highs"])
@pytest.mark.parametrize("name", ["clues:\n- - - -\n- - - -\n- 3 - -\n", "clues:\n- - 2 -\n- - - -\n- - - -\n"])
def test_a_user_objective_keeps_the_best_answers_at_every_stage(
    name: str, solver: str, exported: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / "mosaic.txt"
    path.write_text(f"mosaic\n{name}")
    puzzle = api.load(str(path))
    factors = {(r, c): (3 * r + 2 * c) % 5 - 2 for r in range(1, 4) for c in range(1, 5)}
    own = exported(str(path))
    terms = " + ".join(f"{a} shaded({r},{c})" for (r, c), a in factors.items())
    edited(own, "^(Minimize|Maximize)\n.*$", f"Maximize\n obj: {terms}".replace("+ -", "- "))
    worth = {
        tuple(answer["shaded"]): sum(a * x for a, x in zip(factors.values(), answer["shaded"], strict=True))
        for answer in api.solve(puzzle, count=0).answers
    }
    best = {shaded for shaded, value in worth.items() if value == max(worth.values())}
    assert 1 < len(best) < len(worth)
    for count in (1, 2, 0):
        with changing((name, count), MAX_EXCLUDED_ANSWERS=3):
            found = edited_program.answers(puzzle, own, solver, count=count)
            answers = [tuple(answer["shaded"]) for answer in found]
        assert set(answers) <= best
        assert len(answers) == len(set(answers)) == (count or len(best))
        assert (found.objective, found.complete) == (max(worth.values()), True)
