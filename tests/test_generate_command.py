"""``pencilp generate``: its options, where it writes, and the commands of docs/generating.md."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

import pencilp
from pencilp import genres
from pencilp.cli import main
from pencilp.cli.generate_from import empty_board, unfinished
from pencilp.generation.generator import Generator

ROOT = Path(__file__).parent.parent
DOCUMENT = (ROOT / "docs" / "generating.md").read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```", DOCUMENT, re.DOTALL | re.MULTILINE)
    for line in block.splitlines()
    if line.startswith("pencilp ")
]
PICTURE = "?????\n?x?x?\n?xxx?\n?x?x?\n?????\n"


def test_the_commands_of_the_document_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    # the document shows the texts of these files
    for name, text in re.findall(r"^`(\w+\.txt)`:\n\n((?:    .*\n)+)", DOCUMENT, re.MULTILINE):
        (tmp_path / name).write_text(re.sub("^    ", "", text, flags=re.MULTILINE), encoding="utf-8")
    assert len(COMMANDS) > 8
    for line in COMMANDS:
        words = shlex.split(line)[1:]
        if words[-1].endswith(".pdf"):
            pytest.importorskip("typst", reason="the extra pdf is not installed")
        assert main(words) == 0, (line, capsys.readouterr().err)
        if "-o" in words and words[words.index("-o") + 1] != "url":
            assert (tmp_path / words[words.index("-o") + 1]).exists()


def test_several_processes_make_the_same_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["generate", "slitherlink", "4x4", "--seed", "5", "--count", "3", "-o", "url"]
    assert main(command) == 0
    alone = capsys.readouterr().out
    assert len(set(alone.split())) == 3
    assert main([*command, "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone


def test_several_processes_say_why_they_made_no_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--count", "3", "--jobs", "2", "--time-limit", "0.001"]
    assert main(["generate", "slitherlink", "30x30", *arguments]) == 3
    assert "0 of 3 puzzles made: 0.001 s were not enough for the next one (" in capsys.readouterr().err


def test_a_folder_gets_a_file_for_each_puzzle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new"
    command = ["generate", "akari", "5x5", "--seed", "2", "--count", "2", "-o", str(folder)]
    assert main(command) == 0
    assert capsys.readouterr().out == f"{folder}: 2 puzzles, each with exactly one answer\n"
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["akari-2-1.txt", "akari-2-2.txt"]
    assert all(pencilp.check(pencilp.load(file)) == [] for file in files)
    assert main([*command, "--format", "svg"]) == 0
    pictures = list(folder.glob("*.svg"))
    # pictures are for solving: no lamp of the answer is in them
    assert [file.read_text(encoding="utf-8").count("#ffdf5e") for file in pictures] == [0, 0]


def test_new_puzzles_become_a_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = tmp_path / "book.html"
    assert main(["generate", "slitherlink", "4x4", "--count", "3", "--difficulty", "easy", "-o", str(book)]) == 0
    assert capsys.readouterr().out == f"{book}: 3 puzzles on 2 pages\n"
    html = book.read_text(encoding="utf-8")
    assert html.count("<p>Level: easy</p>") == 3
    assert html.count("<svg ") == 6


@pytest.mark.parametrize("clues", ["mask.txt", "row 1,row 3,r5c1,r5c3,r5c5"])
def test_clues_stand_where_a_mask_or_names_allow(
    clues: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mask.txt").write_text("xxxxx\n.....\nxxxxx\n.....\nx.x.x\n", encoding="utf-8")
    assert main(["generate", "slitherlink", "5x5", "--clues", clues, "-o", "new.txt"]) == 0
    numbers = pencilp.load("new.txt")["numbers"]
    allowed = {*range(5), *range(10, 15), 20, 22, 24}
    assert {cell for cell in range(25) if numbers[cell] is not None} <= allowed


def test_an_unfinished_puzzle_is_filled_up_at_its_free_places(tmp_path: Path) -> None:
    source, new = tmp_path / "half.txt", tmp_path / "new.txt"
    source.write_text(
        "slitherlink\nnumbers:\n3 * * - *\n* - * * *\n* * 2 * -\n- * * * 3\n* - * * *\n", encoding="utf-8"
    )
    puzzle, places = unfinished(str(source), genres.find("slitherlink"))
    assert [cell for cell in range(25) if puzzle["numbers"][cell] is not None] == [0, 12, 19]
    assert places is not None
    closed = {3, 6, 14, 15, 21}
    assert {cell for _, cell in places} == {*range(25)} - closed - {0, 12, 19}
    assert main(["generate", "slitherlink", "--from", str(source), "-o", str(new)]) == 0
    numbers = pencilp.load(new)["numbers"]
    assert [numbers[cell] for cell in (0, 12, 19)] == [3, 2, 3]
    assert all(numbers[cell] is None for cell in closed)
    mask = tmp_path / "mask.txt"
    mask.write_text("x.x.x\n.xxx.\nxx.xx\n.xxx.\nx.x.x\n", encoding="utf-8")
    command = ["generate", "slitherlink", "--from", str(source), "--clues", str(mask), "-o", str(new)]
    assert main(command) == 0
    assert all(pencilp.load(new)["numbers"][cell] is None for cell in closed | {1, 5, 9, 23})


@pytest.mark.parametrize(
    ("genre", "output", "message"),
    [
        ("burokku", ["-o", "new.url"], "new.url: there are no puzz.link links of burokku"),
        ("burokku", ["-o", "url"], "there are no puzz.link links of burokku"),
        ("burokku", ["-o", "new/", "--format", "url"], "new/: there are no puzz.link links of burokku"),
        ("alter", ["-o", "new.jsonl"], "new.jsonl: there are no texts of the public dataset of alter"),
        ("akari", ["-o", "new.fpuzzles"], "new.fpuzzles: f-puzzles has no akari"),
        ("heyawake", ["-o", "new.dat"], "new.dat: heyawake needs more than the one table"),
    ],
)
def test_a_format_without_the_genre_is_refused_before_a_puzzle_is_made(
    genre: str, output: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Generator, "__next__", lambda _: pytest.fail("a puzzle was made"))
    assert main(["generate", genre, "5x5", *output]) == 2
    assert message in capsys.readouterr().err


def test_the_answer_shows_a_picture(tmp_path: Path) -> None:
    picture, new = tmp_path / "picture.txt", tmp_path / "new.txt"
    picture.write_text(PICTURE, encoding="utf-8")
    assert main(["generate", "nurikabe", "5x5", "--answer", str(picture), "-o", str(new)]) == 0
    answer = pencilp.load(new).answer
    assert answer is not None
    shaded = [cell for cell, sign in enumerate(PICTURE.replace("\n", "")) if sign == "x"]
    assert all(answer["shaded"][cell] for cell in shaded)


def test_every_genre_has_an_empty_board() -> None:
    for name in genres.names():
        genre = genres.load(name)
        assert empty_board(genre, genre.usual_board()).genre is genre


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--clues", "mask.txt"], "--clues mask.txt: a mask of this board has 4 rows of 5 characters"),
        (
            ["--clues", "r9c9"],
            "--clues r9c9: this is no file with a mask, and no place of a clue on this board, such as r1c1",
        ),
        (["--from", "half.txt"], "--from: the board is that of the puzzle; leave out the other one"),
        (["--like", "akari.txt"], "akari.txt: this is a puzzle of akari, not of slitherlink"),
        (["--answer", "mask.txt"], "--answer mask.txt:"),
        (["--answer", "gone.txt"], "--answer gone.txt: "),
        (["-o", "new.html", "--paper", "a9"], "'a9'"),
        (["-o", "new.txt", "--format", "svg"], "--format: this is the format of the files in a folder"),
        (["--count", "2", "-o", "new.svg"], "new.svg: 2 puzzles do not fit into one such file; name a folder"),
        (["--count", "2", "-o", "new.xlsx"], "new.xlsx: 2 puzzles do not fit into one such file; name a folder"),
    ],
)
def test_wrong_files_are_refused(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mask.txt").write_text("xx\n..\n", encoding="utf-8")
    (tmp_path / "half.txt").write_text("slitherlink\nnumbers:\n3 -\n- -\n", encoding="utf-8")
    (tmp_path / "akari.txt").write_text("akari\nwalls:\n1 -\n- -\n", encoding="utf-8")
    try:
        code = main(["generate", "slitherlink", "4x5", *arguments])
    except SystemExit as end:
        code = end.code
    assert code == 2
    assert message in capsys.readouterr().err
