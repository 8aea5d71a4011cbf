"""The command line as its users meet it: output, exit codes, and one line for everything that is wrong."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import pencilp
from pencilp import api, solvers
from pencilp.analysis import check as checking
from pencilp.cli import benchmark, main
from pencilp.cli.parser import parse
from pencilp.draw.svg import to_svg
from pencilp.draw.terminal import to_text
from pencilp.errors import SolverError
from pencilp.formats.sources import Sources
from pencilp.solvers.result import Result

from .test_solvers import cbc_command

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


def test_solve_draws_the_answer_and_reports_that_it_is_unique(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", P01]) == 0
    out = capsys.readouterr().out
    assert out.count("██") == 46
    assert "it is the only one" in out


def test_undecided_cells_whose_dots_are_hidden_are_named(write, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    assert main(["solve", write("hitori\n1 1 2\n2 3 1\n3 2 1\n"), "--common"]) == 0
    assert capsys.readouterr().out.endswith("\nundecided cells with a clue: r1c1 r1c2 r1c3 r2c3 r3c1 r3c3\n")
    # a number is never shaded, and other cells have their dots
    assert main(["solve", write("nurikabe\n2 - -\n- - -\n"), "--common"]) == 0
    assert "undecided" not in capsys.readouterr().out


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


RIGHT = "norinori\nrooms:\n1 1\nanswer:\nshaded:\nx x\n"
WRONG = RIGHT.replace("x x", "x -")
LP = "Minimize\n obj:\nSubject To\n row: x + y {}\nBinary\n x y\nEnd\n"
LINE = json.dumps({"id": "1", "problem": "1 2\n- -\n1 1", "solution": "1 2\nx x"}) + "\n"
SOLUTION = "solution status: optimal solution found\nobjective value: 0\n"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("solve RIGHT", 0), ("solve NONE", 1), ("solve BAD", 2), ("solve HARD --time-limit 0.2", 3),
        ("solve RIGHT --solver DEAD", 3), ("solve RIGHT --count x", 2),
        ("solve RIGHT --common", 0), ("solve NONE --common", 1), ("solve HARD --common --time-limit 0.2", 3),
        ("solve LP", 0), ("solve LP-NONE", 1), ("solve LP-NONE --solver highs", 1), ("solve LP --time-limit x", 2),
        ("solve NONE-THEN-RIGHT", 1),
        ("check RIGHT", 0), ("check WRONG", 1), ("check NONE", 2), ("check RIGHT WRONG", 1), ("check WRONG BAD", 2),
        ("check BEGUN", 0), ("check BEGUN --strict", 3), ("check BEGUN BAD --strict", 3),
        ("export RIGHT -o x.lp", 0), ("export BAD -o x.lp", 2), ("export RIGHT -o x.docx", 2),
        ("read RIGHT SOL", 0), ("read RIGHT SOL-WRONG", 2), ("read RIGHT BAD", 2),
        ("run MOD", 0), ("run MOD-NONE", 1), ("run BAD", 2), ("run MOD --solver DEAD", 3),
        ("convert RIGHT -o url", 0), ("convert BAD -o url", 2),
        ("bench RIGHT", 0), ("bench NONE", 1), ("bench Norinori", 1), ("bench BAD", 2), ("bench NONE BAD", 2),
        ("bench HARD --time-limit 0.2", 3), ("bench RIGHT --solver DEAD", 3), ("bench BAD RIGHT --solver DEAD", 3),
        ("genres", 0), ("genres norinori", 0), ("genres nosuch", 2),
        ("completion bash", 0), ("completion tcsh", 2), ("--help", 0), ("--version", 0), ("", 2),
    ],
)  # fmt: skip
def test_exit_codes_of_every_command(line: str, code: int, write, tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    files = {
        "RIGHT": RIGHT, "WRONG": WRONG, "NONE": NONE, "BAD": "nonsense", "HARD": hard(),
        "NONE-THEN-RIGHT": f"{NONE}---\n{RIGHT}",
        "BEGUN": RIGHT.replace("x x", "? ?"),
        "LP.lp": LP.format(">= 2"), "LP-NONE.lp": LP.format(">= 3"),
        "SOL": f"{SOLUTION}shaded(1,1) 1\nshaded(1,2) 1\n", "SOL-WRONG": f"{SOLUTION}shaded(1,1) 1\n",
        "MOD": "var x, binary; s.t. c: x >= 1; end;", "MOD-NONE": "var x, binary; s.t. c: x >= 2; end;",
        "Norinori.jsonl": LINE.replace("x x", "x -"),
    }  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(checking, "can_be_finished", lambda *_, **__: None)
    paths = {
        name.partition(".")[0]: write(text, name) for name, text in files.items() if name.partition(".")[0] in line
    }
    words = {**paths, "DEAD": "external:no-such-solver {lp} {sol}"}
    try:
        found = main([words.get(word, word) for word in line.split()])
    except SystemExit as stop:
        found = stop.code
    assert found == code


def test_several_puzzles_in_a_file(write, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    assert main(["solve", write(TWO + "---\n" + TWO), "--format", "json"]) == 0
    assert [r["status"] for r in json.loads(capsys.readouterr().out)] == ["multiple", "multiple"]


def test_an_answer_is_printed_before_the_next_puzzle_is_solved(write, capsys, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    answers = api.answers

    def stopped(puzzle: Any, *rest: Any, **more: Any) -> Any:
        if puzzle.name == "second":
            raise KeyboardInterrupt
        return answers(puzzle, *rest, **more)

    monkeypatch.setattr(api, "answers", stopped)
    path = write(TWO + "---\n" + TWO.replace("rooms", "name: second\nrooms"))
    assert main(["solve", path, "--ascii"]) == 3
    captured = capsys.readouterr()
    assert captured.out.count("more than one answer") == 1
    assert captured.err == "pencilp: stopped\n"


def test_standard_input() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pencilp", "solve", "-", "--ascii"],
        input=TWO,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.isascii()
    assert run.stderr == ""


def test_check_names_rule_and_cells(write, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    wrong = write(TWO + "answer:\nshaded:\nx -\n- x\n")
    assert main(["check", wrong]) == 1
    out = capsys.readouterr().out
    assert out.startswith("this answer is wrong: 1 rule is broken, at 2 places, where the drawing has a !:\n")
    assert "  broken: r1c1: no shaded cell instead of 1 (a shaded cell touches exactly one other)\n" in out
    assert "  broken: r2c2: no shaded cell instead of 1 (a shaded cell touches exactly one other)\n" in out
    assert out.count("!") == 3
    assert main(["check", wrong, "--format", "json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert record["accepted"] is False
    rule = {"rule": "a shaded cell touches exactly one other", "at": "r1c1", "found": "no shaded cell instead of 1"}
    assert rule in record["broken"]
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
        ("minesweeper\ncleus:\n1\n1 -\n", "2:1: minesweeper has no layer 'cleus'"),
        ("norinori\n", "needs the layer 'rooms'"),
        ("norinori\nsize: 3 3\n", "needs the layer 'rooms'"),
        ("norinori\nboard: square hexagonal\nrooms:\n1 1\n", ":2:1: a board is square or hexagonal"),
        ("x" * 100_000, "there is no genre 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'"),
        ("norinori\nsize: 100000 100000\n", "are not possible, only 1 to 250,000 cells"),
        (
            "norinori\nrooms:\n1 1\nanswer:\nshaded:\nx x\nanswer:\nshaded:\nx x\n",
            ":7:1: 'answer:' is there twice, but a puzzle has one answer",
        ),
        ("norinori\nboard: triangular\nrooms:\n1\n", "a board is square or hexagonal"),
        ("norinori\nrooms:\n1 1\n1 1\nrooms:\n1 1\n1 1\n", "5:1: 'rooms' is there twice"),
        ("norinori\nrooms:\n1 1\nanswer:\nshaded:\nx y\n", "6:3: shaded: 'y' is neither x nor -"),
        ("minesweeper\nclues:\n- 99999999999\n", "3:3: clues: 99999999999... is too large a number"),
        (b"\x00\x01\x02\xff", "not UTF-8 text"),
        (b"norinori\n\x00", "zero byte"),
        ("norinori\n\0".encode("utf-16"), "zero byte"),
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
        ["solve", P01, "-o", "answer.docx"],
        ["export", P01, "-o", "model.xyz"],
        ["check", "https://puzz.link/p?norinori/5/5/cag4ocjo"],
        ["genres", "nosuch"],
        ["convert", P01, "-o", "/no/such/folder/x.txt"],
        ["solve", P01, "--genre", "sudoku"],
        ["solve", P01, "--genre", "nosuch"],
        ["solve", "https://example.com/"],
        ["solve", str(EXAMPLES / "akari.txt"), "--formulation", "published"],
    ],
)
def test_mistakes_are_one_line_and_exit_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [[], ["solve"], ["solve", P01, "--count", "x"], ["solve", P01, "--time-limit", "-1"]]
)
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
    assert not loaded & {"numpy", "openpyxl", "highspy", "rich", "asyncio"}


def test_options_may_stand_between_the_files() -> None:
    assert parse(["solve", "a.txt", "--count", "1", "b.txt"]).files == ["a.txt", "b.txt"]


# -- standard output and error in all conditions ------------------------------------------------------------------------


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``pencilp ...`` in a shell, so that it may redirect."""
    return subprocess.run(
        ["bash", "-c", f"pencilp() {{ '{sys.executable}' -m pencilp \"$@\"; }}; {line}"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [f"solve '{P01}'", f"solve '{P01}' --format json", "genres"])
def test_a_full_disk_is_one_line(arguments: str) -> None:
    run = shell(f"pencilp {arguments} > /dev/full")
    assert run.returncode == 2
    assert run.stderr == "pencilp: the output cannot be written: No space left on device\n"


def test_closed_streams_are_no_error() -> None:
    assert shell(f"pencilp solve '{P01}' >&-").returncode == 0
    assert shell("pencilp solve /no/such/file 2>&-").returncode == 2
    run = shell("pencilp solve - <&-")
    assert (run.returncode, run.stderr.count("\n")) == (2, 1), run.stderr


@pytest.mark.parametrize("arguments", ["genres", "genres norinori", "solve named.txt --format json", "solve named.txt"])
def test_a_terminal_that_knows_ascii_only(arguments: str, write) -> None:  # type: ignore[no-untyped-def]
    path = write("norinori\nname: のりのり\nrooms:\n1 1\n")
    run = shell(f"pencilp {arguments.replace('named.txt', path)}", PYTHONIOENCODING="ascii")
    assert run.returncode == 0, run.stderr
    assert run.stdout.isascii()
    if "json" in arguments:
        assert json.loads(run.stdout)["name"] == "のりのり"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["solve", P01, "--count", "-1"], "--count: '-1' is not a whole number from 0 to 999,999,999"),
        (["solve", P01, "--count", "9" * 20], f"--count: '{'9' * 20}' is not a whole number from 0 to 999,999,999"),
        (["solve", "--zzz"], "there is no option --zzz (see pencilp solve --help)"),
        (["solve", P01, "--time-limit", "nan"], "'nan' is not a number of seconds above 0"),
        (["solve", P01, "--threads", "0"], "'0' is not a whole number from 1 to 64"),
        (
            ["solve", P01, "--memory-limit", "x"],
            "--memory-limit: 'x' is not a whole number of megabytes from 128 to 999,999,999",
        ),
        (["slove", P01], "there is no command 'slove' (did you mean solve?) (see pencilp --help)"),
        ([P01], f"(did you mean pencilp solve {P01[:60]}?)"),
        (
            ["https://puzz.link/p?norinori/5/5/cag4ocjo"],
            "(did you mean pencilp solve https://puzz.link/p?norinori/5/5",
        ),
        (["solve", P01, "--solver", "gurobi"], "--solver: there is no solver 'gurobi', only clasp, highs,"),
        (["bench", P01, "--solver", "external:highs"], "--solver: external: the command must name the files {lp} and"),
        (
            ["sudoku"],
            "'sudoku'; it is a kind of puzzle: pencilp genres sudoku explains its rules, pencilp example sudoku",
        ),
        (["solve"], "PUZZLE is missing: pencilp solve PUZZLE [PUZZLE ...] [OPTIONS] (see pencilp solve --help)"),
        (["frobnicate"], "there is no command 'frobnicate': they are"),
        (
            ["solve", "--solvr", "highs", P01],
            "there is no option --solvr (did you mean --solver?) (see pencilp solve --",
        ),
        (["solve", P01, "--frobnicate=3"], "there is no option --frobnicate (see pencilp solve --help)"),
        (["read", P01, "a", "b"], "unexpected argument: 'b' (see pencilp read --help)"),
    ],
)
def test_usage_errors_are_one_line(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    err = capsys.readouterr().err
    assert err.startswith("pencilp: ")
    assert says in err
    assert err.count("\n") == 1


def test_a_slash_behind_a_link_does_no_harm(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "https://puzz.link/p?norinori/5/5/cag4ocjo/", "-o", "url"]) == 0
    assert capsys.readouterr().out == "https://puzz.link/p?norinori/5/5/cag4ocjo\n"


