"""What is said of names, paths, tokens and failures of the system: one line, that is true, with nothing but text in it."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import warnings
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.header_footer import HeaderFooter

import pencilp
from pencilp import cli
from pencilp.cli import benchmark
from pencilp.cli.files import save_json
from pencilp.cli.output import Output, duration_text, time_text
from pencilp.draw.svg import to_svg
from pencilp.errors import InputError, SolverError, shown
from pencilp.formats.excel import puzzles
from pencilp.formats.writing import written

BAD_NAME = "a\x1b[31m\x00\n//\u202e\x9b\ud800"
SHOWN = r"a\x1b[31m\x00\n//\u202e\x9b\ud800"
RECORD = {"problem": "2 3\n- - -\n- - -\n1 1 2\n1 2 2", "solution": "2 3\nx x -\n- x x"}
P01 = str(Path(__file__).parent.parent / "examples" / "norinori-p01.txt")


def test_control_characters_are_shown_as_escapes() -> None:
    assert shown(BAD_NAME) == SHOWN
    assert shown("数独　第一問 é 🧩") == "数独　第一問 é 🧩"
    error = InputError(f"there is no layer {BAD_NAME}", BAD_NAME)
    assert str(error) == f"{SHOWN}: there is no layer {SHOWN}"
    # who handles the error has what was said, and the parts do not change when they are put together again
    assert (error.message, error.where) == (f"there is no layer {BAD_NAME}", BAD_NAME)
    assert str(error.within("b\n")) == rf"b\n:{SHOWN}: there is no layer {SHOWN}"
    assert str(SolverError("a\nb")) == r"a\nb"


def test_long_tokens_are_cut_and_paths_are_not() -> None:
    path = "folder/" * 50 + "a.txt"
    for token, cut in (
        ("x" * 40, repr("x" * 40)),
        ("x" * 41, f"'{'x' * 40}…'"),
        ("\x1b" * 60, "'" + r"\x1b" * 40 + "…'"),
        ("'\\" * 30 + '"', "'" + r"\'\\" * 20 + "…'"),
        ("'" * 60, '"' + "'" * 40 + '…"'),
        ("x" * 10**6, f"'{'x' * 40}…'"),
    ):
        error = InputError(f"the board's cell has {token!r}", path)
        assert str(error) == f"{path}: the board's cell has {cut}"
        assert str(InputError(str(error))) == str(error)
    assert str(InputError(f"{'x' * 99} is in folder/{'x' * 99}")) == f"{'x' * 99} is in folder/{'x' * 99}"
    between = f"'(a)' and what stands between two, {'a b ' * 20}'(b)'"
    assert str(InputError(between)) == between
    assert str(InputError(f"{'x' * 100} is continuous")) == f"{'x' * 40}… is continuous"
    assert str(InputError("the solvers' clues, as the board's cells' numbers are, aren't the board's")).endswith(
        "board's"
    )
    assert len(str(InputError("x " * 10**6))) < 1100


def complaints(capsys: Any, *arguments: str) -> str:
    assert cli.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("\n")
    says, *pointed = err[:-1].split("\n")
    assert says.isprintable()
    # of a link two lines more show the place
    assert not pointed or (len(pointed) == 2 and pointed[0].isprintable() and pointed[1].strip(" ") == "^")
    return str(err)


@pytest.mark.parametrize(
    "path", ["\x1b[31m.txt", "a\nb.txt", "\udcff.txt", "\u202e.txt", "a\0b", "a\0b.lp", "\ud800", "²"]
)
def test_paths_are_shown_escaped(path: str, capsys: Any) -> None:
    assert complaints(capsys, "solve", path).startswith(f"pencilp: {shown(path)}: ")
    assert shown(path) in complaints(capsys, "run", path)
    assert shown(path) in complaints(capsys, "solve", P01, "-o", f"{path}/a.txt")


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "https://puzz.link/p?norinori/v:\x1b[31m/5/5/cag4ocjo"],
        ["solve", "https://puzz.link/p?norinori/5/5/cag4\x1b[31m"],
        ["solve", P01, "--genre", "\x1b[31m\n"],
        ["genres", "x" * 10_000],
    ],
)
def test_links_and_options_are_shown_escaped(arguments: list[str], capsys: Any) -> None:
    assert len(complaints(capsys, *arguments)) < 300


def test_arguments_that_argparse_refuses_are_shown_escaped_and_cut(capsys: Any) -> None:
    for arguments in (
        ["\x1b" + "x" * 99],
        ["genres", "norinori", "\x1b"],
        ["solve", P01, "--format", "\x1b" + "x" * 99],
        ["solve", P01, "--solver", "\x1b[31m\n" + "x" * 99],
        ["solve", P01, "--solver", "external:\x1b[31m\n"],
    ):
        with pytest.raises(SystemExit):
            cli.main(arguments)
        err = capsys.readouterr().err
        assert err[:-1].isprintable()
        assert "x" * 41 not in err


def test_names_reach_a_terminal_escaped(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "norinori.jsonl"
    path.write_text(json.dumps({"id": BAD_NAME, **RECORD, "solution": "2 3\nx - -\nx - -"}) + "\n{\n")
    with pytest.raises(InputError):
        pencilp.load_all(str(path))
    assert cli.main(["bench", str(path)]) != 0
    path.write_text(json.dumps({"id": BAD_NAME, **RECORD, "solution": "2 3\nx - -\nx - -"}))
    for arguments in (["solve"], ["solve", "--format", "json"], ["check"], ["bench"]):
        cli.main([arguments[0], str(path), *arguments[1:]])
    out = capsys.readouterr().out
    assert out.replace("\n", "").isprintable()
    # a half of a character cannot be in a name
    assert out.count(SHOWN.replace(r"\ud800", "?")) == 3


def test_losses_are_reported_in_a_short_line() -> None:
    puzzle = pencilp.puzzle("norinori", pencilp.square(2, 2), rooms=[1, 1, 2, 2])
    puzzle.name = 5000 * "x" + "\ud800" + 5000 * "y"  # half of a character
    with pytest.raises(InputError) as caught:
        written(puzzle, None, "jsonl")
    says = str(caught.value)
    # what differs is shown
    assert "x\\ud800yyyyy" in says
    assert "x?yyyyy" in says
    assert len(says) < 250


def test_a_record_of_bad_names_is_json_that_can_be_read(tmp_path: Path) -> None:
    puzzle = pencilp.load(P01)
    puzzle.name = BAD_NAME
    target = tmp_path / "answer.json"
    save_json({"name": BAD_NAME}, str(target))
    assert json.loads(target.read_text(encoding="utf-8")) == {"name": BAD_NAME}
    drawing = to_svg(puzzle)
    title = ElementTree.fromstring(drawing.encode()).find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text is not None
    assert title.text.startswith("Norinori a")


def test_the_table_of_a_bench_has_a_line_for_a_line() -> None:
    record = {"id": BAD_NAME, "file": "x", "genre": "norinori", "status": "unique", "equal": False}
    record |= {"solver": "clasp", "figures": {}, "ms": dict.fromkeys(benchmark.STAGES, 1.0)}
    assert benchmark.table(benchmark.Report([record]), 1.0).endswith(f"not the recorded answer: {SHOWN}")


# -- what others say ------------------------------------------------------------------------------------------------------


def test_warnings_of_openpyxl_are_not_shown() -> None:
    workbook = openpyxl.Workbook()
    workbook.active.append([5, 1])
    workbook.active.cell(2, 3, "E")
    workbook.active.cell(1, 1).number_format = "yyyy"
    workbook.active.cell(1, 2, 1e30).number_format = "yyyy"
    workbook.active.oddHeader = HeaderFooter().oddHeader
    stream = io.BytesIO()
    workbook.save(stream)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        openpyxl.load_workbook(io.BytesIO(stream.getvalue()))
        assert said, "openpyxl says nothing of this workbook any more"
        said.clear()
        with pytest.raises(InputError):
            puzzles.read(stream.getvalue(), "nurikabe")
        assert not said


def test_more_threads_than_processors_are_no_reason_to_complain(capfd: Any) -> None:
    puzzle = pencilp.load(P01)
    assert pencilp.solve(puzzle, threads=64).status == "unique"
    assert capfd.readouterr() == ("", "")


# -- failures of the system -----------------------------------------------------------------------------------------------


def limited(limits: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line in a process that first runs the line ``limits``."""
    script = f"import os, resource, sys\n{limits}\nfrom pencilp.cli import main\nsys.exit(main({list(arguments)!r}))"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, env=environment)


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of processes")
@pytest.mark.parametrize(
    ("limits", "arguments", "says"),
    [
        # no file may grow: there is no room for temporary files, and none for what is to be written
        ("resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))", ["--solver", "highs"], "No usable temporary directory"),
        (
            "resource.setrlimit(resource.RLIMIT_FSIZE, (999, 999))",
            ["--solver", "cbc"],
            "temporary folder cannot be used",
        ),
        (
            "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))",
            ["-o", "{}/a.txt"],
            "a.txt: cannot be written: File too large",
        ),
        ("resource.setrlimit(resource.RLIMIT_NOFILE, (5, 5))", ["--solver", "highs"], "Too many open files"),
        ("os.chdir('{}'); os.rmdir('{}')", ["-o", "a.txt"], "the working folder is not there any more"),
    ],
)
def test_a_failure_of_the_system_is_one_true_line(limits: str, arguments: list[str], says: str, tmp_path: Path) -> None:
    folder = str(tmp_path)
    found = limited(limits.replace("{}", folder), "solve", P01, *(a.replace("{}", folder) for a in arguments))
    assert found.returncode in (2, 3)
    assert found.stderr.startswith("pencilp: ")
    assert found.stderr.count("\n") == 1
    assert says in found.stderr
    assert "the output" not in found.stderr


