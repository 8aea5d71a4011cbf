"""Many puzzles at a time: sources that are cut as they come, folders, files of records, and what is bad among them."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pencilp import api
from pencilp._util import read_limited
from pencilp.cli import main
from pencilp.cli.destinations import fit_name
from pencilp.formats import reading
from pencilp.formats.links import write_link
from pencilp.formats.sources import Sources
from pencilp.formats.text import text as plain

EXAMPLES = Path(__file__).parent.parent / "examples"
ONE = "norinori\nrooms:\n1 1\n"
TWO = "norinori\nrooms:\n1 1\n1 1\n"
NONE = "norinori\nrooms:\n1\n"
BAD = "norinori\nroms:\n1\n"
LINE = json.dumps({"id": "a", "problem": "1 2\n- -\n1 1", "solution": "1 2\nx x"})
LINK = "https://puzz.link/p?norinori/2/1/0"

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def make(name: str, content: str | bytes) -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return make


@pytest.fixture
def small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_limited, "PORTION", 7)


# -- cutting ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.usefixtures("small_portions")
def test_a_file_is_cut_alike_in_whatever_portions_it_comes(end: str, write: Write) -> None:
    text = f"// two\n{ONE}--- // the next\n\n{TWO}\n---\n---\n{BAD}".replace("\n", end)
    found = list(reading.unread(write("x.txt", text)))
    assert [(each.number, each.line, each.alone) for each in found] == [(1, 2, False), (2, 7, False), (3, 14, False)]
    assert [each.read() for each in found[:2]] == plain.read(f"{ONE}---\n{TWO}")
    with pytest.raises(Exception, match=r"x.txt:15:1: norinori has no layer"):
        found[2].read()
    lines = list(reading.unread(write("Norinori.jsonl", f"{LINE}{end}{end}no json{end}{LINE}")))
    assert [(each.number, each.line) for each in lines] == [(1, 1), (2, 3), (3, 4)]
    links = list(reading.unread(write("x.url", f"{LINK}{end}{end}{LINK}")))
    assert [(each.number, each.line) for each in links] == [(1, 1), (2, 3)]
    assert links[0].read() == links[1].read() == plain.read(ONE)[0]


@pytest.mark.parametrize("first", ["htps://puzz.link/p?norinori/2/1/0", "x"])
def test_a_bad_first_line_hides_no_format(first: str, write: Write) -> None:
    for name, line in (("x.url", LINK), ("lines.txt", json.dumps({"genre": "norinori", **json.loads(LINE)}))):
        found = list(reading.unread(write(name, f"{first}\n{line}\n{line}\n{line}\n")))
        assert [each.number for each in found] == [1, 2, 3, 4]
        assert [each.read().genre.name for each in found[1:]] == ["norinori"] * 3


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        pytest.param(f"\ufeffname,link\nsmall,{LINK}\n", [2], id="byte order mark"),
        pytest.param(f'link,note\n{LINK},"a\nb, ""c"""\n{LINK},"d"\n', [2, 4], id="a cell of two lines"),
        pytest.param(f'"na\nme",link\nx,{LINK}\n', [3], id="a head of two lines"),
        pytest.param(f'name,link\nx,{LINK}\n"never closed,{LINK}\n', [2, 3], id="a quote that is never closed"),
        pytest.param(f"link\n{LINK}\n{LINK}\n", [2, 3], id="one column"),
        pytest.param(f"{LINK}\tx\n{LINK}\ty\n", [1, 2], id="tabs, no head"),
    ],
)
def test_a_table_gives_a_puzzle_for_each_row_below_its_head(content: str, lines: list[int], write: Write) -> None:
    found = list(reading.unread(write("x.csv", content)))
    assert [(each.form, each.number, each.line) for each in found] == [
        ("link", number, line) for number, line in enumerate(lines, 1)
    ]
    assert all(each.read() == plain.read(ONE)[0] for each in found[:1])


def test_lines_of_81_characters_are_sudokus_if_no_genre_is_given(write: Write) -> None:
    board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    path = write("x.txt", f"{board}\n{board.replace('.', '0')}\n12\n")
    first, second, third = reading.unread(path)
    assert first.read().genre.name == "sudoku"
    assert first.read() == second.read()
    with pytest.raises(Exception, match=r"x\.txt:3:1: sudoku has as many rows as columns"):
        third.read()
    assert first.read("anti_knight_sudoku").genre.name == "anti_knight_sudoku"


