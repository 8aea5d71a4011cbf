"""``-o`` that names the file that is read: puzzles are changed in their places, and nothing else is lost."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pencilp.cli import main
from pencilp.formats import reading

from .test_many import BAD, LINK, NONE, ONE, TWO

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


@pytest.mark.parametrize("end", ["\n// of the editor\n", "\n# of the editor\n\n# and of the reader\n", "# at once\n"])
def test_remarks_below_an_answer_stay(end: str, tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    text = f"norinori\nrooms:\n1 1\n{ANSWER.replace('x x', '- x')}{end}"
    for _ in range(2):
        assert changed(path, text, "solve") == 0
        assert path.read_text() == f"// the only answer\nnorinori\nrooms:\n1 1\n{ANSWER}{end}"
        text = path.read_text()


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


def test_convert_leaves_remarks_and_what_is_bad(tmp_path: Path, capsys: Any) -> None:
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
    assert "what stands around the link would be lost (--lossy writes the link)" in capsys.readouterr().err
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
    assert capsys.readouterr().err.endswith(f"{name}: it is read, and its puzzles would be lost: name another file\n")


def test_one_of_several_files_is_left_as_it_was(tmp_path: Path, capsys: Any) -> None:
    path, other = tmp_path / "x.txt", tmp_path / "y.txt"
    other.write_text(TWO)
    for command in ("solve", "convert"):
        assert changed(path, ONE, command, str(other)) == 2
        assert path.read_text() == ONE
    assert capsys.readouterr().err.count("it is read, and its puzzles would be lost") == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("command", ["solve", "convert"])
def test_what_is_not_reached_stays(command: str, tmp_path: Path) -> None:
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
    process.communicate(timeout=60)
    assert process.returncode == 3
    told = path.read_text()
    assert told.count(BAD) == told.count(ONE) == 30_000
    assert told != text
    assert told.endswith(f"{ONE}// a remark\n---\n{BAD}---\n")
    assert [each.name for each in tmp_path.iterdir()] == ["x.txt"]