def test_a_missing_temporary_folder_is_reported(monkeypatch: Any, tmp_path: Path, capsys: Any) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    assert cli.main(["solve", P01, "--solver", "cbc"]) == 3
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert f"no temporary folder can be made at {tmp_path / 'none'}" in err


def test_standard_output_is_restored(capsys: Any) -> None:
    before = sys.stdout
    cli.main(["genres"])
    assert sys.stdout is before
    assert not isinstance(sys.stdout, Output)
    assert "norinori" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("seconds", "says"),
    [
        (0.0006, "0.6 ms"),
        (0.99999, "1.0 s"),
        (1.07, "1.1 s"),
        (59.96, "1 min 0 s"),
        (286.04, "4 min 46 s"),
        (3900, "1 h 5 min"),
    ],
)
def test_times_are_shown_in_readable_units(seconds: float, says: str) -> None:
    assert duration_text(seconds) == says


def test_slow_work_outside_the_search_is_reported() -> None:
    assert time_text("clasp", {"read": 1.0, "state": 0.01, "solve": 0.0006, "total": 1.069}) == (
        "(clasp, 1.1 s, of these 1.0 s for reading the puzzle)"
    )
    assert time_text("clasp, search 2 of 2", {"read": 0.01, "solve": 286.0, "total": 286.04}) == "(clasp, 4 min 46 s)"
    assert time_text("highs", {"read": 0.01, "total": 0.012}) == "(highs, 12.0 ms)"


