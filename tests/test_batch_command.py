"""``pencilp batch``: inputs, files, exit codes, expectations, messages."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pencilp
from pencilp import api
from pencilp.batches.out import records_in
from pencilp.batches.tasks import TASKS, Settings
from pencilp.cli import main
from pencilp.cli.batch_summary import reason_in
from pencilp.cli.tables import columns_of
from pencilp.errors import InputError, SolverMissing

LINK = "https://puzz.link/p?norinori/5/5/cag4ocjo"
ONE = "norinori\nrooms:\n1 1\n"
SEVERAL = "norinori\nrooms:\n1 1 2 2\n1 1 2 2\n"
NONE = "norinori\nrooms:\n1 2\n"
Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def put(content: str, name: str = "x.txt") -> str:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
        return str(path)

    return put


def run(*arguments: str, code: int = 0, capsys: pytest.CaptureFixture[str]) -> tuple[list[dict[str, Any]], str]:
    """The records that a batch prints, and its messages."""
    assert main(["batch", *arguments]) == code
    captured = capsys.readouterr()
    return [json.loads(line) for line in captured.out.splitlines()], captured.err


def test_any_mix_of_inputs_is_one_batch(write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(ONE, "folder/one.txt")
    write(f"{ONE}---\nno such genre\n---\n{SEVERAL}", "folder/three.txt")
    table = write(f'n,author,link\n1,"me, you",{LINK}\n2,me,\n3,"a ""b""",{LINK}\n', "table.csv")
    dataset = write('{"id": "a", "problem": "1 2\\n- -\\n1 1", "solution": "1 2\\nx x"}\n{}\n', "Norinori.jsonl")
    records, err = run(LINK, table, dataset, str(tmp_path / "folder"), "--jobs", "2", code=2, capsys=capsys)
    found = sorted((os.path.basename(r["file"]), r["line"] or 0, r["status"]) for r in records)
    assert found == [
        ("Norinori.jsonl", 1, "unique"), ("Norinori.jsonl", 2, "failed"), ("cag4ocjo", 0, "unique"), ("one.txt", 1, "unique"),
        ("table.csv", 2, "unique"), ("table.csv", 3, "failed"), ("table.csv", 4, "unique"), ("three.txt", 1, "unique"),
        ("three.txt", 5, "failed"), ("three.txt", 7, "multiple"),
    ]  # fmt: skip
    assert ": 6 unique, 1 several, 3 failed" in err


