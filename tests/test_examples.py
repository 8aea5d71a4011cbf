"""The examples that come with the package, and the command that shows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pencilp import genres
from pencilp._util import resources
from pencilp.cli import main
from pencilp.errors import InputError
from pencilp.formats import examples
from pencilp.formats.text import text as plain

ROOT = Path(__file__).parent.parent


def test_every_genre_has_an_example_and_every_example_a_genre() -> None:
    found = [name for genre in genres.names() for name in examples.names_of(genres.load(genre))]
    assert sorted(found) == examples.names()
    assert {examples.example(name).genre.name for name in genres.names()} == {*genres.names()}


def test_the_first_example_is_called_as_the_genre_or_is_the_smallest_on_its_usual_board() -> None:
    assert examples.resolve_name("nurikabe") == "nurikabe"
    first, *others = map(examples.example, examples.names_of(genres.load("norinori")))
    assert first.lattice.shape == "square"
    assert others
    for other in others:
        assert other.lattice.shape != "square" or len(other.lattice) >= len(first.lattice)


def test_the_examples_lie_in_the_package_or_in_its_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # the tests may run against an installed package, not the checkout that they lie in
    monkeypatch.setattr(resources, "_PACKAGE", str(ROOT / "src" / "pencilp"))
    assert resources.folder("examples") == str(ROOT / "examples")
    package = tmp_path / "lib" / "site-packages" / "pencilp"
    (package / "examples").mkdir(parents=True)
    monkeypatch.setattr(resources, "_PACKAGE", str(package))
    assert resources.folder("examples") == str(package / "examples")
    (package / "examples").rmdir()
    with pytest.raises(InputError, match="the examples are missing from this installation"):
        resources.folder("examples")


def test_an_example_is_printed_and_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["example", "Panorama"]) == 0
    out = capsys.readouterr().out
    text, _, drawn = out.partition("\n\n")
    assert plain.read(text)[0] == examples.example("panorama")
    assert plain.read(text)[0].answer is None
    assert "one answer, and it is the only one" in drawn
    names = examples.names_of(genres.load("panorama"))
    assert drawn.splitlines()[-1] == f"more of them: pencilp example {' or '.join(names[1:])}"
    assert main(["example", names[1], "--ascii"]) == 0
    assert capsys.readouterr().out.isascii()


def test_examples_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["example"]) == 0
    assert capsys.readouterr().out.split() == [*examples.names(), *examples.files()]


def test_an_example_is_written_to_be_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.txt"
    assert main(["example", "nurikabe", "-o", str(path)]) == 0
    assert plain.read(path.read_text(encoding="utf-8")) == [examples.example("nurikabe")]
    assert main(["example", "nurikabe", "-o", str(tmp_path / "mine.svg")]) == 2
    assert "cannot write .svg; use one of .txt" in capsys.readouterr().err


def test_there_is_no_such_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["example", "panorama-sqare"]) == 2
    assert "no example 'panorama-sqare' (did you mean panorama-square or" in capsys.readouterr().err


def test_models_and_sheets_are_written_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "norinori.mod" in examples.files()
    for name in examples.files():
        assert main(["example", name, "-o", name]) == 0
        assert Path(name).read_bytes() == (ROOT / "examples" / name).read_bytes()
    assert main(["example", "norinori.mod"]) == 2
    assert "pencilp example norinori.mod -o norinori.mod" in capsys.readouterr().err
    assert main(["example", "norinori.mod", "-o", "norinori.txt"]) == 2
