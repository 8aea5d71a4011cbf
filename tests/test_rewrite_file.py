"""``-o`` that names the file that is read: puzzles are changed in their places, and nothing else is lost."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pencilp.cli import main
from pencilp.cli.report import SolveReport
from pencilp.cli.rewrite_file import VERDICT, InPlace
from pencilp.errors import InputError, LimitReached
from pencilp.formats import reading

from .test_many_puzzles import BAD, LINK, NONE, ONE, TWO

REMARKED = "norinori // one\nrooms: // two\n1 1\n\n"
ANSWER = "answer:\nshaded:\nx x\n"
GOOD = {"genre": "norinori", "id": "a", "by": "me", "problem": "1 2\n- -\n1 1"}


def changed(path: Path, content: str | bytes, *command: str) -> int:
    """The exit code of a command that writes the file it reads."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return main([command[0], str(path), "-o", str(path), *command[1:]])


def test_all_of_a_text_but_the_answers_stays_as_it_was_typed(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    text = f"// of the week\n{REMARKED}--- // next\n# a bad one\n{BAD}---\n{NONE}---\n{ONE}// the end"
    assert changed(path, text, "solve") == 2
    new = text.replace("norinori // one", "// the only answer\nnorinori // one").replace("1 1\n\n", f"1 1\n{ANSWER}\n")
    new = new.replace(f"{NONE}---\n{ONE}// the end", f"// there is no answer\n{NONE}---\n// the only answer\n{ONE}")
    assert path.read_text() == f"{new}// the end\n{ANSWER}"
    # again: nothing is there twice
    again = path.read_text()
    assert changed(path, again, "solve") == 2
    assert path.read_text() == again
    # an answer that was right before a clue was changed
    assert changed(path, again.replace("1 1", "1 2", 1), "solve") == 2
    assert path.read_text().count("// there is no answer\n") == 2
    assert path.read_text().count(ANSWER) == 1


def test_the_answer_of_another_solver_is_put_into_the_puzzles_file(tmp_path: Path, capsys: Any) -> None:
    path, program, solution = (str(tmp_path / name) for name in ("x.txt", "x.lp", "x.sol"))
    text = f"# mine\n{REMARKED}"
    Path(path).write_text(text)
    assert main(["export", path, "-o", program]) == main(["solve", program, "-o", solution]) == 0
    assert main(["read", path, solution, "-o", path]) == 0
    assert Path(path).read_text() == f"{text.rstrip()}\n{ANSWER}\n"
    # a verdict on an earlier answer goes with it
    assert changed(Path(path), text, "solve") == 0
    output = Path(path).read_text()
    assert output == f"// the only answer\n{text.rstrip()}\n{ANSWER}\n"
    assert main(["read", path, solution, "-o", path]) == 0
    assert Path(path).read_text() == output.replace("// the only answer\n", "")
    Path(path).write_text(f"{text}---\n{ONE}")
    capsys.readouterr()
    assert main(["read", path, solution, "-o", path]) == 2
    assert "it holds 2 puzzles, but one is needed" in capsys.readouterr().err


@pytest.mark.parametrize("end", ["\n// of the editor\n", "\n# of the editor\n\n# and of the reader\n", "# at once\n"])
def test_remarks_below_an_answer_stay(end: str, tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    text = f"norinori\nrooms:\n1 1\n{ANSWER.replace('x x', '- x')}{end}"
    for _ in range(2):
        assert changed(path, text, "solve") == 0
        assert path.read_text() == f"// the only answer\nnorinori\nrooms:\n1 1\n{ANSWER}{end}"
        text = path.read_text()


def test_remarks_in_an_old_answer_stay(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "x.txt"
    text = f"norinori\nrooms:\n1 1\n{ANSWER.replace(':', ': // by me')}"
    assert changed(path, text, "solve") == 0
    assert path.read_text() == f"// the only answer\n{text}"
    old = text.replace("x x", "- x")
    assert changed(path, old, "solve") == 2
    assert path.read_text() == old
    assert "the remarks in its old answer would be lost (--lossy writes the rest)" in capsys.readouterr().err
    assert changed(path, old, "solve", "--lossy") == 0
    assert path.read_text() == f"// the only answer\n{ONE}{ANSWER}"


@pytest.mark.parametrize(
    "remark", ["the only answer is mine: p. 3", "stopped here on Monday", "2 answers in all, I say"]
)
def test_remarks_that_begin_like_a_verdict_stay(remark: str, tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    assert changed(path, f"// {remark}\n{ONE}", "solve") == 0
    assert path.read_text() == f"// {remark}\n// the only answer\n{ONE}{ANSWER}"


@pytest.mark.parametrize("verdict", [
    "there is no answer", "one of several answers, by a changed program; it breaks rules of the puzzle",
    "stopped without an answer", "the limit was reached after 3 answers; there may be more",
    "the solver failed, with an answer that may not be the only one", "12 answers in all", "more than one answer (2 shown)",
    "one answer, and it is the only one: 2 of 2 places are settled", "an answer; whether there are others was not asked",
    "more than one answer: 1 of 2 places are the same in all of them", "one answer, and it is the only one",
    "the limit was reached before it was known what all answers share",
])  # fmt: skip
@pytest.mark.parametrize("start", ["\ufeff", "// mine\n"])
def test_an_outdated_verdict_vanishes(verdict: str, start: str, tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    assert changed(path, f"{start}// {verdict}\n{ONE}", "solve") == 0
    assert path.read_text() == f"{start}// the only answer\n{ONE}{ANSWER}"


def test_every_verdict_is_known_by_its_words() -> None:
    seen: set[str] = set()
    for status, complete, found, model, stopped, better in product(
        ("unique", "multiple", "none", "unknown"), (True, False), (0, 1, 3), (None, "x.lp"),
        (None, InputError("x"), LimitReached("x"), KeyboardInterrupt()), (None, 1),
    ):  # fmt: skip
        solved = SolveReport(None, 1, argparse.Namespace(count=3, model=model, keeps_all=False, solver="clasp"))
        solved.status, solved.complete, solved.found = status, complete, found
        solved.stopped, solved.incumbent = stopped, better
        broken = SimpleNamespace(broken=True)
        for solved.answers, solved.common in (
            ([], None), ([broken], None), ([], SimpleNamespace(status=status, settled=1, places=2)),
        ):  # fmt: skip
            seen.add(solved.verdict)
    assert len(seen) > 20
    for verdict in seen:
        assert VERDICT.sub(rb"\g<start>", f"// mine\n// {verdict}\n".encode()) == b"// mine\n", verdict


@pytest.mark.parametrize(("change", "command"), [
    (lambda path: path.write_text(f"// mine\n{path.read_text()}"), "solve"),
    (lambda path: path.write_text(path.read_text() + f"---\n{TWO}"), "convert"),
    (lambda path: path.write_text(TWO), "solve"),
    (lambda path: (path.rename(f"{path}.old"), path.write_text(f"{ONE}---\n{ONE}")), "convert"),
])  # fmt: skip
def test_changes_by_another_program_stay(
    change: Any, command: str, tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.txt"
    add = InPlace.add

    def added(self: InPlace, item: Any) -> None:
        if item.unread.number == 2:
            change(path)
            changes.append(path.read_text())
        add(self, item)

    changes: list[str] = []
    monkeypatch.setattr(InPlace, "add", added)
    assert changed(path, f"Norinori\n11\n---\n{ONE}", command) == 2
    assert [path.read_text()] == changes
    assert "x.txt: the file was changed during the command" in capsys.readouterr().err
    assert not [each.name for each in tmp_path.iterdir() if each.suffix == ".part"]


def test_a_file_that_changed_after_reading_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.txt"
    made = InPlace.__init__

    def opened(self: InPlace, *args: Any) -> None:
        path.write_text(f"// mine\n{ONE}")
        made(self, *args)

    monkeypatch.setattr(InPlace, "__init__", opened)
    assert changed(path, ONE, "solve") == 2
    assert path.read_text() == f"// mine\n{ONE}"


def test_an_answer_is_put_into_the_text_of_its_puzzle(tmp_path: Path) -> None:
    path, answer = tmp_path / "x.txt", tmp_path / "a.txt"
    answer.write_text(ANSWER)
    text = f"// of the week\n// there is no answer\n{REMARKED.rstrip()}\n"
    path.write_text(text)
    for _ in range(2):
        assert main(["read", str(path), str(answer), "-o", str(path)]) == 0
        assert path.read_text() == text.replace("// there is no answer\n", "") + ANSWER


@pytest.mark.parametrize("name", ["x.json", "x.svg"])
def test_a_file_with_an_answer_does_not_replace_its_puzzle(name: str, tmp_path: Path, capsys: Any) -> None:
    path, answer = tmp_path / name, tmp_path / "a.txt"
    answer.write_text(ANSWER)
    assert changed(path, ONE, "read", str(answer)) == 2
    assert path.read_text() == ONE
    # nor of what it is read from, which may hold more
    output = json.dumps([{"genre": "norinori", "answers": [{"shaded": [1, 1]}]}, {"genre": "tents"}])
    path.write_text(output)
    answer.write_text(ONE)
    assert main(["read", str(answer), str(path), "-o", str(path)]) == 2
    assert path.read_text() == output
    assert capsys.readouterr().err.count("name another file") == 2


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes")
def test_a_pipe_is_not_changed_in_place(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    os.mkfifo(path)
    process = subprocess.Popen(
        [sys.executable, "-m", "pencilp", "solve", str(path), "-o", str(path)], stderr=subprocess.PIPE, text=True
    )
    path.write_text(ONE)
    assert "name another file" in process.communicate(timeout=300)[1]
    assert process.returncode == 2


@pytest.mark.parametrize(("codec", "end"), [("cp932", "\r\n"), ("euc_jp", "\n"), ("utf-8-sig", "\r")])
def test_a_file_keeps_its_encoding_and_its_ends_of_lines(codec: str, end: str, tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    text = f"norinori // 黒マスの部屋を\nrooms:\n1 1\n---\n{ONE}"
    assert changed(path, text.replace("\n", end).encode(codec), "solve") == 0
    new = "---\n".join(f"// the only answer\n{part}{ANSWER}" for part in text.split("---\n"))
    assert path.read_bytes() == new.replace("\n", end).encode(codec)


def test_a_file_in_utf_16_is_left_as_it_was(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "x.txt"
    assert changed(path, (old := ONE.encode("utf-16")), "solve") == 2
    assert path.read_bytes() == old
    assert "a file in UTF-16 is not changed in place" in capsys.readouterr().err


def test_convert_keeps_remarks_and_bad_puzzles(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "x.txt"
    loose = "Norinori\n11\n"
    text = f"// of the week\n{loose}---\n{BAD}---\n{REMARKED}---\n# no values\n{ONE}"
    assert changed(path, text, "convert") == 2
    assert path.read_text() == text.replace(loose, ONE)
    assert capsys.readouterr().err.count("its remarks would be lost (--lossy writes the rest)") == 2
    assert changed(path, text, "convert", "--lossy") == 2
    assert path.read_text() == f"// of the week\n{ONE}---\n{BAD}---\n{ONE}\n---\n{ONE}"


def test_links_and_lines_are_changed_one_by_one(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "x.url"
    link = LINK.replace("https://puzz.link", "http://pzv.jp")
    text = f"# one\n{link}\n{link}9\n\n// two\nsee {link}\n{link}"
    assert changed(path, text, "convert") == 2
    assert path.read_text() == f"# one\n{LINK}\n{link}9\n\n// two\nsee {link}\n{LINK}\n"
    assert "the text around the link would be lost (--lossy writes the link)" in capsys.readouterr().err
    path = tmp_path / "x.jsonl"
    text = f"{json.dumps(GOOD)}\nno json\n\n{json.dumps(GOOD)}\n"
    for command in ("convert", "solve"):
        assert changed(path, text, command) == 2
        first, bad, empty, last, end = path.read_text().split("\n")
        assert (bad, empty, end) == ("no json", "", "")
        assert json.loads(first)["by"] == json.loads(last)["by"] == "me"
        assert (next(reading.unread(str(path))).read().answer is not None) == (command == "solve")


@pytest.mark.parametrize(("name", "content", "command"), [
    ("x.txt", f"{LINK}\n{LINK}\n", "solve"), ("x.txt", f"{LINK}\n{LINK}9\n", "convert"),
    ("x.json", json.dumps(GOOD), "solve"), ("x.csv", ONE, "solve"),
])  # fmt: skip
def test_a_file_that_cannot_be_changed_in_place_is_left_as_it_was(
    name: str, content: str, command: str, tmp_path: Path, capsys: Any
) -> None:
    assert changed(tmp_path / name, content, command) == 2
    assert (tmp_path / name).read_text() == content
    assert capsys.readouterr().err.endswith(
        f"{name}: it is an input file, and its puzzles would be lost: name another file\n"
    )


def test_one_of_several_files_is_left_as_it_was(tmp_path: Path, capsys: Any) -> None:
    path, other = tmp_path / "x.txt", tmp_path / "y.txt"
    other.write_text(TWO)
    for command in ("solve", "convert"):
        assert changed(path, ONE, command, str(other)) == 2
        assert path.read_text() == ONE
    assert capsys.readouterr().err.count("it is an input file, and its puzzles would be lost") == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("command", ["solve", "convert"])
def test_puzzles_after_a_stop_stay(command: str, tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    text = f"{ONE}// a remark\n---\n{BAD}---\n" * 30_000
    path.write_text(text)
    process = subprocess.Popen(
        [sys.executable, "-m", "pencilp", command, str(path), "-o", str(path), "--lossy"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr is not None
    for _ in range(6):
        process.stderr.readline()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=300)
    assert process.returncode == 3
    output = path.read_text()
    assert output.count(BAD) == output.count(ONE) == 30_000
    assert output != text
    assert output.endswith(f"{ONE}// a remark\n---\n{BAD}---\n")
    assert [each.name for each in tmp_path.iterdir()] == ["x.txt"]