def test_lines_with_a_whole_board_each_need_only_a_genre(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    path = write(f"{board}\n" * 3, "boards.txt")
    records, _ = run(path, "--genre", "sudoku", "--expect", "unique", capsys=capsys)
    assert [(r["status"], r["clues"], r["rows"]) for r in records] == [("unique", 30, 9)] * 3
    assert len({r["key"] for r in records}) == 3


def test_duplicates_meet_expectations_and_have_columns(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(f"{ONE}---\nnorinori\nrooms:\n1\n1\n---\n{SEVERAL}")
    out = str(tmp_path / "out.csv")
    _, err = run(path, "-o", out, "--dedupe", "--expect", "unique", code=1, capsys=capsys)
    assert ": 1 unique, 1 several, 1 duplicate" in err
    with open(out, encoding="utf-8-sig", newline="") as file:
        rows = [*csv.DictReader(file)]
    assert [(r["status"], r["first"], r["turned"]) for r in rows if r["same_as"]] == [
        ("duplicate", f"{path}:1", "turned by 90 degrees")
    ]
    assert main(["batch", write(f"{ONE}---\n{ONE}"), "--dedupe", "--expect", "unique", "--summary"]) == 0
    assert "2 puzzles" in (shown := capsys.readouterr().out)
    assert "1 unique, 1 duplicate" in shown


def test_a_duplicate_is_as_good_as_its_first_puzzle_after_that_is_gone(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    turned = "norinori\nrooms:\n1 1\n1 1\n1 1\n"
    first, second = write("norinori\nrooms:\n1 1 1\n1 1 1\n", "a.txt"), write(turned, "b.txt")
    out = str(tmp_path / "out.jsonl")
    options = ("-o", out, "--dedupe", "--expect", "unique")
    run(first, second, *options, code=1, capsys=capsys)
    run(second, *options, code=1, capsys=capsys)
    third = write(turned.replace("rooms", "name: third\nrooms"), "c.txt")
    run(third, *options, code=1, capsys=capsys)
    run(third, *options, code=1, capsys=capsys)


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{LINK}\n{LINK}\n".encode())))
    records, _ = run("-", "--jobs", "1", capsys=capsys)
    assert [(r["file"], r["line"], r["status"]) for r in records] == [("-", 1, "unique"), ("-", 2, "unique")]


@pytest.mark.parametrize(
    ("texts", "arguments", "code"),
    [
        ([ONE], "", 0), ([NONE], "", 1), ([SEVERAL], "", 0), (["sudoku\n"], "", 2), ([ONE, NONE], "", 1),
        ([ONE, "no"], "", 2), ([ONE], "--expect unique", 0), ([SEVERAL], "--expect unique", 1),
        ([SEVERAL], "--expect answered", 0), ([NONE], "--expect answered", 1), ([ONE], "--expect right", 1),
        ([ONE + "answer:\nshaded:\nx x\n"], "--expect right", 0), ([ONE + "answer:\nshaded:\nx -\n"], "", 1),
        ([ONE + "answer:\nshaded:\nx x\n"], "--do check", 0), ([ONE + "answer:\nshaded:\nx -\n"], "--do check", 1),
        ([ONE + "answer:\nshaded:\n? ?\n"], "--expect right", 1), ([ONE + "answer:\nshaded:\nx ?\n"], "--expect right", 1),
        ([ONE + "answer:\nshaded:\nx ?\n"], "--do check --expect right", 1),
        ([ONE], "--do check", 2), ([ONE], "--do facts --expect unique", 0), ([SEVERAL], "--do needless", 0),
        ([SEVERAL], "--time-limit 0.000001", 3),
    ],
)  # fmt: skip
def test_the_exit_code_says_whether_all_is_as_expected(
    texts: list[str], arguments: str, code: int, write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [write(text, f"{n}.txt") for n, text in enumerate(texts)]
    out = str(tmp_path / "out.jsonl")
    # the second run does nothing, and its exit code is the same
    for _ in range(2):
        assert main(["batch", *paths, "-o", out, *arguments.split(), "--jobs", "1", "--quiet"]) == code
        assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("batch x -o -x.jsonl", "-o/--output needs a value; one that begins with - is written --output=-... (see"),
        ("batch x --jobs", "--jobs needs a value (see"),
        ("hint x --seed x", "argument --seed: 'x' is not a whole number from -999,999,999 to 999,999,999 (see"),
    ],
)
def test_a_missing_or_wrong_value_is_one_plain_line(
    arguments: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments.split())
    assert capsys.readouterr().err.startswith(f"pencilp: {says} pencilp ")


def test_outputs_in_the_folder_are_no_input(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(ONE, "in/one.txt")
    run("in", "-o", "in/first.csv", "--jobs", "1", capsys=capsys)
    for name in ("first.csv", "second.jsonl"):
        _, err = run("in", "-o", f"in/{name}", "--jobs", "1", capsys=capsys)
        assert ("records of earlier batches are not read as puzzles: in/first.csv.jsonl" in err) is (
            name != "first.csv"
        )
        assert len([*records_in("in/second.jsonl" if name != "first.csv" else "in/first.csv.jsonl")]) == 1
    assert "do not end like a puzzle: in/first.csv" in err.replace("does not", "do not")
    _, err = run("in/second.jsonl", code=2, capsys=capsys)
    assert err.startswith("pencilp: in/second.jsonl: these are records of a batch: add --summary or --report")
    with pytest.raises(InputError, match=r"in/second.jsonl: these are records of pencilp batch, not puzzles"):
        pencilp.load_all("in/second.jsonl")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("no/such.txt", "no/such.txt: No such file or directory"),
        ("IN --genre norinoir", "norinori"),
        ("IN -o out.txt", "out.txt: cannot write .txt; use one of .jsonl, .csv, .parquet"),
        ("IN -o no/such/out.jsonl", "there is no folder"),
        ("IN --do check --expect unique", "--expect: with --do check this can be right"),
        ("IN --do facts --solver highs", "the task facts takes no other solver"),
        ("IN --dedupe --do check", "each puzzle has an answer of its own to check"),
        ("IN --dedupe --expect right", "--expect: duplicates are not solved"),
        ("IN -o IN.jsonl IN.jsonl", "IN.jsonl: it is an input file; name another file"),
        ("IN -o other.jsonl", "other.jsonl:1: this is no record of a batch; name another file"),
    ],
)
def test_a_wrong_option_is_one_line_before_anything_is_written(
    arguments: str, says: str, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("IN", "IN.jsonl"):
        write(ONE, name)
    write("one\ntwo\n", "other.jsonl")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert main(["batch", *arguments.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert says in err
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("solver", ["scip", "external:no-such-command {lp} {sol}"])
def test_a_missing_solver_ends_a_batch_before_anything_is_written(
    solver: str, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setitem(sys.modules, "pyscipopt", None)
    path, out = write(ONE), tmp_path / "out.jsonl"
    assert main(["batch", path, "--solver", solver, "-o", str(out)]) == main(["solve", path, "--solver", solver]) == 3
    says = "SCIP is not installed: pip install" if solver == "scip" else "cannot run no-such-command"
    assert capsys.readouterr().err.count(says) == 2
    assert not out.exists()
    with pytest.raises(SolverMissing, match=says):
        pencilp.batch(path, solver=solver, out=out)
    assert not out.exists()


@pytest.mark.parametrize(("task", "entry"), [("needless", "complete"), ("rate", "finished")])
def test_a_task_that_a_limit_ended_counts_as_limit(
    task: str, entry: str, write: Write, tmp_path: Path, capsys: Any
) -> None:
    path, out = write(f"{ONE}---\n{ONE}"), str(tmp_path / "out.jsonl")
    arguments = ["batch", path, "--do", task, "-o", out, "--summary", "--jobs", "1"]
    assert main(arguments) == 0
    first, second = records_in(out)
    assert (first["status"], first[entry]) == ("unique", True)
    # only a race with the clock leaves a real record like this
    Path(out).write_text(f"{json.dumps(first)}\n{json.dumps(second | {entry: False})}\n", encoding="utf-8")
    capsys.readouterr()
    assert main([*arguments, "--expect", "unique"]) == 3
    head, row, *_ = capsys.readouterr().out.splitlines()
    counts = dict(zip(head.split(), row.split(), strict=False))
    assert [counts[name] for name in ("puzzles", "unique", "limit")] == ["2", "1", "1"]


def test_a_half_written_record_is_reported_when_it_is_cut_off(write: Write, tmp_path: Path, capsys: Any) -> None:
    path, out = write(ONE), tmp_path / "out.jsonl"
    arguments = ["batch", path, "-o", str(out), "--jobs", "1", "--quiet"]
    assert main(arguments) == 0
    whole = out.read_bytes()
    out.write_bytes(whole[:100])
    assert main(arguments) == 0
    cut = "a record that was half written is cut off; its puzzle is done again"
    assert capsys.readouterr() == ("", f"pencilp: {out}:1: {cut}\n")
    assert json.loads(out.read_bytes())["key"] == json.loads(whole)["key"]


def test_an_edited_record_is_one_line_in_a_summary(write: Write, tmp_path: Path, capsys: Any) -> None:
    path, out = write(f"{ONE}---\n{ONE}"), tmp_path / "out.jsonl"
    arguments = ["batch", path, "-o", str(out), "--jobs", "1", "--quiet"]
    assert main(arguments) == 0
    first, second = records_in(str(out))
    for change in ({"status": 5}, {"ms": {"total": "x"}}):
        out.write_text(f"{json.dumps(first)}\n{json.dumps(second | change)}\n", encoding="utf-8")
        assert main([*arguments, "--summary"]) == 2
        says = f"pencilp: {out}:2: this is no record of a batch; name another file\n"
        assert capsys.readouterr() == ("", says)


def test_a_folder_does_not_read_its_own_file_of_records(write: Write, tmp_path: Path, capsys: Any) -> None:
    write(ONE, "folder/one.txt")
    for name in ("out.jsonl", "out.csv"):
        for _ in range(2):
            assert main(["batch", str(tmp_path / "folder"), "-o", str(tmp_path / "folder" / name), "--jobs", "1"]) == 0
        (tmp_path / "folder" / "out.jsonl").unlink(missing_ok=True)
    assert "1 had a record before" in capsys.readouterr().err


def test_a_table_has_a_line_for_each_record(write: Write, tmp_path: Path, capsys: Any) -> None:
    path, out = write(f"{ONE}---\nname: =1+1\n{ONE}---\n{SEVERAL}"), str(tmp_path / "out.csv")
    assert main(["batch", path, "-o", out, "--jobs", "1"]) == 2
    with open(out, encoding="utf-8", newline="") as file:
        content = file.read()
    assert content.startswith("\ufeffkey,id,")
    rows = list(csv.DictReader(io.StringIO(content)))
    assert content.count("\n") == 1 + len(rows) == 4
    assert sorted(row["status"] for row in rows) == ["failed", "multiple", "unique"]
    text = next(row["text"] for row in rows if row["status"] == "unique")
    assert api.load_all(text.replace("\\n", "\n"))[0] == api.load_all(ONE)[0]
    assert len([*records_in(f"{out}.jsonl")]) == 3


def test_a_parquet_file_has_a_row_for_each_record(write: Write, tmp_path: Path, capsys: Any) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path, out = write(f"{ONE}---\nbad\n---\n{SEVERAL}"), str(tmp_path / "out.parquet")
    assert main(["batch", path, "-o", out, "--jobs", "1"]) == 2
    table = parquet.read_table(out)
    assert sorted(table.column("status").to_pylist()) == ["failed", "multiple", "unique"]
    assert table.schema.field("ms_total").type == "double"


def test_each_entry_that_a_task_puts_into_a_table_has_a_type(write: Write, tmp_path: Path, capsys: Any) -> None:
    for name, task in TASKS.items():
        assert {*task.columns} <= {*columns_of(Settings(name))}
    out = str(tmp_path / "rated.csv")
    assert main(["batch", write(ONE), "--do", "rate", "-o", out, "--jobs", "1"]) == 0
    (row,) = csv.DictReader(io.StringIO(Path(out).read_text(encoding="utf-8")))
    assert (row["level"], row["finished"]) == ("easy", "True")


def test_a_summary_counts_by_genre_size_and_reason(write: Write, tmp_path: Path, capsys: Any) -> None:
    path = write(f"{ONE}---\nbad\n---\n{SEVERAL}---\nworse\n")
    out = str(tmp_path / "out.jsonl")
    texts = []
    for more in ([], ["-o", out], ["-o", out]):
        assert main(["batch", path, "--summary", "--jobs", "1", *more]) == 2
        texts.append(capsys.readouterr().out)
    for text in texts:
        assert text.startswith("genre     puzzles  unique  several  none  limit  failed  differing ")
        assert "\nnorinori        2       1        1 " in text
        assert "\nup to 6x6: 2 puzzles, " in text
        assert text.count("\nslow: ") == 2
        assert text.count("\nfailed: 1 puzzle: the first line must name the genre: there is no genre ") == 2


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        ("a.txt:14: puzzle 3 (of the week): the board: no", "the board: no"), ("a.txt:1:2: no", "no"),
        ("a.txt: puzzle 2: no", "no"), ("a.txt: no", "no"), ("this is no link", "this is no link"),
    ],
)  # fmt: skip
def test_a_reason_has_no_place(error: str, reason: str) -> None:
    assert reason_in({"file": "a.txt", "error": error}) == reason


def test_changed_inputs_are_named_by_their_keys(write: Write, tmp_path: Path, capsys: Any) -> None:
    out = str(tmp_path / "out.jsonl")
    path = write(f"{ONE}---\nname: old\n{ONE}".replace("name: old\nnorinori", "norinori\nname: old"))
    assert main(["batch", path, "-o", out, "--jobs", "1"]) == 0
    (key,) = [r["key"] for r in records_in(out) if r["id"] == "old"]
    capsys.readouterr()
    write(f"{ONE}---\nnorinori\nname: new\nrooms:\n1 1\n")
    assert main(["batch", path, "-o", out, "--jobs", "1"]) == 0
    err = capsys.readouterr().err
    assert "1 puzzle in " in err
    assert "; 1 had a record before" in err
    assert f"1 record is of puzzles that are not in the input any more, or changed: {key} (old)" in err


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("sent", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_keeps_what_is_done(sent: str, write: Write, tmp_path: Path) -> None:
    path, out = write("---\n".join([ONE] * 3000)), str(tmp_path / "out.jsonl")
    command = [sys.executable, "-m", "pencilp", "batch", path, "-o", out, "--jobs", "2", "--do", "facts"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not (os.path.exists(out) and os.path.getsize(out)):
        pass
    process.send_signal(getattr(signal, sent))
    _, err = process.communicate(timeout=300)
    assert process.returncode == 3
    done = len([*records_in(out)])
    assert "pencilp: stopped after " in err
    assert err.endswith("the same command goes on where this one stopped\n")
    assert 0 < done < 3000


def test_every_block_of_the_document_runs_in_an_empty_folder(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    page = (Path(__file__).parent.parent / "docs" / "batch.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(sh|python)\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    script = tmp_path / "bin" / "pencilp"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pencilp "$@"\n')
    script.chmod(0o755)
    env = {**os.environ, "PATH": f"{script.parent}{os.pathsep}{os.environ['PATH']}", "PYTHONUTF8": "1"}
    printed = []
    for kind, text in blocks:
        command = ["bash", "-euo", "pipefail", "-c", text] if kind == "sh" else [sys.executable, "-c", text]
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        printed.append((done.stdout, done.stderr))
    (shell, said), (python, _) = printed
    assert "each has one answer\n" in shell
    assert "pencilp: 0 puzzles in " in said
    assert "; 3 had a record before" in said
    assert len(list(csv.DictReader((tmp_path / "table.csv").open(encoding="utf-8", newline="")))) == 3
    assert python.count("norinori unique ") == 2
    entries = set(re.findall(r"`(\w+)`", page.partition("## Records")[2].partition("\n## ")[0]))
    assert {*map(str, next(records_in(str(tmp_path / "out.jsonl"))))} - {"figures"} <= entries