@pytest.mark.parametrize("head", ["name,link\nsmall,", "link\n"])
def test_a_table_is_read_from_standard_input(head: str) -> None:
    found = list(reading.unread("-", content=f"{head}{LINK}\n".encode()))
    assert [(each.form, each.line) for each in found] == [("link", 2)]
    assert found[0].read() == plain.read(ONE)[0]


def test_every_puzzle_is_in_the_encoding_of_the_file_and_a_broken_one_stops_no_other(write: Write) -> None:
    names = ["黒マスの部屋", "ｶﾅ", "x"]
    for codec in ("cp932", "euc_jp", "utf-8", "utf-8-sig", "utf-16"):
        output = "---\n".join(ONE.replace("rooms", f"name: {name}\nrooms") for name in names)
        assert [puzzle.name for puzzle in api.load_all(write("x.txt", output.encode(codec)))] == names
    broken = ONE.encode() + b"---\n" + ONE.replace("rooms", "name: 黒\nrooms").encode() + b"---\nnorinori // \xe9\n"
    first, second, third = reading.unread(write("x.txt", broken))
    assert (first.read().name, second.read().name) == ("", "黒")
    place = broken.rindex(b"\xe9") + 1
    with pytest.raises(Exception, match=rf"x.txt:10: byte {place} is not UTF-8"):
        third.read()


