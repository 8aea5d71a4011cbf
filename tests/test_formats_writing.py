"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pencilp.cli import main
from pencilp.errors import InputError, LossWarning
from pencilp.formats import reading, writing
from pencilp.formats.links import read_link
from pencilp.formats.pzpr import read_pzpr
from pencilp.formats.text import text

PINNED = "norinori\nrooms:\n1 1 2\n1 2 2\nanswer:\nshaded:\nx x -\n- x x\n"


@pytest.mark.parametrize("ending", [".txt", ".pzpr", ".jsonl", ".url", ".xlsx"])
def test_what_is_written_is_read(ending: str, tmp_path: Path) -> None:
    (puzzle,) = text.read(PINNED)
    path = tmp_path / f"Norinori{ending}"
    writing.write([(puzzle, puzzle.answer)], str(path))
    (again,) = reading.read(str(path), "norinori")
    assert again == puzzle
    if ending not in (".url", ".xlsx"):
        assert again.answer == puzzle.answer


def test_several_puzzles_in_one_file(tmp_path: Path) -> None:
    (puzzle,) = text.read(PINNED)
    for ending in (".txt", ".jsonl", ".url"):
        path = tmp_path / f"Norinori{ending}"
        writing.write([(puzzle, None), (puzzle, puzzle.answer)], str(path))
        assert reading.read(str(path), "norinori") == [puzzle, puzzle]
    for ending in (".pzpr", ".xlsx"):
        with pytest.raises(InputError, match="2 puzzles do not fit"):
            writing.write([(puzzle, None)] * 2, str(tmp_path / f"x{ending}"))
    with pytest.raises(InputError, match="the ending says no format"):
        writing.write([(puzzle, None)], str(tmp_path / "x.doc"))


SKYSCRAPERS = "skyscrapers\nclues:\ntop 1 - -\ngiven:\n1 - -\n- - -\n- - -\nheights: 2\n"
LOST = "skyscrapers have no room for '2', which would be read as '3'"


@pytest.mark.parametrize("kind", ["url", "pzpr"])
def test_values_without_room_are_refused_or_left_out_with_a_warning(kind: str) -> None:
    (puzzle,) = text.read(SKYSCRAPERS)
    with pytest.raises(InputError, match=rf"^heights: .* of {LOST} \(--lossy writes the rest\)$"):
        writing.written(puzzle, None, kind)
    with pytest.warns(LossWarning, match=f"^heights: .* of {LOST}$"):
        content = writing.written(puzzle, None, kind, lossy=True)
    again = read_link(content) if kind == "url" else read_pzpr(content)
    assert again["heights"] == 3
    assert (again["clues"], again["given"]) == (puzzle["clues"], puzzle["given"])


def test_a_refused_puzzle_is_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, path = tmp_path / "puzzle.txt", tmp_path / "x.url"
    source.write_text(SKYSCRAPERS)
    path.write_text("kept")
    assert main(["convert", str(source), "-o", str(path)]) == 2
    assert path.read_text() == "kept"
    refused = capsys.readouterr().err
    assert refused == f"pencilp: {path}:heights: links of {LOST} (--lossy writes the rest)\n"
    assert main(["convert", str(source), "-o", str(path), "--lossy"]) == 0
    assert capsys.readouterr().err == f"pencilp: heights: links of {LOST}\n"
    assert reading.read(str(path))[0]["heights"] == 3
    assert main(["convert", str(source), "-o", "url", "--lossy"]) == 0
    content = capsys.readouterr()
    assert (content.out, content.err) == (path.read_text(), f"pencilp: heights: links of {LOST}\n")


def test_a_number_of_a_room_may_move_within_it() -> None:
    (puzzle,) = text.read("heyawake\nrooms:\n1 1 2\n1 1 2\nclues:\n- - -\n- 2 -\n")
    again = read_link(writing.written(puzzle, None, "url"))
    assert list(again["clues"]) == [2, None, None, None, None, None]
    assert again == puzzle
    (other,) = text.read("heyawake\nrooms:\n1 1 2\n1 1 2\nclues:\n- - 2\n- - -\n")
    assert other != puzzle


def test_a_file_that_cannot_be_replaced_is_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    path.write_text("kept")
    with pytest.raises(TypeError):
        writing.replace_file(str(path), "no bytes")  # type: ignore[arg-type]
    assert path.read_text() == "kept"
    assert os.listdir(tmp_path) == ["kept.txt"]


def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "real.txt"
    path.write_text("old")
    path.chmod(0o640)
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    writing.replace_file(str(link), b"new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="files are given away by root alone")
def test_a_file_that_root_writes_stays_that_of_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("old")
    os.chown(path, 1234, 2345)
    writing.replace_file(str(path), b"new")
    assert (path.stat().st_uid, path.stat().st_gid, path.read_text()) == (1234, 2345, "new")


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").write_text("")
    writing.replace_file(str(tmp_path / "new"), b"")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_impossible_output_paths(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "x.txt"):
        with pytest.raises(InputError, match="cannot be written") as caught:
            writing.replace_file(str(path), b"x")
        assert "\n" not in str(caught.value)


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="there is no /dev/null here")
def test_a_device_stays_one() -> None:
    writing.replace_file("/dev/null", b"x")
    assert not os.path.isfile("/dev/null")


def test_a_line_of_the_dataset_is_read_in_any_file(tmp_path: Path) -> None:
    (puzzle,) = text.read("heyawake\nrooms:\n1 1 2\n1 2 2\n")
    (other,) = text.read(PINNED)
    path = tmp_path / "aqre.jsonl"
    writing.write([(puzzle, None), (other, None)], str(path))
    assert reading.read(str(path)) == [puzzle, other]


@pytest.mark.parametrize("ending", [".txt", ".jsonl", ".xlsx"])
def test_names_of_any_length_are_kept(ending: str, tmp_path: Path) -> None:
    (puzzle,) = text.read(PINNED)
    puzzle.name = 300 * "n" + "o"
    path = tmp_path / f"norinori{ending}"
    writing.write([(puzzle, None)], str(path))
    (again,) = reading.read(str(path))
    assert again.name == puzzle.name