def test_an_id_that_nothing_can_print(write, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    entry = '{"id": "\\ud800", "problem": "1 2\\n- -\\n1 1"}'
    assert main(["solve", write(entry, "Norinori.jsonl"), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "?"


def test_an_internal_error_has_its_own_exit_code(monkeypatch, capsys) -> None:  # type: ignore[no-untyped-def]
    def faulty(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(api, "answers", faulty)
    assert main(["solve", P01]) == 70
    assert capsys.readouterr().err.endswith("ZeroDivisionError\n")


# -- limits ---------------------------------------------------------------------------------------------------------------


def hard() -> str:
    """A Nurikabe that nobody solves in a second."""
    clues = {(r, c): 9 + (r * c) % 5 for r in range(2, 24, 5) for c in range(1 + r % 3, 24, 5)}
    rows = [" ".join(str(clues.get((r, c), "-")) for c in range(24)) for r in range(24)]
    return "nurikabe\nclues:\n" + "\n".join(rows) + "\n"


@pytest.mark.parametrize("count", ["1", "2"])
def test_a_limit_without_an_answer_is_exit_code_3(count: str, write, capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["solve", write(hard()), "--count", count, "--time-limit", "0.2"]) == 3
    assert "without an answer" in capsys.readouterr().out


def at_work(process: subprocess.Popen[str], seconds: float) -> None:
    """Wait until a process and those that it has started in its session have used this processor time together."""
    ticks = seconds * os.sysconf("SC_CLK_TCK")
    while (
        process.poll() is None and sum(_ticks(path, process.pid) for path in Path("/proc").glob("[0-9]*/stat")) < ticks
    ):
        time.sleep(0.02)


def _ticks(stat: Path, session: int) -> int:
    """Return the processor time of a process of a session, in clock ticks; 0 for another one."""
    try:
        fields = stat.read_text().rpartition(")")[2].split()
    except OSError:
        return 0  # it has ended
    return int(fields[11]) + int(fields[12]) if int(fields[3]) == session else 0


def open_board(size: int) -> str:
    """A Heyawake with very many answers."""
    rooms, clues = (f"{sign} " * size + "\n" for sign in "1-")
    return f"heyawake\nrooms:\n{rooms * size}clues:\n{clues * size}"


MANY = "Minimize\n obj:\nSubject To\n row: " + " + ".join(f"x{k}" for k in range(24)) + " >= 1\nBinary\n "
MANY += " ".join(f"x{k}" for k in range(24)) + "\nEnd\n"


@pytest.mark.parametrize("text", ["puzzle", "program"])
@pytest.mark.parametrize("solver", ["clasp", "highs", "scip", "glpk", "cbc", "cpsat", "external"])
def test_a_count_cut_short_by_a_limit_is_marked(solver: str, text: str, write, capsys) -> None:  # type: ignore[no-untyped-def]
    path = write(open_board(10)) if text == "puzzle" else write(MANY, "many.lp")
    named = cbc_command() if solver == "external" else solver
    assert main(["solve", path, "--count", "0", "--time-limit", "0.3", "--solver", named, "--format", "json"]) == 3
    record = json.loads(capsys.readouterr().out)
    assert record["complete"] is False
    assert record["status"] in ("multiple", "found", "unknown")


@pytest.mark.parametrize(
    ("text", "count", "status", "complete", "code"),
    [(TWO, 0, "multiple", True, 0), (TWO, 4, "multiple", True, 0), (TWO, 5, "multiple", True, 0), (TWO, 1, "found", True, 0),
     (NONE, 0, "none", True, 1), (hard(), 2, "unknown", False, 3)],
)  # fmt: skip
def test_complete_is_true_if_all_requested_answers_were_found(
    text, count, status, complete, code, write, capsys
) -> None:  # type: ignore[no-untyped-def]
    path = write(text)
    for form in ("json", "jsonl"):
        arguments = [
            "solve",
            path,
            "--count",
            str(count),
            "--format",
            form,
            "--time-limit",
            "0.2" if code == 3 else "60",
        ]
        assert main(arguments) == code
        record = json.loads(capsys.readouterr().out.splitlines()[-1])
        assert (record["status"], record["complete"]) == (status, complete)
    outcome = api.solve(api.load(path), count=count, time_limit=0.2 if code == 3 else None)
    assert (outcome.status, outcome.complete) == ("unknown" if status == "found" else status, complete)


def test_a_limit_before_the_first_solution_is_reported(write, monkeypatch, capsys) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("pencilp.solvers.milp.search._solve", lambda *_: ("limit", None))
    assert main(["solve", write(MANY, "many.lp"), "--count", "0", "--time-limit", "1", "--solver", "highs"]) == 3
    assert "the limit was reached without an answer" in capsys.readouterr().out


def test_lines_of_json_have_an_answer_each_and_tell_the_end(write, capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["solve", write(f"{TWO}---\n{NONE}"), "--count", "0", "--format", "jsonl"]) == 1
    *lines, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert [sorted(line) for line in lines[:4]] == [["answer", "puzzle"]] * 4
    assert len({tuple(line["answer"]["shaded"]) for line in lines[:4]}) == 4
    assert [(end["puzzle"], end["status"], end["complete"], end["found"]) for end in (*lines[4:], last)] == [
        (1, "multiple", True, 4), (2, "none", True, 0)
    ]  # fmt: skip
    assert main(["solve", write(LP.format(">= 1"), "m.lp"), "--count", "0", "--format", "jsonl"]) == 0
    *lines, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert sorted((line["solution"]["x"], line["solution"]["y"]) for line in lines) == [(0, 1), (1, 0), (1, 1)]
    assert (last["status"], last["complete"], last["found"]) == ("multiple", True, 3)


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "file"])
def test_answers_found_before_a_solver_dies_are_kept(form: str, write, tmp_path, monkeypatch, capsys) -> None:  # type: ignore[no-untyped-def]
    solvers_own = solvers.prepare

    class Mortal:
        def __init__(self, model: Any, **_: Any) -> None:
            self.model = model

        def answers(self, count: int, time_limit: float | None) -> Any:
            yield from solvers_own(self.model)(count=3).solutions
            raise SolverError("it died")

    monkeypatch.setattr("pencilp.solvers.prepare", lambda model, *_, **__: Mortal(model))
    target = tmp_path / "out.json"
    how = ["-o", str(target)] if form == "file" else ["--format", form, "--ascii"]
    assert main(["solve", write(TWO), "--count", "0", *how]) == 3
    captured = capsys.readouterr()
    assert captured.err == "pencilp: it died\n"
    if form == "text":
        assert captured.out.count("##") >= 6
        assert "the solver failed after 3 answers; there may be more" in captured.out
    else:
        record = json.loads(target.read_text() if form == "file" else captured.out.splitlines()[-1])
        assert (record["status"], record["complete"], record["error"]) == ("multiple", False, "it died")
        assert record["found"] == 3 if form == "jsonl" else len(record["answers"]) == 3


@pytest.mark.parametrize("many", [False, True])
def test_answers_found_before_memory_runs_out_are_kept(many: bool, write, tmp_path, monkeypatch, capsys) -> None:  # type: ignore[no-untyped-def]
    search = api.answers

    class Short:
        def __init__(self, *arguments: Any, **how: Any) -> None:
            self.found = search(*arguments, **{**how, "count": 3})

        def __getattr__(self, name: str) -> Any:
            return getattr(self.found, name)

        def __iter__(self) -> Any:
            yield from self.found
            raise MemoryError

    monkeypatch.setattr("pencilp.api.answers", Short)
    target = tmp_path / "out.json"
    assert main(["solve", *[write(TWO)] * (2 if many else 1), "--count", "0", "-o", str(target)]) == 3
    assert capsys.readouterr().err.count("there is no memory left") == (2 if many else 1)
    records = json.loads(target.read_text())
    assert [len(record["answers"]) for record in (records if many else [records])] == [3] * (2 if many else 1)


@pytest.mark.skipif(sys.platform != "linux", reason="processor time is read in /proc")
@pytest.mark.parametrize("form", ["text", "json", "jsonl", "file"])
def test_answers_found_before_ctrl_c_are_kept(form: str, write, tmp_path) -> None:  # type: ignore[no-untyped-def]
    target = tmp_path / "out.json"
    how = ["-o", str(target)] if form == "file" else ["--format", form]
    line = [sys.executable, "-m", "pencilp", "solve", write(open_board(10)), "--count", "0", *how]
    with (tmp_path / "out").open("w") as out:
        process = subprocess.Popen(line, stdout=out, stderr=subprocess.PIPE, text=True, start_new_session=True)
        at_work(process, 0.7)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (3, "pencilp: stopped\n")
    said = (target if form == "file" else tmp_path / "out").read_text()
    if form == "text":
        assert ": stopped after " in f": {said.splitlines()[-1]}"
        assert "██" in said
        return
    record = json.loads(said.splitlines()[-1])
    assert (record["status"], record["complete"]) == ("multiple", False)
    assert (record["found"] if form == "jsonl" else len(record["answers"])) > 2
    if form == "jsonl":
        assert len(said.splitlines()) == record["found"] + 1


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_a_reader_that_has_enough_ends_the_search(form: str, write) -> None:  # type: ignore[no-untyped-def]
    run = shell(f"pencilp solve {write(open_board(10))} --count 0 --format {form} | head -5; exit ${{PIPESTATUS[0]}}")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.count("\n") == 5


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured in kB")
def test_memory_does_not_grow_with_the_answers(write) -> None:  # type: ignore[no-untyped-def]
    count = """
import resource, sys, pencilp
used = []
for n, _ in enumerate(pencilp.answers(pencilp.load(sys.argv[1]), count=40_000, threads=0)):
    if n in (8_000, 39_999):
        used.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
print(*used)
"""
    line = [sys.executable, "-c", count, write(open_board(12))]
    before, after = map(int, subprocess.run(line, capture_output=True, text=True, check=True).stdout.split())
    assert after - before < 10_000


def test_stating_counts_towards_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: Any, **__: Any) -> Any:
        time.sleep(0.05)
        return lambda count, time_limit: limits.append(time_limit) or Result("slow", [], False)

    limits: list[float | None] = []
    monkeypatch.setattr("pencilp.solvers.prepare", slow)
    for limit in (None, 10, 0.01):
        assert api.solve(api.load(P01), time_limit=limit).status == "unknown"
    assert limits[0] is None
    assert limits[1] is not None
    assert 9 < limits[1] < 9.96
    assert len(limits) == 2, "who has used up the time stating asks no solver"


@pytest.mark.skipif(sys.platform != "linux", reason="processor time is read in /proc")
@pytest.mark.parametrize("command", ["solve", "solve --solver highs", "bench --jobs 2", "bench"])
def test_ctrl_c_ends_at_once_without_a_trace(command: str, write) -> None:  # type: ignore[no-untyped-def]
    name, *options = command.split()
    process = subprocess.Popen(
        [sys.executable, "-m", "pencilp", name, write(hard()), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    at_work(process, 0.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=300)
    assert (process.returncode, err.count("\n")) == (3, 1), err
    assert err.startswith("pencilp: stopped")


@pytest.mark.skipif(sys.platform != "linux", reason="processor time is read in /proc")
@pytest.mark.parametrize("command", ["solve", "bench --jobs 2"])
def test_ctrl_c_twice_leaves_no_trace_either(command: str, write) -> None:  # type: ignore[no-untyped-def]
    name, *options = command.split()
    process = subprocess.Popen(
        [sys.executable, "-m", "pencilp", name, write(hard()), *options],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    at_work(process, 0.5)
    for _ in range(2):
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    _, err = process.communicate(timeout=300)
    assert process.returncode in (3, -signal.SIGINT)
    assert err.count("\n") <= 2
    assert "Traceback" not in err


# -- files -----------------------------------------------------------------------------------------------------------------


def test_a_target_that_cannot_be_written_is_refused_before_the_search(write, tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    two = write(TWO + "---\n" + TWO)
    for source, target in ((P01, "/no/such/folder/x.svg"), (P01, ""), (two, str(tmp_path / "two.svg"))):
        assert main(["solve", source, "-o", target]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.count("\n") == 1
    assert main(["solve", write("Minimize\n x\nEnd\n", "m.lp"), "-o", "x.txt"]) == 2
    assert "use one of .json" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["solve", "convert"])
def test_a_picture_without_its_library_is_refused_before_anything_is_read(
    command, tmp_path, monkeypatch, capsys
) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert main([command, "/no/such/puzzle", "-o", str(tmp_path / "x.png")]) == 2
    assert capsys.readouterr().err == (
        "pencilp: PNG pictures need the library resvg_py: pip install 'pencilp[png]' (in a clone of it: pip install '.[png]')\n"
    )


def test_a_folder_that_takes_no_files_is_refused_before_anything_is_read(tmp_path, monkeypatch, capsys) -> None:  # type: ignore[no-untyped-def]
    # to one that may do everything no folder is closed
    monkeypatch.setattr(os, "access", lambda path, mode: path != str(tmp_path))
    for command in ("solve", "convert"):
        assert main([command, "/no/such/puzzle", "-o", str(tmp_path / "x.txt")]) == 2
        err = capsys.readouterr().err
        assert f"cannot be written: you may not write into the folder {tmp_path}" in err
        assert err.count("\n") == 1


def test_a_puzzle_that_fits_no_workbook_is_refused_before_the_search(write, tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["solve", write("simpleloop\nsize: 2 301\n"), "-o", str(tmp_path / "x.xlsx")]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "a workbook's board has at most 300 rows and columns" in captured.err
    assert captured.err.count("\n") == 1


def test_check_goes_on_behind_a_file_that_is_wrong(write, capsys) -> None:  # type: ignore[no-untyped-def]
    right = write("norinori\nrooms:\n1 1\nanswer:\nshaded:\nx x\n", "right.txt")
    wrong = write("norinori\nrooms:\n1 1\nanswer:\nshaded:\nx -\n", "wrong.txt")
    assert main(["check", write("nonsense", "bad.txt"), right, wrong]) == 2
    captured = capsys.readouterr()
    assert captured.out.splitlines()[0] == f"{right}: the answer is right"
    assert captured.out.splitlines()[1].startswith(f"{wrong}: ")
    assert captured.err.count("\n") == 1


def test_check_reads_the_answer_in_a_workbook(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board, solved = str(EXAMPLES / "bomber.xlsx"), str(tmp_path / "solved.xlsx")
    assert main(["solve", board, "--genre", "bomber", "-o", solved]) == 0
    assert main(["check", solved, "--genre", "bomber"]) == 0
    assert main(["check", board, solved, "--genre", "bomber"]) == 0
    capsys.readouterr()
    assert main(["check", board, "--genre", "bomber"]) == 2
    assert "there is no answer in it to check" in capsys.readouterr().err
    assert main(["check", board, board, "--genre", "bomber"]) == 2
    assert "nothing is filled in" in capsys.readouterr().err


def test_check_in_json_has_an_object_for_a_file_that_cannot_be_read(write, capsys) -> None:  # type: ignore[no-untyped-def]
    bad, lacking = write("nonsense", "bad.txt"), write("norinori\nrooms:\n1 1\n", "lacking.txt")
    right = write("norinori\nrooms:\n1 1\nanswer:\nshaded:\nx x\n", "right.txt")
    for files, wrong in (([bad], [bad]), ([lacking, bad], [bad]), ([right, bad, lacking], [bad, lacking])):
        assert main(["check", *files, "--format", "json"]) == 2
        captured = capsys.readouterr()
        records = [json.loads(line) for line in captured.out.splitlines()]
        assert [record["file"] for record in records if "error" in record] == wrong
        assert [f"pencilp: {record['error']}" for record in records if "error" in record] == captured.err.splitlines()
        assert [record["file"] for record in records if record.get("accepted")] == [f for f in files if f == right]


def test_read_writes_json(tmp_path: Path) -> None:
    model, solution, target = (str(tmp_path / name) for name in ("m.lp", "m.sol", "answer.json"))
    assert main(["export", P01, "-o", model]) == 0
    answer = api.solve(api.load(P01)).answer
    assert answer is not None
    shaded = [f"shaded({i // 10 + 1},{i % 10 + 1}) 1" for i, v in enumerate(answer["shaded"]) if v]
    Path(solution).write_text(
        "solution status: optimal solution found\nobjective value: 0\n" + "\n".join(shaded) + "\n"
    )
    assert main(["read", P01, solution, "-o", target]) == 0
    assert json.loads(Path(target).read_text())["answers"] == [{"shaded": answer["shaded"]}]


# -- bench -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 3])
def test_bench_solves_all_puzzles_and_names_those_that_fail(jobs: int, write) -> None:  # type: ignore[no-untyped-def]
    entry = json.dumps({"id": "good", "problem": "1 2\n- -\n1 1", "solution": "1 2\nx x"})
    other = json.dumps({"id": "other", "problem": "1 2\n- -\n1 1", "solution": "1 2\n- -"})
    lines = [entry, other, '{"id": "bad", "problem": "1 3"}', "no json", *[entry] * 6]
    path = write("\n".join(lines) + "\n", "Norinori.jsonl")
    records = list(benchmark.run(Sources([path, write(TWO)]), jobs=jobs))
    assert len(records) == 11
    (report,) = benchmark.Report(records).genres()
    assert (report["puzzles"], report["unique"], report["several"], report["failed"]) == (11, 8, 1, 2)
    assert report["differing"] == ["other"]
    assert [each.number for each in Sources([path], limit=5)] == [1, 2, 3, 4, 5]


def test_a_failure_sets_the_exit_code_of_bench(write, capsys) -> None:  # type: ignore[no-untyped-def]
    good = '{"id": "good", "problem": "1 2\\n- -\\n1 1"}\n'
    assert main(["bench", write(good, "Norinori.jsonl")]) == 0
    assert "ms: median/mean/" in capsys.readouterr().out
    assert main(["bench", write(good + "{}\n", "Norinori.jsonl")]) == 2
    assert "Norinori.jsonl:2: puzzle 2: a line needs" in capsys.readouterr().out
    missing = str(Path(write("")).with_name("nothing.txt"))
    assert main(["bench", missing]) == 2
    assert capsys.readouterr().out.endswith(f"\n{missing}: No such file or directory\n")


def test_bench_takes_a_file_of_several_genres(tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    mixed, lines = tmp_path / "mixed.txt", tmp_path / "lits.jsonl"
    mixed.write_text(
        "norinori\nrooms:\n1 1\n---\nsudoku\ngiven:\n1 - - -\n- - 1 -\n- 2 - -\n- - - 3\n", encoding="utf-8"
    )
    assert main(["convert", str(mixed), "-o", str(lines)]) == 0
    for name in ("lits", "of the week"):
        path = lines.replace(tmp_path / f"{name}.jsonl")
        lines = path
        assert [puzzle.genre.name for puzzle in api.load_all(path)] == ["norinori", "sudoku"]
        assert api.load_all(path) == api.load_all(mixed)
        assert main(["bench", str(path), "--format", "json"]) == 0
        found = json.loads(capsys.readouterr().out)["genres"]
        assert [(genre["genre"], genre["unique"]) for genre in found] == [("norinori", 1), ("sudoku", 1)]
    assert main(["bench", str(path), "--genre", "sudoku"]) == 2
    assert f"{path}:1: puzzle 1: this is a puzzle of norinori, not of sudoku" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "says"),
    [("gone.jsonl", "No such file or directory"), ("room.jsonl", "its name says no genre ('room' is none)")],
)
def test_bench_refuses_a_dataset_that_it_cannot_read(name: str, says: str, write, capsys) -> None:  # type: ignore[no-untyped-def]
    path = write("{}\n", "room.jsonl").replace("room.jsonl", name)
    assert main(["bench", path]) == 2
    *_, last = capsys.readouterr().out.splitlines()
    assert last.startswith(f"{path}: {says}")


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="workers do not inherit what the test changes")
def test_a_puzzle_that_kills_its_process_does_not_stop_the_run(write, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    lines = [json.dumps({"id": str(n), "problem": "1 2\n- -\n1 1"}) for n in range(9)]
    path = write("\n".join(lines) + "\n", "Norinori.jsonl")
    solve = api.solve

    def deadly(puzzle: Any, *rest: Any, **more: Any) -> Any:
        if puzzle.name in ("3", "5"):
            os._exit(7)
        return solve(puzzle, *rest, **more)

    monkeypatch.setattr(api, "solve", deadly)
    records = list(benchmark.run(Sources([path]), jobs=2))
    assert sorted(r["id"] for r in records if r["status"] == "unique") == ["0", "1", "2", "4", "6", "7", "8"]
    assert sorted(r["error"] for r in records if r["status"] == "failed") == [
        f"{path}:{n + 1}: puzzle {n + 1} ({n}): the process died twice (exit code 7)" for n in (3, 5)
    ]


# -- completion -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("pencilp so", "solve"), ("pencilp solve --sol", "--solver"), ("pencilp solve --solver hi", "highs"),
     ("pencilp genres norino", "norinori"), ("pencilp solve --formulation pu", "published")],
)  # fmt: skip
def test_bash_completes(typed: str, offered: str, capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    words = typed.split()
    array = " ".join(words)
    ask = f'{script}\nCOMP_WORDS=({array}); COMP_CWORD={len(words) - 1}; _pencilp; echo "${{COMPREPLY[@]}}"'
    run = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True)
    assert run.stdout.split() == [offered]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_get_their_scripts(shell: str, capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["completion", shell]) == 0
    out = capsys.readouterr().out
    assert "norinori" in out
    assert "solve" in out


@pytest.mark.parametrize("command", ["solve", "convert", "read"])
def test_hexagons_are_drawn_with_a_flat_side_up_on_request(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = str(EXAMPLES / "second_turn-hexagon.txt")
    puzzle = pencilp.load(board)
    solution = tmp_path / "x.sol"
    if command == "read":
        model, values = str(tmp_path / "x.lp"), tmp_path / "x.json"
        assert main(["export", board, "-o", model]) == 0
        assert main(["solve", model, "--solver", "highs", "--count", "1", "-o", str(values)]) == 0
        (found,) = json.loads(values.read_text())["solutions"]
        heads = ["solution status: optimal solution found", "objective value: 0"]
        solution.write_text("\n".join([*heads, *(f"{name} {value} (obj:0)" for name, value in found.items())]) + "\n")
    arguments = {"solve": [board], "convert": [board], "read": [board, str(solution)]}[command]
    for orientation in ("pointed", "flat"):
        for kind in ("svg", "png", "txt"):
            target = tmp_path / f"{orientation}.{kind}"
            flags = ["--orientation", orientation, "--directions", "published" if orientation == "flat" else "compass"]
            assert main([command, *arguments, "-o", str(target), *flags]) == 0
    capsys.readouterr()
    assert (tmp_path / "flat.svg").read_text() == to_svg(puzzle, puzzle.answer, orientation="flat")
    assert (tmp_path / "pointed.svg").read_text() == to_svg(puzzle, puzzle.answer)
    assert (tmp_path / "flat.png").read_bytes() != (tmp_path / "pointed.png").read_bytes()
    assert "TR+TC" in (tmp_path / "flat.txt").read_text()
    assert "TC" not in (tmp_path / "pointed.txt").read_text()
    for kind in ("flat", "pointed"):
        assert pencilp.load(str(tmp_path / f"{kind}.txt")).answer == puzzle.answer
    if command != "convert":
        assert main([command, *arguments, "--orientation", "flat"]) == 0
        assert capsys.readouterr().out.startswith(to_text(puzzle, puzzle.answer, orientation="flat"))


def test_genres_say_that_their_rules_are_left_out() -> None:
    command = [sys.executable, "-OO", "-m", "pencilp", "genres", "norinori"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    assert "There are no rules to show" in run.stdout
    assert run.stderr == ""


def test_rules_have_no_signs_of_markup(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["genres", "castle"], ["genres", "castle", "--format", "json"]):
        assert main(arguments) == 0
        assert "`" not in capsys.readouterr().out


def test_answers_in_json_are_not_taken_for_puzzles(tmp_path, write, capsys) -> None:  # type: ignore[no-untyped-def]
    target = tmp_path / "answer.json"
    for content in (TWO, f"{TWO}---\n{TWO}"):
        assert main(["solve", write(content), "--format", "json", "-o", str(target)]) == 0
        capsys.readouterr()
        assert main(["check", str(target)]) == 2
        assert "these are answers without their puzzle; .txt" in capsys.readouterr().err


def test_a_write_protected_file_is_not_replaced(write, tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    puzzle, answer = write("norinori\nrooms:\n1 1\n"), tmp_path / "out" / "answer.txt"
    answer.parent.mkdir()
    answer.write_text("mine")
    answer.chmod(0o444)
    folder = str(answer.parent)
    (tmp_path / "answer.txt").write_text("norinori\nrooms:\n1 1\n")
    for line in (
        ["solve", puzzle, "-o", str(answer)], ["new", "norinori", "-o", str(answer), "--force"],
        ["convert", str(tmp_path / "answer.txt"), "-o", folder],
    ):  # fmt: skip
        assert main(line) == 2
        assert (
            capsys.readouterr().err
            == f"pencilp: {answer}: cannot be written: it is write-protected; name another file\n"
        )
    assert answer.read_text() == "mine"


@pytest.mark.parametrize(
    "line", ["new sudoku -o x.txt", "example sudoku -o x.txt", "excel-template sudoku 9x9 -o x.xlsx"]
)
def test_filled_cells_are_not_replaced(line: str, tmp_path, monkeypatch, capsys) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    words = line.split()
    assert main(words) == 0
    target = tmp_path / words[-1]
    begun = target.read_bytes()
    if words[0] != "excel-template":  # a workbook has the time in it
        assert main(words) == 0
    target.write_bytes(b"mine")
    assert main(words) == 2
    assert (
        capsys.readouterr().err == f"pencilp: {words[-1]}: a different file of this name exists (--force replaces it)\n"
    )
    assert target.read_bytes() == b"mine"
    assert main([*words, "--force"]) == 0
    assert target.read_bytes()[:2] == begun[:2]


@pytest.mark.parametrize(
    ("former", "present"),
    [
        (["solve", "PUZZLE", "--facts"], ["solve", "PUZZLE", "--common"]),
        (["solve", "NONE", "--why", "--time-limit", "60"], ["solve", "NONE", "--explain", "--time-limit", "60"]),
        (["solve", "TURN", "--values", "N"], ["solve", "TURN", "--show-variables", "N"]),
        (
            ["export", "PUZZLE", "--formulation", "paper", "-o", "lp"],
            ["export", "PUZZLE", "--formulation", "published", "-o", "lp"],
        ),
        (
            ["export", "PUZZLE", "--formulation", "paper", "--objective", "document", "-o", "lp"],
            ["export", "PUZZLE", "--formulation", "published", "--objective", "published", "-o", "lp"],
        ),
        (
            ["convert", "TURN", "-o", "text", "--directions", "document"],
            ["convert", "TURN", "-o", "text", "--directions", "published"],
        ),
    ],
)
def test_old_options_work_like_their_replacements(
    former: list[str], present: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    none = tmp_path / "none.txt"
    none.write_text("shikaku\n4 . .\n. . 2\n. 4 .\n")
    files = {
        "PUZZLE": str(EXAMPLES / "norinori-p01.txt"),
        "TURN": str(EXAMPLES / "second_turn-6x6.txt"),
        "NONE": str(none),
    }
    printed = []
    for words in (former, present):
        code = main([files.get(word, word) for word in words])
        printed.append((code, re.sub(r"[\d.]+ (m?s|s)\b", "TIME", capsys.readouterr().out)))
    assert printed[0] == printed[1]
    assert printed[0][1]


def test_former_names_are_those_of_the_present_ones() -> None:
    assert (pencilp.facts, pencilp.conflict) == (pencilp.common, pencilp.explain)
    assert (pencilp.Facts, pencilp.Conflict) == (pencilp.CommonValues, pencilp.Explanation)
    puzzle = pencilp.load(str(EXAMPLES / "norinori-p01.txt"))
    assert str(pencilp.formulate(puzzle, "paper")) == str(pencilp.formulate(puzzle, "published"))