def test_contradicting_rules_without_clues_are_introduced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # where the time is too short to ask about all rules, as on a busy machine, more of them are named
    monkeypatch.setattr("pencilp.analysis.conflict.EVERYWHERE_SECONDS", 60.0)
    monkeypatch.setattr("pencilp.analysis.conflict.QUESTION_SECONDS", 60.0)
    (tmp_path / "a.txt").write_text("shikaku\nnumbers:\n4 - -\n- - 2\n- 4 -\n")
    assert cli.main(["solve", str(tmp_path / "a.txt")]) == 1
    assert "\ntogether with this rule of the puzzle:\n  a region is a rectangle\n" in capsys.readouterr().out
    # and with no time for it none is left out
    monkeypatch.setattr("pencilp.analysis.conflict.EVERYWHERE_SECONDS", 0.0)
    assert cli.main(["solve", str(tmp_path / "a.txt")]) == 1
    assert "\ntogether with these rules of the puzzle:\n" in capsys.readouterr().out


def test_a_table_holds_text_and_no_formulas(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "a.txt"
    names = ("=HYPERLINK(1)", "+a", "@a", "-1+2", "＝1", "-3.5", "a\x9b\u202e")
    rooms = "rooms:\n1 1 2\n1 2 2\n"
    path.write_text("---\n".join(f"norinori\nname: {json.dumps(name)}\n{rooms}" for name in names))
    assert cli.main(["solve", str(path), "--format", "csv", "--count", "1"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    content = ["'=HYPERLINK(1)", "'+a", "'@a", "'-1+2", "'＝1", "-3.5", r"a\x9b\u202e"]
    assert [row["id"] for row in rows] == content
    assert all(row["text"].startswith("norinori\nname: ") for row in rows)


def test_output_of_a_model_has_no_control_characters(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "a.mod"
    path.write_text('var x binary;\ns.t. c: x >= 1;\nsolve;\nprintf "a\u009b31m\\tb\u202e\\n";\nend;\n')
    assert cli.main(["run", str(path)]) == 0
    assert capsys.readouterr().out == "a\\x9b31m\tb\\u202e\n"


def test_one_answer_of_a_folder_is_no_answers(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "a.txt").write_text("norinori\nrooms:\n1 1 2\n1 2 2\nanswer:\nshaded:\nx - x\nx - x\n")
    assert cli.main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith("1 answer: 1 right\n")


@pytest.mark.parametrize("long", ["x" * 5000, "ab " * 2000, "\x1b\n" * 2000, "a/b" * 2000, "a'b\"c" * 1000])
def test_a_message_is_bounded_whatever_is_in_it(long: str) -> None:
    quoted = str(InputError(f"there is no layer {long!r} here", "answer.json"))
    bare = str(InputError(f"the value of {long} is a number, not 'x'", "answer.json"))
    for content in (quoted, bare):
        assert len(content) < 700
        assert content.startswith("answer.json: the")
    assert bare.endswith("is a number, not 'x'")
    assert quoted.endswith("here")