def test_puzzles_come_out_of_a_pipe_before_its_end() -> None:
    command = [sys.executable, "-m", "pencilp", "solve", "-", "--format", "jsonl"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{LINK}\n{LINK}\n".encode())
    process.stdin.flush()
    assert [json.loads(process.stdout.readline())["puzzle"] for _ in range(2)] == [1, 2]
    process.stdin.close()
    assert process.wait(300) == 0
    process.stdout.close()


def test_a_folder_is_read_as_a_person_would_order_it(write: Write, tmp_path: Path) -> None:
    for name in ("p10.txt", "p2.TXT", "sub/a.url", ".hidden.txt", "~$x.xlsx", "read.me", "sub/out/old.txt"):
        write(f"puzzles/{name}", LINK if name.endswith("url") else ONE)
    folder = tmp_path / "puzzles"
    sources = Sources([str(folder)], without=[str(folder / "sub" / "out")])
    assert [os.path.relpath(each.source, folder) for each in sources] == ["p2.TXT", "p10.txt", "sub/a.url"]
    assert [each.under for each in sources] == ["", "", "sub"]
    assert sources.passed_over == [str(folder / "read.me")]


# -- what is bad among many ---------------------------------------------------------------------------------------------


def many(write: Write) -> list[str]:
    """A bad puzzle among three others in each format of many."""
    good = json.dumps({"genre": "norinori", **json.loads(LINE)})
    return [
        write("texts.txt", "---\n".join([ONE, BAD, ONE, ONE])),
        write("links.url", f"{LINK}\n{LINK}9\n{LINK}\n{LINK}\n"),
        write("lines.jsonl", f"{good}\n{good[:-9]}\n{good}\n{good}\n"),
    ]


@pytest.mark.parametrize("command", ["solve", "bench", "convert -o text", "check"])
def test_a_bad_puzzle_is_reported_and_the_others_are_solved(
    command: str, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *options = command.split()
    for path in many(write):
        line = 6 if path.endswith("txt") else 2
        assert main([name, path, *options]) == 2
        captured = capsys.readouterr()
        output = captured.out if name == "bench" else captured.err
        assert f"{path}:{line}" in output
        assert "puzzle 2" in output
        if name == "solve":
            assert captured.out.count("the only one") == 3
            assert captured.out.splitlines()[-1].endswith(" s: 3 with one answer, 1 left out")
        elif name == "convert":
            assert captured.out.count("---\n") == 2
        elif name == "check":
            answers = path.endswith("jsonl")
            assert captured.out.splitlines()[-1] == f"4 answers: {'3 right, 1' if answers else '4'} left out"
        if name in ("solve", "convert"):
            assert captured.err.endswith("pencilp: 1 of 4 puzzles was left out: see above\n")


def test_a_file_that_is_missing_stops_no_other(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone, empty = str(tmp_path / "gone.txt"), tmp_path / "empty"
    empty.mkdir()
    for command in ("solve", "bench", "check"):
        right = write("x.txt", f"{ONE}answer:\nshaded:\nx x\n")
        assert main([command, gone, str(empty), right]) == 2
        captured = capsys.readouterr()
        assert f"{gone}: No such file or directory" in captured.out + captured.err
        assert f"{empty}: there is no puzzle in this folder" in captured.out + captured.err
    assert main(["solve", gone]) == 2
    assert capsys.readouterr().err == f"pencilp: {gone}: No such file or directory\n"


def test_options_may_stand_between_the_files(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", write("a.txt", ONE), "--format", "jsonl", write("b.txt", TWO), "--count", "1"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [r.get("status") for r in records] == [None, "found", None, "found"]


@pytest.mark.parametrize("command", ["solve", "check", "bench"])
def test_every_puzzle_of_many_is_called_by_its_place_its_number_and_its_name(
    command: str, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    answered = ONE + "answer:\nshaded:\nx -\n"
    named = answered.replace("rooms", "name: of the week\nrooms")
    path, alone = write("x.txt", f"{named}---\n{BAD}---\n{answered}"), write("y.txt", named)
    lines = write(
        "z.jsonl", "\n".join([json.dumps({"genre": "norinori", **json.loads(LINE), "solution": "1 2\nx -"})] * 2)
    )
    assert main([command, path, alone, lines]) == 2
    captured = capsys.readouterr()
    places = (
        f"{path}:1: puzzle 1 (of the week)",
        f"{path}:13: puzzle 3",
        f"{alone} (of the week)",
        f"{lines}:2: puzzle 2 (a)",
    )
    assert f"{path}:10:1: puzzle 2: norinori has no layer" in captured.out + captured.err
    if command == "bench":
        assert (
            captured.out.splitlines()[-2]
            == f"norinori: not the recorded answer: of the week, {path}:13: puzzle 3, of the week, a, a"
        )
    else:
        assert all(f"\n{place}: " in f"\n{captured.out}" for place in places)


# -- records ------------------------------------------------------------------------------------------------------------


def test_a_record_a_puzzle_in_lines_and_in_a_table(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("x.txt", "---\n".join([ONE.replace("rooms", 'name: "い,ろ"\nrooms'), BAD, TWO, NONE]))
    assert main(["solve", path, "--format", "jsonl"]) == 2
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert main(["solve", path, "--format", "csv"]) == 2
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    for records in (lines, rows):
        assert [r["status"] for r in records] == ["unique", "failed", "multiple", "none"]
        assert [r["id"] for r in records] == ["い,ろ", "2", "3", "4"]
        assert [str(r["puzzle"]) for r in records] == ["1", "2", "3", "4"]
        assert [str(r["line"]) for r in records] == ["1", "6", "10", "15"]
        (puzzle,) = plain.read(str(records[0]["text"]))
        assert puzzle.answer is not None
        assert puzzle.answer["shaded"] == [1, 1]
        assert records[0]["link"] == LINK
        assert "x.txt:7:1: norinori has no layer 'roms'" in str(records[1]["error"])
        assert all(float(r["ms"]) >= 0 for r in records)


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv", "out.json", "out.txt"])
def test_one_file_of_all_answers(name: str, write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = write("x.txt", "---\n".join([ONE, TWO, NONE])), tmp_path / name
    assert main(["solve", source, "-o", str(target)]) == 1
    capsys.readouterr()
    output = target.read_text(encoding="utf-8-sig")
    if name.endswith("json"):
        assert [r["status"] for r in json.loads(output)] == ["unique", "multiple", "none"]
    elif name.endswith("txt"):
        says = [line for line in output.splitlines() if line.startswith("//")]
        assert says == ["// the only answer", "// one of several answers", "// there is no answer"]
    if name.endswith(("txt", "jsonl")):
        answers = [puzzle.answer for puzzle in api.load_all(str(target))]
        assert [answer is not None for answer in answers] == [True, True, False]
        assert main(["check", str(target)]) == 2
        assert capsys.readouterr().out.splitlines()[-1] == "3 answers: 2 right, 1 left out"


def test_json_reports_a_found_answer(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", write("x.txt", TWO), "--count", "1", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "found"


# -- folders ------------------------------------------------------------------------------------------------------------


def test_answers_go_into_a_folder(write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named = ONE.replace("rooms", "name: 部屋/一 :\nrooms")
    write("puzzles/two.txt", f"{named}---\n{named}---\n{TWO}")
    write("puzzles/sub/one.txt", ONE)
    (tmp_path / "puzzles" / "b.xlsx").write_bytes((EXAMPLES / "bomber.xlsx").read_bytes())
    out = tmp_path / "out folder"
    assert main(["solve", str(tmp_path / "puzzles"), "-o", str(out)]) == 2
    assert "b.xlsx: a workbook does not say its genre" in capsys.readouterr().err
    names = sorted(os.path.relpath(path, out) for path in out.rglob("*.*"))
    assert names == ["sub/one.txt", "two-0003.txt", "部屋_一 _-2.txt", "部屋_一 _.txt"]
    assert main(["solve", str(tmp_path / "puzzles" / "b.xlsx"), "--genre", "bomber", "-o", f"{out}/"]) == 0
    assert main(["check", str(out / "b.xlsx"), "--genre", "bomber"]) == 0
    assert main(["solve", str(tmp_path / "puzzles"), "-o", str(out), "--format", "svg"]) == 2
    assert len(list(out.rglob("*.svg"))) == 4
    assert main(["solve", str(tmp_path / "puzzles"), "-o", str(out), "--format", "jsonl"]) == 2
    capsys.readouterr()


def test_no_answer_takes_the_place_of_a_puzzle(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write("p/a.txt", ONE)
    assert main(["solve", str(tmp_path / "p"), "-o", str(tmp_path / "p")]) == 2
    assert "it is an input file; name another folder" in capsys.readouterr().err
    assert (tmp_path / "p" / "a.txt").read_text() == ONE
    assert main(["convert", str(tmp_path / "p"), "-o", str(tmp_path / "p"), "--format", "svg"]) == 0
    assert (tmp_path / "p" / "a.svg").exists()


@pytest.mark.parametrize("target", ["x.txt/", "no/such/out/x/y.txt"])
def test_a_folder_that_cannot_be_is_refused(target: str, write: Write, tmp_path: Path, capsys: Any) -> None:
    source = write("x.txt", ONE)
    assert main(["solve", source, "-o", str(tmp_path) + "/" + target]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_names_of_files_are_fit_for_any_system() -> None:
    assert fit_name("a/b\\c:d*e?f") == "a_b_c_d_e_f"
    assert fit_name("二人の部屋 3") == "二人の部屋 3"
    assert [fit_name(name) for name in ("", "..", "-o", "CON", "con.x", "\ud800")] == [
        "_",
        "_",
        "_-o",
        "_CON",
        "_con.x",
        "_",
    ]
    assert len(fit_name("部" * 500).encode()) <= 180


def test_formats_of_files_need_a_file_or_a_folder(write: Write, tmp_path: Path, capsys: Any) -> None:
    two = write("x.txt", f"{ONE}---\n{ONE}")
    for arguments in (
        ["solve", two, "--format", "png"], ["solve", two, "--format", "svg"], ["solve", two, "-o", str(tmp_path / "x.svg")],
        ["convert", two, "-o", "svg"], ["convert", two, "-o", str(tmp_path / "x.txt"), "--format", "svg"],
        ["solve", two, "x.lp"],
    ):  # fmt: skip
        assert main(arguments) == 2
        captured = capsys.readouterr()
        assert (captured.out, captured.err.count("\n")) == ("", 1)


# -- what ends a run ----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(("name", "sent"), [
    ("out.txt", "SIGINT"), ("out.jsonl", "SIGINT"), ("out/", "SIGINT"), ("out.txt", "SIGTERM"), ("out.jsonl", "SIGHUP"),
])  # fmt: skip
def test_signals_keep_finished_puzzles(name: str, sent: str, write: Write, tmp_path: Path) -> None:
    source = write("x.txt", "---\n".join([ONE] * 60_000))
    command = [sys.executable, "-m", "pencilp", "solve", source, "-o", f"{tmp_path}/{name}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for _ in range(6):
        process.stdout.readline()
    process.send_signal(getattr(signal, sent))
    out, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (3, "pencilp: stopped\n")
    done = int(out.splitlines()[-1].split()[0])
    assert done > 5
    written = len(list((tmp_path / "out").iterdir())) if name == "out/" else len(api.load_all(str(tmp_path / name)))
    assert written == done
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_ends_a_run_in_one_line(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    source = write("x.txt", "---\n".join([ONE] * 9))
    full = tmp_path / "full.txt"
    full.symlink_to("/dev/full")
    assert main(["solve", source, "-o", str(full), "--format", "jsonl"]) == 2
    assert capsys.readouterr().err == f"pencilp: {full}: cannot be written: No space left on device\n"


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured in kB")
def test_memory_does_not_grow_with_the_puzzles(tmp_path: Path) -> None:
    used = """
import resource, sys
from pencilp.cli import benchmark
from pencilp.formats.sources import Sources
for n in (300, 6000):
    open(sys.argv[1], "w").write("---\\n".join(["norinori\\nrooms:\\n1\\n"] * n))
    report = benchmark.Report(benchmark.run(Sources([sys.argv[1]])))
    print(report.puzzles, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    line = [sys.executable, "-c", used, str(tmp_path / "x.txt")]
    few, all_ = (list(map(int, output.split())) for output in subprocess.check_output(line, text=True).splitlines())
    assert (few[0], all_[0]) == (300, 6000)
    assert all_[1] - few[1] < 6_000
    assert write_link(plain.read(ONE)[0]) == LINK


def test_a_file_of_links_may_have_remarks(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("l.url", "l.txt"):
        path = write(name, f"# hard ones\n{LINK}\n\n// easy\n{LINK}\n# the end\n")
        assert main(["solve", path, "--format", "csv"]) == 0
        rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
        assert [(row["puzzle"], row["line"], row["status"]) for row in rows] == [
            ("1", "2", "unique"),
            ("2", "5", "unique"),
        ]
    assert main(["solve", write("none.url", "# nothing\n")]) == 2
    assert "none.url:1: there is no puzzle in it" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_in_a_folder_is_reported_and_skipped(write: Write, tmp_path: Path, capsys: Any) -> None:
    write("p/a.txt", ONE)
    folder = tmp_path / "p"
    os.mkfifo(folder / "pipe.txt")
    (folder / "link.txt").symlink_to("pipe.txt")
    (folder / "zero.txt").symlink_to("/dev/zero")
    assert main(["solve", str(folder)]) == 2
    err = capsys.readouterr().err
    for name in ("pipe", "link", "zero"):
        assert f"{folder / name}.txt: a pipe or a device is not read in a folder" in err


def test_a_link_to_a_folder_is_named(tmp_path: Path, write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write("real/a.txt", ONE)
    write("given/b.txt", ONE)
    (tmp_path / "given" / "link").symlink_to(tmp_path / "real", target_is_directory=True)
    assert main(["bench", str(tmp_path / "given")]) == 0
    assert f"links to folders are not followed: {tmp_path / 'given' / 'link'}" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_the_only_puzzle_has_a_record_though_it_is_bad(
    kind: str, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    for content in (BAD, ""):
        assert main(["solve", write("bad.txt", content), "--format", kind]) == 2
        output = io.StringIO(capsys.readouterr().out)
        (record,) = csv.DictReader(output) if kind == "csv" else map(json.loads, output)
        assert record["status"] == "failed"
        assert "bad.txt:" in record["error"]


def test_a_record_of_a_bad_puzzle_is_refused_when_read(
    tmp_path: Path, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    output = str(tmp_path / "stored.jsonl")
    assert main(["solve", write("two.txt", f"{BAD}---\n{ONE}"), "-o", output]) == 2
    capsys.readouterr()
    assert main(["check", output]) == 2
    assert "this record is about a puzzle that could not be read: " in capsys.readouterr().err


@pytest.mark.parametrize("name", ["own.lp", "own.mps.gz", "own.opb", "own.aspif"])
@pytest.mark.parametrize("command", ["bench", "check", "export"])
def test_programs_and_puzzles_are_distinguished(
    name: str, command: str, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(name, "Minimize\n obj: x\nSubject To\n c: x >= 1\nBinary\n x\nEnd\n")
    options = ["-o", "lp"] if command == "export" else []
    assert main([command, path, *options]) == 2
    said = capsys.readouterr()
    assert f"{name}: this is an integer program, which holds no puzzle" in said.out + said.err


def test_a_program_has_no_table(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write("own.lp", "Minimize\n obj: x\nSubject To\n c: x >= 1\nBinary\n x\nEnd\n")
    assert main(["solve", path, "--format", "csv"]) == 2
    assert "an integer program has no csv; use --format text, json or jsonl" in capsys.readouterr().err
